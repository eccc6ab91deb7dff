/** Files go out of the browser: one as it is, several in one .zip, which `--scenario` takes once it is unpacked. */
import { apart, zipped } from "./zip";

type Files = readonly (readonly [name: string, text: string])[];

/** A work with what it uses. */
export function offer(files: Files): void {
  const [first] = files;
  if (!first) return;
  if (files.length === 1) hand(new Blob([first[1]], { type: "text/plain" }), first[0]);
  else offerZip(files, first[0].replace(/\.\w+$/, ""));
}
/** Many works: what uses others has a folder of its own with them. */
export const together = (works: readonly Files[]): Files => {
  const names = apart(works.map((files) => (files.length > 1 ? files[0]![0].replace(/\.\w+$/, "") : files[0]![0])));
  return works.flatMap((files, at) =>
    files.map(([name, text]) => [files.length > 1 ? `${names[at]}/${name}` : names[at]!, text] as const),
  );
};
export function offerZip(files: Files, name: string): void {
  hand(new Blob([zipped(files) as BlobPart], { type: "application/zip" }), `${name}.zip`);
}

function hand(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
