package filediff

import (
	"strings"
	"testing"
)

// paths are paths, and whether a patch can have them.
var paths = []struct {
	path  string
	valid bool
}{
	{"a.go", true},
	{"a/b/c.txt", true},
	{".gitignore", true},
	{".github/x", true},
	{"git/x", true},
	{"a b/ü\"\t.go", true},
	{"...", true},
	{"", false},
	{"a//b", false},
	{"a/", false},
	{"./a", false},
	{"../a", false},
	{"a/../b", false},
	{".git/config", false},
	{"a/.GIT/hooks/x", false},
	{".git", false},
	{".git./x", false},
	{".git /x", false},
	{".git. ./x", false},
	{"git~1/x", false},
	{"GIT~1/x", false},
	{".git::$INDEX_ALLOCATION/x", false},
	{`a\.git\x`, false},
	{".g\u200cit/x", false},
	{".git\ufeff/x", false},
	{strings.Repeat("a", 256), false},
	{strings.Repeat("a/", 2048) + "a", false},
}

func TestIsValidPath(t *testing.T) {
	for _, c := range paths {
		if got := IsValidPath(c.path); got != c.valid {
			t.Errorf("IsValidPath(%q) is %t", c.path, got)
		}
	}
}
