import { readFileSync } from "node:fs";
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
  plugins: mode === "checker" ? [onePage] : [svelte()],
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
