// Grammars by name, used in the worker. Each is a file of its own, which is loaded when it is first needed.
import type { LanguageFn } from "highlight.js";

type GrammarLoader = () => Promise<{ readonly default: LanguageFn }>;

interface Grammar {
  readonly load: GrammarLoader;
  readonly inside?: readonly string[]; // languages embedded in this one
}

const grammar = (load: GrammarLoader, ...inside: readonly string[]): Grammar => ({ load, inside });

export const grammars: ReadonlyMap<string, Grammar> = new Map([
  ["bash", grammar(() => import("highlight.js/lib/languages/bash"))],
  ["c", grammar(() => import("highlight.js/lib/languages/c"))],
  ["clojure", grammar(() => import("highlight.js/lib/languages/clojure"))],
  ["cmake", grammar(() => import("highlight.js/lib/languages/cmake"))],
  ["cpp", grammar(() => import("highlight.js/lib/languages/cpp"))],
  ["csharp", grammar(() => import("highlight.js/lib/languages/csharp"))],
  ["css", grammar(() => import("highlight.js/lib/languages/css"))],
  ["dart", grammar(() => import("highlight.js/lib/languages/dart"))],
  ["diff", grammar(() => import("highlight.js/lib/languages/diff"))],
  ["dockerfile", grammar(() => import("highlight.js/lib/languages/dockerfile"))],
  ["elixir", grammar(() => import("highlight.js/lib/languages/elixir"))],
  ["erlang", grammar(() => import("highlight.js/lib/languages/erlang"))],
  ["fsharp", grammar(() => import("highlight.js/lib/languages/fsharp"))],
  ["go", grammar(() => import("highlight.js/lib/languages/go"))],
  ["gradle", grammar(() => import("highlight.js/lib/languages/gradle"))],
  ["graphql", grammar(() => import("highlight.js/lib/languages/graphql"))],
  ["haskell", grammar(() => import("highlight.js/lib/languages/haskell"))],
  ["http", grammar(() => import("highlight.js/lib/languages/http"))],
  ["ini", grammar(() => import("highlight.js/lib/languages/ini"))],
  ["java", grammar(() => import("highlight.js/lib/languages/java"))],
  ["javascript", grammar(() => import("highlight.js/lib/languages/javascript"), "css", "xml")],
  ["json", grammar(() => import("highlight.js/lib/languages/json"))],
  ["julia", grammar(() => import("highlight.js/lib/languages/julia"))],
  ["kotlin", grammar(() => import("highlight.js/lib/languages/kotlin"))],
  ["less", grammar(() => import("highlight.js/lib/languages/less"))],
  ["lisp", grammar(() => import("highlight.js/lib/languages/lisp"))],
  ["lua", grammar(() => import("highlight.js/lib/languages/lua"))],
  ["makefile", grammar(() => import("highlight.js/lib/languages/makefile"))],
  ["markdown", grammar(() => import("highlight.js/lib/languages/markdown"))],
  ["nginx", grammar(() => import("highlight.js/lib/languages/nginx"))],
  ["nix", grammar(() => import("highlight.js/lib/languages/nix"))],
  ["objectivec", grammar(() => import("highlight.js/lib/languages/objectivec"))],
  ["ocaml", grammar(() => import("highlight.js/lib/languages/ocaml"))],
  ["perl", grammar(() => import("highlight.js/lib/languages/perl"))],
  ["php", grammar(() => import("highlight.js/lib/languages/php"), "xml")],
  ["powershell", grammar(() => import("highlight.js/lib/languages/powershell"))],
  ["properties", grammar(() => import("highlight.js/lib/languages/properties"))],
  ["protobuf", grammar(() => import("highlight.js/lib/languages/protobuf"))],
  ["python", grammar(() => import("highlight.js/lib/languages/python"))],
  ["r", grammar(() => import("highlight.js/lib/languages/r"))],
  ["ruby", grammar(() => import("highlight.js/lib/languages/ruby"))],
  ["rust", grammar(() => import("highlight.js/lib/languages/rust"))],
  ["scala", grammar(() => import("highlight.js/lib/languages/scala"))],
  ["scss", grammar(() => import("highlight.js/lib/languages/scss"))],
  ["shell", grammar(() => import("highlight.js/lib/languages/shell"), "bash")],
  ["sql", grammar(() => import("highlight.js/lib/languages/sql"))],
  ["swift", grammar(() => import("highlight.js/lib/languages/swift"))],
  ["typescript", grammar(() => import("highlight.js/lib/languages/typescript"), "css", "xml")],
  ["vim", grammar(() => import("highlight.js/lib/languages/vim"))],
  ["wasm", grammar(() => import("highlight.js/lib/languages/wasm"))],
  ["xml", grammar(() => import("highlight.js/lib/languages/xml"), "css", "javascript")],
  ["yaml", grammar(() => import("highlight.js/lib/languages/yaml"))],
]);
