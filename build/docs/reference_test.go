package docs

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unspool/parser/view/filter"

	"github.com/google/go-cmp/cmp"
)

// listed returns the names that the tables below a heading list as code in their first column.
func listed(t *testing.T, page, heading string) []string {
	t.Helper()
	data, err := os.ReadFile(root + "/" + Dir + "/" + page + ".md")
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

// all returns the matches of an expression in a text, each once, in order.
func all(text, expression string) []string {
	var names []string
	for _, m := range regexp.MustCompile(expression).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// without returns the names that are not among others.
func without(names []string, others ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}

// TestReference checks that the reference lists what the element has, and nothing else. The public
// members are those of the package's types: the compiler holds the element to them.
func TestReference(t *testing.T) {
	code := described(t)
	public := code[src+"/session/public.ts"]
	element := public.Interfaces["UnspoolSession"]
	properties := without(element.Properties, "lang") // an attribute
	methods := without(element.Methods, "addEventListener", "removeEventListener")
	state := slices.Concat(code[src+"/session/view-state.ts"].Lists["viewStateNames"], []string{"v", "src", "session", "at"})
	var texts []string
	for name, file := range code {
		if !strings.HasPrefix(name, src+"/targets/styleguide/") {
			texts = append(texts, file.Texts...)
		}
	}
	everything := strings.Join(texts, "\n")
	for _, c := range []struct {
		what, page, heading string
		want                []string
	}{
		{"attributes", "embedding-reference", "## Attributes", public.Interfaces["UnspoolProperties"].Properties},
		{"kinds", "embedding-reference", "### Kinds of lines", filter.KindNames()},
		{"parts of an address", "links", "## Parts", state},
		{"properties", "embedding-reference", "## Properties", properties},
		{"methods", "embedding-reference", "## Methods", methods},
		{"events", "embedding-reference", "## Events", public.Interfaces["UnspoolDetails"].Properties},
		{"codes", "embedding-reference", "## Errors", code[src+"/parser/protocol.ts"].Unions["FailureCode"]},
		{"parts", "embedding-reference", "## Parts", all(everything, ` part="(\w+)"`)},
		{"parts", "theming", "## Parts", all(everything, ` part="(\w+)"`)},
		{"custom properties", "theming", "## Custom properties", all(everything, `var\(\s*(--unspool-\w+)`)},
		{"fields of a summary", "parser-javascript", "### Summary", code[src+"/parser/model.ts"].Interfaces["Summary"].Properties},
		{"methods of what was opened", "parser-javascript", "### The opened object", code[src+"/targets/npm/opened.ts"].Interfaces["Opened"].Methods},
	} {
		if diff := cmp.Diff(slices.Sorted(slices.Values(c.want)), listed(t, c.page, c.heading)); diff != "" || len(c.want) == 0 {
			t.Errorf("%s in %s.md (-code +documentation):\n%s", c.what, c.page, diff)
		}
	}
}
