import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

/** Imports go down this ladder and never up; tests may use what they like. */
const LADDER = [["api"], ["stage"], ["board"], ["match"], ["make", "pages", "reading", "learn", "study"]];
const above = (step) =>
  LADDER.slice(step + 1)
    .flat()
    .map((upper) => `../${upper}/*`);
const STEPS = LADDER.slice(0, -1).flatMap((folders, step) => folders.map((folder) => [folder, step]));
const ladder = STEPS.map(([folder, step]) => ({
  files: [`src/${folder}/**`],
  ignores: ["**/*.test.ts"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [{ group: [...above(step), ...(folder === "match" ? [] : ["../free/*"])], message: "It is above." }],
      },
    ],
  },
}));

export default ts.config(
  { ignores: ["dist/", ".cache/", "src/api/types.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      // What is left out on purpose is called _.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      // {" "} is a space that must stay where lines are broken.
      "svelte/no-useless-mustaches": "off",
      // Maps and sets here are made anew and never changed once they are shown, or nothing is drawn from them.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  ...ladder,
  // The one place where markup is put in as it is: drawings that this client made itself.
  { files: ["src/look/Drawn.svelte"], rules: { "svelte/no-at-html-tags": "off" } },
);
