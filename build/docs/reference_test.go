package docs

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// src is the code of the page and the element.
const src = "../../web/src"

// listed returns what the tables below a heading of a page list: the names that
// stand as code in the first column.
func listed(t *testing.T, page, heading string) []string {
	t.Helper()
	data, err := os.ReadFile("../../" + Dir + "/" + page + ".md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(data), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s.md has no heading %q", page, heading)
	}
	section, _, _ := strings.Cut(after, "\n#")
	var names []string
	for line := range strings.Lines(section) {
		if row, is := strings.CutPrefix(line, "| `"); is {
			cell, _, _ := strings.Cut("`"+row, " |")
			names = append(names, all(cell, "`([^`(]+)[^`]*`")...)
		}
	}
	slices.Sort(names)
	return names
}

// code returns a file of the code.
func code(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(src + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// between returns the code between two marks.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, from)
	part, _, ends := strings.Cut(rest, to)
	if !found || !ends {
		t.Fatalf("the code has no %q", from)
	}
	return part
}

// all returns what an expression finds in a text, each once, in order.
func all(text, expression string) []string {
	var names []string
	for _, m := range regexp.MustCompile(expression).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// The reference lists what the element has, and nothing else. What is public is
// what the types of the package say: the compiler holds the element to them.
func TestReference(t *testing.T) {
	types := code(t, "element/public.ts")
	element := between(t, types, "export interface UnspoolSession extends", "\n  addEventListener")
	narrow, err := os.ReadFile("../../parser/view/filter/kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	var everything strings.Builder
	err = fs.WalkDir(os.DirFS(src), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".ts") && !strings.HasPrefix(name, "guide/") {
			everything.WriteString(code(t, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, page, heading string
		want                []string
	}{
		{"attributes", "embedding-reference", "## Attributes", all(between(t, types, "export interface UnspoolProperties {", "\n}"), `(?m)^  (\w+):`)},
		{"kinds", "embedding-reference", "### Kinds of lines", all(between(t, string(narrow), "var kindNames = [...]string{", "}"), `"(\w+)"`)},
		{"parts of an address", "links", "## Parts", slices.Sorted(slices.Values(append(all(between(t, code(t, "panes/look.ts"), "export const lookNames = [", "] as const"), `(?m)^  "(\w+)"`), "v", "src", "session", "at")))},
		{"properties", "embedding-reference", "## Properties", slices.DeleteFunc(all(element, `(?m)^  (\w+):`), func(name string) bool { return name == "lang" })},
		{"methods", "embedding-reference", "## Methods", all(element, `(?m)^  (\w+)\(`)},
		{"events", "embedding-reference", "## Events", all(between(t, types, "export interface UnspoolDetails {", "\n}"), `(?m)^  "([\w-]+)"`)},
		{"codes", "embedding-reference", "## Errors", all(between(t, code(t, "worker/protocol.ts"), "export type FailureCode =", "\n\n"), `\| "([\w-]+)"`)},
		{"parts", "embedding-reference", "## Parts", all(everything.String(), ` part="(\w+)"`)},
		{"parts", "theming", "## Parts", all(everything.String(), ` part="(\w+)"`)},
		{"custom properties", "theming", "## Custom properties", all(everything.String(), `var\(\s*(--unspool-\w+)`)},
		{"fields of a summary", "parser-javascript", "### Summary", all(between(t, code(t, "worker/model.ts"), "export interface Summary {", "\n}"), `readonly (\w+):`)},
		{"methods of what was opened", "parser-javascript", "### What was opened", all(between(t, code(t, "npm/opened.ts"), "export interface Opened", "\n}"), `(?m)^  (\w+)\(`)},
	} {
		if diff := cmp.Diff(c.want, listed(t, c.page, c.heading)); diff != "" || len(c.want) == 0 {
			t.Errorf("%s in %s.md (-code +documentation):\n%s", c.what, c.page, diff)
		}
	}
}
