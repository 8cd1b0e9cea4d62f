package src

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestPrefixes checks that style sheets set properties with the prefix of WebKit, too, where it
// knows them only by that. Strings of JavaScript are not style sheets to the bundler, which adds
// prefixes only to CSS files.
func TestPrefixes(t *testing.T) {
	prefixed := regexp.MustCompile(`(?m)^( *)(user-select: \w+;)$`)
	found := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".ts" {
			return err
		}
		code, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, rule := range prefixed.FindAllStringSubmatch(string(code), -1) {
			found++
			if !strings.Contains(string(code), rule[1]+"-webkit-"+rule[2]+"\n"+rule[1]+rule[2]) {
				t.Errorf("%s sets %q without -webkit- in the line before", name, rule[2])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 10 {
		t.Errorf("only %d rules were found", found)
	}
}
