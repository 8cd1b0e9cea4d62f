package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/config"
)

// TestTable checks that the files are those that the generator writes.
func TestTable(t *testing.T) {
	rules, words, err := table(config.DefaultConfig)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"rules.tsv": rules, "stopwords.txt": words} {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || string(got) != want {
			t.Errorf("%s is old: run go generate ./parser/redact (%v)", name, err)
		}
	}
	if n := strings.Count(rules, "\n"); n < 220 {
		t.Errorf("%d lines", n)
	}
}

func TestTableErrors(t *testing.T) {
	for source, want := range map[string]string{
		"rules = 1": "read the rules",
		"[[rules]]\nid = 'a'\nregex = \"x\\ty\"\nkeywords = ['k']":                                           "tab",
		"[[rules]]\nid = 'a'\nregex = 'x'\nkeywords = ['k']\n[[rules.allowlists]]\nregexTarget = 'sentence'": "unknown target",
	} {
		if _, _, err := table(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", source, err)
		}
	}
}
