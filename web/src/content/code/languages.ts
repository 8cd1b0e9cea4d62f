// Determines the language of a file or a code fence. Names are those of the grammars; "" is plain text.

/** The title, then every name of the language: words of fences, file extensions, complete file names. */
const table: Readonly<Record<string, string>> = {
  bash: "Shell|sh zsh ksh fish bash .bashrc .zshrc .profile",
  c: "C|h",
  clojure: "Clojure|clj cljs cljc edn",
  cmake: "CMake|cmakelists.txt",
  cpp: "C++|c++ cc cxx hpp hh hxx ino cu",
  csharp: "C#|cs c# csx",
  css: "CSS|",
  dart: "Dart|",
  diff: "Diff|patch",
  dockerfile: "Dockerfile|docker containerfile",
  elixir: "Elixir|ex exs",
  erlang: "Erlang|erl hrl",
  fsharp: "F#|fs fsx fsi f#",
  go: "Go|golang",
  gradle: "Gradle|",
  graphql: "GraphQL|gql",
  haskell: "Haskell|hs",
  http: "HTTP|https",
  ini: "INI|toml cfg conf editorconfig gitconfig .gitconfig .npmrc cargo.lock poetry.lock",
  java: "Java|",
  javascript: "JavaScript|js jsx mjs cjs node",
  json: "JSON|jsonc json5 jsonl ndjson webmanifest ipynb map .prettierrc .eslintrc .babelrc",
  julia: "Julia|jl",
  kotlin: "Kotlin|kt kts",
  less: "Less|",
  lisp: "Lisp|el cl lsp scm",
  lua: "Lua|",
  makefile: "Makefile|make mk mak gnumakefile justfile",
  markdown: "Markdown|md mdx mkd",
  nginx: "nginx|nginx.conf",
  nix: "Nix|",
  objectivec: "Objective-C|m mm objc",
  ocaml: "OCaml|ml mli",
  perl: "Perl|pl pm",
  php: "PHP|phtml",
  powershell: "PowerShell|ps1 psm1 pwsh",
  properties: "Properties|env .env dotenv",
  protobuf: "Protobuf|proto",
  python: "Python|py pyi pyw py3 python3",
  r: "R|rscript",
  ruby: "Ruby|rb rake gemspec gemfile rakefile podfile",
  rust: "Rust|rs",
  scala: "Scala|sc sbt",
  scss: "SCSS|sass",
  shell: "Console|console shellsession shell-session terminal",
  sql: "SQL|psql mysql sqlite pgsql",
  swift: "Swift|",
  typescript: "TypeScript|ts tsx mts cts",
  vim: "Vim|vimrc .vimrc",
  wasm: "WebAssembly|wat wast",
  xml: "XML|html htm xhtml svg vue svelte astro plist xsd xsl rss csproj",
  yaml: "YAML|yml .clang-format",
};

interface Language {
  readonly grammar: string;
  readonly title: string;
}

const byName: ReadonlyMap<string, Language> = new Map(
  Object.entries(table).flatMap(([grammar, entry]) => {
    const [title = grammar, names = ""] = entry.split("|");
    return [grammar, ...names.split(" ")]
      .filter((name) => name !== "")
      .map((name) => [name, { grammar, title }] as const);
  }),
);

/** Names that share a grammar with another language but have a title of their own. */
const titles: ReadonlyMap<string, string> = new Map([
  ["toml", "TOML"],
  ["html", "HTML"],
  ["svg", "SVG"],
  ["vue", "Vue"],
  ["svelte", "Svelte"],
  ["astro", "Astro"],
  ["jsx", "JSX"],
  ["tsx", "TSX"],
  ["jsonl", "JSON Lines"],
  ["fish", "fish"],
  ["mdx", "MDX"],
  ["sass", "Sass"],
  ["env", "env"],
]);

const unknown: Language = { grammar: "", title: "" };

export function languageOf(name: string): Language {
  const key = name.trim().toLowerCase();
  const found = byName.get(key);
  if (found === undefined) return unknown;
  return { grammar: found.grammar, title: titles.get(key) ?? found.title };
}

export function languageOfFile(path: string): Language {
  const base = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const whole = byName.get(base);
  if (whole !== undefined && (base.includes(".") || namesFile.has(base))) return languageOf(base);
  if (base.startsWith("dockerfile.")) return languageOf("dockerfile");
  if (base.startsWith(".env.")) return languageOf("env");
  const dot = base.lastIndexOf(".");
  return dot > 0 ? languageOf(base.slice(dot + 1)) : unknown;
}

// Words that name a language elsewhere would also match a file called "go" or "c".
const namesFile: ReadonlySet<string> = new Set([
  "dockerfile",
  "containerfile",
  "makefile",
  "gnumakefile",
  "justfile",
  "gemfile",
  "rakefile",
  "podfile",
]);
