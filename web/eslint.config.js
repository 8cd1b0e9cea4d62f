import { readdirSync } from "node:fs";
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import { configs as lit } from "eslint-plugin-lit";
import { configs as wc } from "eslint-plugin-wc";
import globals from "globals";
import tseslint from "typescript-eslint";
import { noLiteralText } from "./tools/no-literal-text.js";

const panes = readdirSync(`${import.meta.dirname}/src/panes`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

// The entry points, and which of the others each is made of: the app keeps
// itself for offline use and packs the page of one file, and three pages show
// the app in another way.
const entries = {
  app: ["offline", "onefile"],
  docs: [],
  embed: [],
  frame: ["embed"],
  guide: ["app"],
  npm: ["embed"],
  offline: [],
  onefile: ["app"],
  view: ["app"],
};
const src = (...names) => names.map((name) => `./src/${name}`);
const pages = src(...Object.keys(entries));

// Which folders a folder must not import from. Exceptions are paths below `from`.
const zones = [
  // The parser's worker and its clients run without a document, in Node too.
  { target: src("worker"), from: [...pages, ...src("panes", "element", "rows", "render")] },
  // Rendering knows texts, and nothing of sessions.
  { target: src("render"), from: [...pages, ...src("panes", "element", "rows")] },
  // Both start their workers the same way.
  { target: src("render"), from: src("worker"), except: ["runner.ts"] },
  // Every viewer shows rows, and most have no panes.
  { target: src("rows"), from: [...pages, ...src("panes")] },
  { target: src("element"), from: pages },
  // Panes are loaded when they are wanted, by way of panes.ts; the others give types.
  { target: src("element"), from: src("panes"), except: ["panes.ts", "look.ts", "live/handles.ts"] },
  { target: src("panes"), from: pages.filter((page) => page !== "./src/app") },
  // Files are found in a folder that is watched as in one that was dropped.
  { target: src("panes"), from: src("app"), except: ["walk.ts"] },
  // No pane needs another one, except that filters can be set from several.
  ...panes.map((name) => ({
    target: src(`panes/${name}`),
    from: panes.filter((other) => other !== name && other !== "filters").map((other) => `./src/panes/${other}`),
  })),
  {
    target: panes.filter((name) => name !== "filters").map((name) => `./src/panes/${name}`),
    from: src("panes/filters"),
    except: ["filter.ts"],
  },
  ...Object.entries(entries).map(([name, parts]) => ({
    target: src(name),
    from: Object.keys(entries)
      .filter((other) => other !== name && !parts.includes(other))
      .map((other) => `./src/${other}`),
  })),
];

// Failures are plain objects, since errors lose their fields on the way from a worker.
const thrown = {
  allow: [
    { from: "file", name: "Failure", path: "src/parser/protocol.ts" },
    { from: "file", name: "Replaced", path: "src/targets/embed/lazy.ts" },
  ],
  allowThrowingUnknown: true,
};

export default defineConfig(
  { ignores: ["**/node_modules", "examples/*/dist", "examples/*/public"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    rules: {
      // Prettier wraps code, but neither comments nor texts.
      "max-len": [
        "error",
        {
          code: 120,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": ["error", { allow: ["error"] }],
      "no-control-regex": "off", // texts of sessions have control characters
      // Only Go knows the format, and a test holds its citations to the headings that there are.
      "no-warning-comments": ["error", { terms: ["format.md"], location: "anywhere" }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  { files: ["**/*.{ts,tsx}"], extends: [tseslint.configs.strict] },
  {
    files: ["src/**/*.ts"],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      lit["flat/recommended"],
      wc["flat/recommended"],
      wc["flat/best-practice"],
      importX.flatConfigs.typescript,
    ],
    plugins: { "import-x": importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".js"] })] },
    rules: {
      // Code that is loaded late may import the code that loads it, which is complete by then.
      "import-x/no-cycle": ["error", { ignoreExternal: true, allowUnsafeDynamicCyclicDependency: true }],
      "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/only-throw-error": ["error", thrown],
      "@typescript-eslint/prefer-promise-reject-errors": ["error", thrown],
      // Empty texts and zeros are replaced as often as undefined.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: true }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowAny: false, allowBoolean: false, allowNullish: false, allowNumber: true, allowRegExp: false },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // Subclasses override such a getter, which they could not do with a field.
      "@typescript-eslint/class-literal-property-style": "off",
      // A narrowed type outlives calls and awaits that change the value.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // Structural typing is meant, and these two are the slowest rules of all.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // `return f()` ends a function early, whatever f returns.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // Async functions without await turn what they throw into rejections.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["src/**/*.ts"],
    // The style guide has texts of its own, and errors of the npm package are for programmers.
    ignores: ["src/{words,host-words}.ts", "src/{guide,npm}/**", "src/**/*.test.ts"],
    plugins: { unspool: { rules: { "no-literal-text": noLiteralText } } },
    rules: { "unspool/no-literal-text": "error" },
  },
  // Generated from Go (parser/view/protocol/typescript_test.go).
  { files: ["src/parser/model.ts"], rules: { "max-len": "off" } },
  // Tests may use everything.
  { files: ["src/**/*.test.ts"], rules: { "import-x/no-restricted-paths": "off" } },
  {
    // Scripts that the browser tests run in the page, after those that define these names.
    files: ["browser/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        ...globals.browser,
        ...Object.fromEntries(
          ["$deep", "$$deep", "$slowness", "$text", "bench", "disk"].map((name) => [name, "readonly"]),
        ),
      },
    },
  },
  {
    files: ["*.js", "tools/*.js", "npm/testdata/*.{js,mjs}", "examples/**/*.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: { "no-console": "off" },
  },
);
