import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The referee's server while developing; `hulldown serve` and the built client share an origin.
const server = process.env["HULLDOWN_SERVER"] ?? "http://127.0.0.1:8000";

/** The checker of records as one file that needs no server: a page from a disk may load no modules. */
const onePage: Plugin = {
  name: "one-page",
  generateBundle(_, bundle) {
    for (const [name, chunk] of Object.entries(bundle)) {
      if (chunk.type !== "chunk") continue;
      delete bundle[name];
      const script = chunk.code.replaceAll("</script", "<\\/script");
      const source = readFileSync("src/sealed/page.html", "utf8").replace(
        "<!-- script -->",
        () => `<script>${script}</script>`,
      );
      this.emitFile({ type: "asset", fileName: "checker.html", source });
    }
  },
};

/** Text as it is sent, packed once and for all beside the file itself; the server chooses by what the browser takes. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  writeBundle({ dir = "dist" }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name))) {
      const file = join(dir, name);
      const text = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    }
  },
};

const inputs = {
  board: { input: "dev/board.html" },
  pictures: { input: "dev/pictures.html" },
  checker: { input: "src/sealed/page.ts", output: { format: "iife" as const } },
};
const GROUPS = [
  { name: "words", test: /src\/(match\/words|stage\/(odds|points|words)|board\/(cells|facings))\./ },
  { name: "hand", test: /src\/(api\/orders|match\/reach|stage\/(aims|motion)|board\/(words|state))\./ },
];

export default defineConfig(({ mode }) => ({
  plugins: [mode === "checker" ? onePage : svelte(), packed],
  build: {
    outDir: "dist",
    emptyOutDir: mode !== "checker",
    target: "es2022",
    // No inline data, so that the content policy can be strict.
    assetsInlineLimit: 0,
    rolldownOptions: inputs[mode as keyof typeof inputs] ?? {
      // Many small files that are loaded together pack better as one: what every page says, and what every hand needs.
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } },
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  preview: { host: "127.0.0.1" },
  // A busy machine is slow, not wrong.
  test: { include: ["src/**/*.test.ts"], environment: "node", css: true, testTimeout: 60_000, hookTimeout: 60_000 },
}));
