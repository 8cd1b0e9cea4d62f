import { readdirSync } from "node:fs";
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import { configs as lit } from "eslint-plugin-lit";
import { configs as wc } from "eslint-plugin-wc";
import globals from "globals";
import tseslint from "typescript-eslint";
import { noLiteralText } from "./tools/no-literal-text.js";
import { noSwallowedError } from "./tools/no-swallowed-error.js";

/** Returns the names of the folders of a folder of src. */
const foldersOf = (name) =>
  readdirSync(`${import.meta.dirname}/src/${name}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
const src = (...names) => names.map((name) => `./src/${name}`);

// The layers of src. A file may import from its own layer and those before it.
const layers = ["base", "ui", "parser", "content", "session", "rows", "list", "panes", "viewer", "targets"];

// The other targets that a target may import: some pages are variants of the app.
const targets = { iframe: ["embed"], npm: ["embed"], remote: ["app"], standalone: ["app"], styleguide: ["app"] };

const zones = [
  ...layers.slice(0, -2).map((layer, i) => ({ target: src(layer), from: src(...layers.slice(i + 1, -1)) })),
  { target: src(...layers.slice(0, -1)), from: src("targets") },
  // No pane imports another one. Shared code is beside their folders, and imports none of them.
  ...foldersOf("panes").map((pane) => ({
    target: [
      ...src(
        ...foldersOf("panes")
          .filter((other) => other !== pane)
          .map((other) => `panes/${other}`),
      ),
      "./src/panes/*.ts",
    ],
    from: src(`panes/${pane}`),
  })),
  ...foldersOf("targets").map((target) => ({
    target: src(`targets/${target}`),
    from: foldersOf("targets")
      .filter((other) => other !== target && !targets[target]?.includes(other))
      .map((other) => `./src/targets/${other}`),
  })),
  // The service worker is a separate program. It checks like the page which of the parser's files the browser supports.
  { target: src("service-worker"), from: src("."), except: ["service-worker", "base/brotli.ts"] },
  { target: src(...layers), from: src("service-worker") },
];

// Failures are plain objects, since errors lose their fields on the way from a worker.
const thrown = {
  allow: [
    { from: "file", name: "Failure", path: "src/parser/protocol.ts" },
    { from: "file", name: "Replaced", path: "src/targets/embed/suspend-controller.ts" },
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
    ignores: ["src/targets/{npm,styleguide}/**", "src/**/*.test.ts"],
    plugins: { unspool: { rules: { "no-literal-text": noLiteralText } } },
    rules: { "unspool/no-literal-text": "error" },
  },
  {
    files: ["src/**/*.ts"],
    // The service worker imports nothing; what it cannot keep comes from the network.
    ignores: ["src/base/report-error.ts", "src/service-worker/**", "src/**/*.test.ts"],
    plugins: { errors: { rules: { "no-swallowed-error": noSwallowedError } } },
    rules: { "errors/no-swallowed-error": "error" },
  },
  // Generated from Go (parser/view/protocol/typescript_test.go).
  { files: ["src/parser/model.ts"], rules: { "max-len": "off" } },
  {
    // Scripts that the browser tests run in the page, after those that define these names.
    files: ["browser/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        ...globals.browser,
        ...Object.fromEntries(
          [
            "$deep",
            "$$deep",
            "$focused",
            "$held",
            "$role",
            "$$role",
            "$slowness",
            "$hostile",
            "$text",
            "links",
            "$told",
            "bench",
            "disk",
            "FileReaderSync",
          ].map((name) => [name, "readonly"]),
        ),
      },
    },
  },
  {
    files: ["*.js", "tools/*.js", "npm/**/testdata/*.{js,mjs}", "examples/**/*.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: { "no-console": "off" },
  },
);
