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

/** What each chunk imports. Where it asks for more, the browser is not told again of what came with it. */
const imported = new Map<string, readonly string[]>();
const importing: Plugin = {
  name: "importing",
  generateBundle: {
    order: "pre",
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk") imported.set(chunk.fileName, chunk.imports);
    },
  },
};
/** A chunk with all that comes with it. */
function withImports(file: string, all = new Set<string>()): ReadonlySet<string> {
  if (all.has(file)) return all;
  all.add(file);
  for (const one of imported.get(file) ?? []) withImports(one, all);
  return all;
}

const inputs = {
  board: { input: "dev/board.html" },
  pictures: { input: "dev/pictures.html" },
  checker: { input: "src/sealed/page.ts", output: { format: "iife" as const } },
};
/** Of `src/match`: what every battle opens with. */
const OPENS = [
  ...[
    "Battle",
    "BattleTable",
    "Connection",
    "Dock",
    "DockButtons",
    "DockTodo",
    "DockTray",
    "DockWays",
    "Goals",
    "Guide",
  ],
  ...["Say", "Side", "Thinking", "Ticks", "TopBar", "absence", "after", "aftermath", "arrivals", "arrows", "asking"],
  ...["carrying", "curtain", "desk", "dock", "draft", "faces", "goals", "hand", "heard", "hinting", "hints"],
  ...["looking", "nearest", "onward", "ordering", "outbox", "parts", "penciling", "placing", "pressing", "prompting"],
  ...["scenes", "seen", "sign", "state", "store", "stray", "surveys", "things", "typed/asking", "ways", "wondering"],
];
/** What it shares with a replay and with studies. */
const TELLS = [
  ...["Die", "Fallen", "Log", "Outcome", "Why", "battle", "commands", "dice", "fitting", "fold", "frame", "lines"],
  ...["look", "lying", "moment", "past", "spread", "ticks", "turning"],
];
/** Of `src`: whole folders or names in them. */
const of = (...paths: string[]): RegExp => new RegExp(`src/(${paths.join("|")})\\.`);
const GROUPS = [
  { name: "svelte", test: /node_modules\/(svelte|esm-env|clsx)\// },
  // what every page has
  {
    name: "start",
    test: /preload-helper|src\/(api\/(client|tokens)|language\/language|match\/(link|settings)|pages\/(here|route|invitation\/claims)|sealed\/ear)\./,
  },
  { name: "words", test: of("match/(RuleTag|words)", "stage/(odds|points|words)", "board/(cells|facings)") },
  // what every hand needs, and what a free table shares with boards: the rest of the boards is not for it
  {
    name: "hand",
    test: of(
      "api/(orders|template)",
      "board/(PieceBadges|hexes|layout|pencil|state|table|words)",
      "match/(Sentence|bearings|figures|intent|inviting|reach)",
      "stage/(aims|motion)",
    ),
  },
  { name: "drawings", test: of("look/(Drawn|drawings|patterns|pieces)", "match/Silhouette") },
  { name: "invite", test: of("match/(Invite|LinkBox)") },
  // but for what comes later: shots and their cards, and what the pencil draws
  { name: "stage", test: /src\/stage\/(?!Flight|ShotCard|card\.|Pencil)/ },
  // what pictures of boards need as well as battles on them
  { name: "board", test: /src\/board\/(?!Board\.|BoardStill|BoardFigure|subject|keys)/ },
  { name: "plane", test: of("free/(intent|path|plane)") },
  { name: "battle", test: of("api/stream", `match/(${OPENS.join("|")})`) },
  { name: "log", test: of(`match/(${TELLS.join("|")})`) },
];

/** Every page names many files, and chance packs badly: so much of it tells a file from what it was before. */
const NAMES = {
  hashCharacters: "hex" as const,
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

export default defineConfig(({ mode }) => ({
  plugins: [mode === "checker" ? onePage : svelte(), importing, packed],
  build: {
    outDir: "dist",
    emptyOutDir: mode !== "checker",
    target: "es2022",
    // What cannot preload a module loads it a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needs, { hostId }) => {
        const here = withImports(hostId);
        return needs.filter((one) => !here.has(one));
      },
    },
    // No inline data, so that the content policy can be strict.
    assetsInlineLimit: 0,
    rolldownOptions: inputs[mode as keyof typeof inputs] ?? {
      // Many small files that are loaded together pack better as one: what every page says, and what every hand needs.
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS }, ...NAMES },
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  preview: { host: "127.0.0.1" },
  // A busy machine is slow, not wrong.
  test: { include: ["src/**/*.test.ts"], environment: "node", css: true, testTimeout: 60_000, hookTimeout: 60_000 },
}));
