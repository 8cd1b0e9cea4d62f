package shell

import (
	"slices"
	"strings"
)

// testRunners are programs that run tests, whatever their arguments.
var testRunners = []string{"pytest", "py.test", "jest", "vitest", "mocha", "ava", "karma", "playwright", "cypress", "rspec", "phpunit",
	"pest", "ctest", "tox", "nox", "gotestsum", "nextest", "bats", "nosetests", "minitest"}

// testers are programs that run tests with an argument of testTargets.
var testers = []string{"go", "npm", "pnpm", "yarn", "bun", "deno", "cargo", "make", "mvn", "mvnw", "gradle", "gradlew", "dotnet", "swift",
	"mix", "rake", "rails", "flutter", "dart", "composer", "node", "zig", "bazel", "just", "task", "python", "python3", "sbt", "lein"}

// testTargets are arguments that make a program run tests.
var testTargets = []string{"test", "tests", "--test", "check", "verify", "nextest", "pytest", "unittest"}

// launchers are words that come before the program that they run, such as those of "uv run pytest".
var launchers = []string{"npx", "bunx", "pnpx", "uv", "poetry", "pipenv", "hatch", "rye", "bundle", "env", "rtk", "exec", "dlx", "run"}

// maxTestWords is the number of words of a command among which its test target is looked for.
const maxTestWords = 6

// RunsTests reports whether a command line runs the tests of a project.
func RunsTests(command string) bool {
	commands, _, _ := split(command)
	return slices.ContainsFunc(commands, runsTests)
}

func runsTests(words []string) bool {
	words = withoutPrefix(words)
	for len(words) > 0 && slices.Contains(launchers, nameOf(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	program, arguments := nameOf(words[0]), words[1:min(len(words), maxTestWords)]
	switch {
	case slices.Contains(testRunners, program):
		return true
	case !slices.Contains(testers, program):
		return false
	case len(arguments) > 1 && slices.Contains(launchers, arguments[0]) && slices.Contains(testRunners, arguments[1]):
		return true
	}
	return slices.ContainsFunc(arguments, isTestTarget)
}

// isTestTarget reports whether a word names tests: "test", "test:unit", "test-all".
func isTestTarget(word string) bool {
	name, _, _ := strings.Cut(word, ":")
	name, _, _ = strings.Cut(name, "-")
	return slices.Contains(testTargets, word) || name == "test"
}

// nameOf returns the name of a program without its folder.
func nameOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
