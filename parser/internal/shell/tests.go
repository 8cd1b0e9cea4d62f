package shell

import (
	"slices"
	"strings"
)

// testRunners are programs that do nothing but run tests.
var testRunners = []string{"pytest", "py.test", "jest", "vitest", "mocha", "ava", "karma", "rspec", "phpunit", "pest", "ctest",
	"tox", "nox", "gotestsum", "nextest", "cargo-nextest", "bats", "nosetests"}

// testCommands are programs with a subcommand for tests, which is their first argument.
var testCommands = []string{"go", "cargo", "deno", "dotnet", "swift", "mix", "flutter", "dart", "composer", "zig", "bazel", "nx", "turbo",
	"rails", "rake", "playwright", "cypress", "artisan", "manage.py", "hatch"}

// packageManagers run scripts of the project, and programs that it depends on.
var packageManagers = []string{"npm", "pnpm", "yarn", "bun"}

// buildTools run targets, any of which can be one of buildTargets.
var (
	buildTools   = []string{"make", "just", "task", "gradle", "gradlew", "mvn", "mvnw", "sbt", "lein", "ninja"}
	buildTargets = []string{"check", "verify"}
)

// launchers are words that come before the program that they run, such as those of "uv run pytest".
var launchers = []string{"npx", "bunx", "pnpx", "uv", "poetry", "pipenv", "rye", "bundle", "env", "rtk", "exec", "dlx", "run", "run-script",
	"php", "python", "python3"}

// valued are options that are followed by a value.
var valued = []string{"-C", "-F", "-w", "--filter", "--prefix", "--workspace", "--with", "--project", "--package", "-p"}

// askers are options with which a test runner runs no tests.
var askers = []string{"--version", "--help", "--collect-only", "--co", "--markers", "--fixtures", "--listTests", "--list"}

// RunsTests reports whether the command line runs the tests of a project.
func (l CommandLine) RunsTests() bool { return slices.ContainsFunc(l.commands, runsTests) }

func runsTests(words []string) bool {
	words = withoutPrefix(words)
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(askers, word) }) {
		return false
	}
	if len(words) > 1 && nameOf(words[0]) == "node" {
		return words[1] == "--test"
	}
	all := words
	words = withoutOptions(words)
	for len(words) > 0 && slices.Contains(launchers, nameOf(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return slices.Contains(all, "unittest") || slices.Contains(all, "pytest") // python -m
	}
	program, arguments := nameOf(words[0]), words[1:]
	switch {
	case slices.Contains(testRunners, program), program == "unittest":
		return true
	case slices.Contains(testCommands, program):
		return len(arguments) > 0 && (isTestTarget(arguments[0]) || arguments[0] == "nextest")
	case slices.Contains(packageManagers, program):
		for len(arguments) > 0 && slices.Contains(launchers, arguments[0]) {
			arguments = arguments[1:]
		}
		return len(arguments) > 0 && (isTestTarget(arguments[0]) || arguments[0] == "t" || slices.Contains(testRunners, arguments[0]))
	case slices.Contains(buildTools, program):
		return slices.ContainsFunc(arguments, func(word string) bool {
			return isTestTarget(word) || slices.Contains(buildTargets, word)
		})
	}
	return false
}

// withoutOptions removes options and their values.
func withoutOptions(words []string) []string {
	var remaining []string
	for i := 0; i < len(words); i++ {
		switch {
		case slices.Contains(valued, words[i]):
			i++
		case !strings.HasPrefix(words[i], "-"):
			remaining = append(remaining, words[i])
		}
	}
	return remaining
}

// isTestTarget reports whether a word names tests: "test", "test:unit", "unit-tests".
func isTestTarget(word string) bool {
	name, _, _ := strings.Cut(word, ":")
	return name == "test" || name == "tests" || strings.HasPrefix(name, "test-") && !strings.HasSuffix(name, "-data") ||
		strings.HasSuffix(name, "-test") || strings.HasSuffix(name, "-tests")
}

// nameOf returns the name of a program without its folder.
func nameOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
