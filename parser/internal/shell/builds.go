package shell

import (
	"slices"
	"strings"
)

// builders are programs that build a project or check its code, whatever their arguments.
var builders = []string{"make", "ninja", "tsc", "vue-tsc", "gcc", "g++", "clang", "clang++", "rustc", "javac", "eslint", "ruff", "mypy",
	"pyright", "golangci-lint", "xcodebuild", "msbuild", "webpack", "rollup", "esbuild", "gradle", "gradlew", "mvn", "mvnw", "sbt"}

// buildCommands are programs with a subcommand that builds or checks, which is their first argument.
var buildCommands = []string{"go", "cargo", "deno", "dotnet", "swift", "mix", "flutter", "dart", "zig", "bazel", "nx", "turbo",
	"vite", "next", "npm", "pnpm", "yarn", "bun", "docker", "just", "task"}

// buildWords begin the names of such subcommands and scripts: "build", "lint:fix", "type-check".
var buildWords = []string{"build", "compile", "check", "clippy", "lint", "vet", "typecheck", "type-check", "publish"}

// Builds reports whether the command line builds a project, checks its code, or runs its tests.
func (l CommandLine) Builds() bool {
	return slices.ContainsFunc(l.commands, func(words []string) bool { return builds(words) || runsTests(words) })
}

func builds(words []string) bool {
	words = withoutOptions(withoutPrefix(words))
	for len(words) > 0 && slices.Contains(launchers, nameOf(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	program, arguments := nameOf(words[0]), words[1:]
	if slices.Contains(builders, program) || program == "cmake" {
		return true
	}
	for len(arguments) > 0 && slices.Contains(launchers, arguments[0]) {
		arguments = arguments[1:]
	}
	return slices.Contains(buildCommands, program) && len(arguments) > 0 &&
		slices.ContainsFunc(buildWords, func(word string) bool { return strings.HasPrefix(arguments[0], word) })
}
