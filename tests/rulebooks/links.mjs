/**
 * The client's own reader and writer of links, on works that Python packed.
 *
 * node links.mjs WEB < works and links: for each the id that the client gives the work, whether it reads the link alike,
 * and the link that it would write itself.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [web] = process.argv.slice(2);
const ts = createRequire(join(web, "package.json"))("typescript");
const folder = mkdtempSync(join(tmpdir(), "links-"));
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
for (const file of ["make/works", "make/toml", "sealed/sha256"]) {
  const { outputText } = ts.transpileModule(readFileSync(join(web, "src", `${file}.ts`), "utf8"), {
    compilerOptions: options,
  });
  const here = outputText.replace(/from "\.\.?\/(?:\w+\/)?(\w+)"/g, 'from "./$1.mjs"');
  writeFileSync(join(folder, `${file.split("/")[1]}.mjs`), here);
}
const { idOf, pack, unpack } = await import(pathToFileURL(join(folder, "works.mjs")).href);
const rows = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const { works, link } of rows) {
  const read = await unpack(link);
  found.push({ id: idOf(works[0]), alike: JSON.stringify(read) === JSON.stringify(works), link: await pack(works) });
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(found));
