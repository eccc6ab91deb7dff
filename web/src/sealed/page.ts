/** The page that checks a record from a disk; `vite build --mode checker` makes one file of it. */

import { judged } from "./told";

const record = document.querySelector<HTMLInputElement>("#record")!;
const receipts = document.querySelector<HTMLTextAreaElement>("#receipts")!;
const answer = document.querySelector<HTMLUListElement>("#answer")!;

async function judge(): Promise<void> {
  const file = record.files?.[0];
  if (!file) return;
  const given = receipts.value.split(/\s+/).filter(Boolean);
  const [right, sentences] = judged(await file.text(), given);
  answer.replaceChildren(
    ...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })),
  );
  answer.classList.toggle("wrong", !right);
}

record.addEventListener("change", () => void judge());
receipts.addEventListener("change", () => void judge());
