package docs

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// bounds are the constants that the tables of limits.md tell of, in their order.
var bounds = []struct{ what, file, name string }{
	{"a line", "parser/jsonl/lines.go", "MaxLine"},
	{"nesting in a record", "parser/jsonl/scan.go", "MaxDepth"},
	{"blocks of a record", "parser/record/record.go", "MaxBlocks"},
	{"the index", "parser/bounds.go", "indexBase"},
	{"findings of one kind", "parser/diagnostic.go", "keptPerCode"},
	{"a structured result", "parser/view/toolcall.go", "maxStructured"},
	{"output in a file of its own", "parser/view/spilled.go", "maxSpilled"},

	{"rows of one answer", "parser/view/viewer.go", "MaxRows"},
	{"agents in each other", "parser/view/list.go", "maxDepth"},
	{"records behind one line", "parser/view/fold.go", "maxItems"},
	{"hooks of a record", "parser/view/hook.go", "maxHooks"},
	{"messages of a record", "parser/view/peer.go", "maxMessages"},
	{"parts of a result", "parser/view/content.go", "maxContent"},
	{"what stands beside a prompt", "parser/view/beside.go", "maxChips"},
	{"files of a message", "parser/view/chat.go", "maxAttachments"},
	{"a name in an input", "parser/view/arguments.go", "nameLimit"},
	{"types of records", "parser/view/ledgers.go", "maxListed"},
	{"members of an input", "parser/view/object.go", "maxMembers"},
	{"entries of the timeline", "parser/view/timeline.go", "maxSpans"},
	{"tools in a table", "parser/view/toolaccounts.go", "mostTools"},
	{"points of a plot", "parser/view/usagetime.go", "MostPoints"},
	{"lines of a file that is followed", "parser/patch/history.go", "maxLines"},
	{"a patch", "parser/view/filetools.go", "maxPatch"},

	{"Markdown", "web/src/render/client.ts", "markdownLimit"},
	{"Markdown in itself", "web/src/render/tree.ts", "maxDepth"},
	{"Markdown in parts", "web/src/render/tree.ts", "maxNodes"},
	{"hidden characters of a text", "web/src/render/text.ts", "MOST"},
	{"a colour for code", "web/src/render/client.ts", "highlightLimit"},
	{"formatting a text", "web/src/render/client.ts", "budget"},
	{"starting to format", "web/src/render/client.ts", "load"},
	{"starting to format again", "web/src/render/client.ts", "sign"},
	{"two texts to compare", "web/src/render/diff-compute.ts", "maxSize"},
	{"lines to compare", "web/src/render/diff-compute.ts", "maxLines"},
	{"one line", "web/src/render/lines.ts", "first"},
	{"one line of words", "web/src/render/lines.ts", `ofFew: LinePart = \{ first`},
	{"lines that a button brings", "web/src/render/lines.ts", "step"},
	{"a text that is loaded whole", "web/src/rows/rest.ts", "MOST_SHOWN"},
	{"an address that can be followed", "web/src/render/url.ts", "maxLength"},
	{"lines of a record as a tree", "web/src/panes/inspector/tree.ts", "MOST"},
	{"a record in the inspector", "web/src/panes/inspector/inspector.ts", "MOST"},
	{"pixels of an image", "web/src/element/shown-picture.ts", "PIXEL_LIMIT"},
	{"bytes of an image", "parser/view/media.go", "maxImage"},
	{"images of a row", "web/src/rows/media.ts", "MOST"},
	{"rows copied as Markdown", "web/src/rows/as-markdown.ts", "MOST_ROWS"},
	{"characters copied", "web/src/element/selected.ts", "MOST"},

	{"words to look for", "parser/search/query.go", "MaxQuery"},
	{"words one by one", "parser/search/finder.go", "MaxWords"},

	{"files of a folder", "web/src/app/walk.ts", "MOST_FILES"},
	{"entries of a folder", "web/src/app/walk.ts", "MOST_ENTRIES"},
	{"folders in each other", "web/src/app/walk.ts", "DEEPEST"},
	{"an address on another host", "web/src/element/remote-files.ts", "bytes"},
	{"an address", "web/src/element/address.ts", "LONGEST"},
	{"silence of a server", "web/src/element/remote-files.ts", "silence"},
	{"a listing", "web/src/element/listing.ts", "MOST_FILES"},
	{"a table of prices", "web/src/worker/parser.ts", "MOST_PRICES"},
	{"a page with its session", "web/src/app/save-page.ts", "MOST"},
}

// A reader goes by the tables: they tell of all these bounds, in numbers that the
// code has.
func TestLimits(t *testing.T) {
	data, err := os.ReadFile("../../" + Dir + "/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	said := map[string]string{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || len(cells) != 4 || strings.Contains(cells[0], "---") || strings.TrimSpace(cells[0]) == "What" {
			continue
		}
		for i, cell := range cells {
			if cells[i] = strings.TrimSpace(cell); cells[i] == "" {
				t.Errorf("%s: a cell is empty", line)
			}
		}
		got = append(got, cells[0])
		said[cells[0]] = cells[1]
	}
	for _, b := range bounds {
		want = append(want, b.what)
		if value, named := valueOf(t, b.file, b.name), number(said[b.what]); value != named {
			t.Errorf("%s: %s, but %s in %s is %d", b.what, said[b.what], b.name, b.file, value)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the bounds of the tables (-want +got):\n%s", diff)
	}
}

// number reads what a cell begins with, with its unit: 32 MB, 20,000 files, 30 s.
func number(cell string) int64 {
	m := regexp.MustCompile(`^([\d,]+) ?(MB|GB|s\b)?`).FindStringSubmatch(cell)
	if m == nil {
		return -1
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n * map[string]int64{"": 1, "MB": 1 << 20, "GB": 1 << 30, "s": 1000}[m[2]]
}

// valueOf finds the first number that a file of Go or TypeScript gives a name.
// Both write numbers alike.
func valueOf(t *testing.T, file, name string) int64 {
	t.Helper()
	data, err := os.ReadFile(path.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`\b` + name + `\s*[=:]\s*(\d[\d_]*(?:\s*<<\s*\d+)?)`).FindSubmatch(data)
	if m == nil {
		t.Fatalf("%s has no %s", file, name)
	}
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	n, exact := constant.Int64Val(value.Value)
	if !exact {
		t.Fatalf("%s in %s is %s", name, file, value.Value)
	}
	return n
}

// What is seen past a bound is quoted as the page says it.
func TestLimitsInWords(t *testing.T) {
	data, err := os.ReadFile("../../" + Dir + "/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	words := code(t, "words.ts")
	for _, b := range []string{"files of a folder", "entries of a folder", "folders in each other"} {
		_, row, _ := strings.Cut(string(data), "| "+b+" | ")
		if number, _, _ := strings.Cut(row, " "); !strings.Contains(words, "more than "+number+" ") {
			t.Errorf("the page never says “more than %s”", number)
		}
	}
	for _, said := range all(string(data), `“([^“”0-9…]+)”`) {
		for _, one := range strings.Split(said, "”") {
			if !strings.Contains(words, strings.TrimSuffix(one, ".")) {
				t.Errorf("the page never says %q", one)
			}
		}
	}
}
