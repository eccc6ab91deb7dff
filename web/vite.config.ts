import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The referee's server while developing; `hulldown serve` and the built client share an origin.
const server = process.env["HULLDOWN_SERVER"] ?? "http://127.0.0.1:8000";

const GROUPS = [
  { name: "words", test: /src\/(match\/words|stage\/(odds|points|words)|board\/(cells|facings))\./ },
  { name: "hand", test: /src\/(api\/orders|match\/reach|stage\/(aims|motion)|board\/(words|state))\./ },
];

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: "dist",
    target: "es2022",
    // No inline data, so that the content policy can be strict.
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...(mode === "board" ? { input: "dev/board.html" } : {}),
      // Many small files that are loaded together pack better as one: what every page says, and what every hand needs.
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } },
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  preview: { host: "127.0.0.1" },
  // A busy machine is slow, not wrong.
  test: { include: ["src/**/*.test.ts"], environment: "node", css: true, testTimeout: 60_000, hookTimeout: 60_000 },
}));
