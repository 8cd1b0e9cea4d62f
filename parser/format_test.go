package parser_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

func formatPage(t *testing.T) (page string, headings []string) {
	t.Helper()
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			headings = append(headings, strings.TrimSpace(strings.TrimLeft(line, "#")))
		}
	}
	return string(data), headings
}

var (
	comment = regexp.MustCompile(`\n\s*(//|\*|#)\s?`)
	cited   = regexp.MustCompile(`FORMAT\.md((?:,? (?:to |and )?"[^"]+")+)`)
	topic   = regexp.MustCompile(`"([^"]+)"`)
)

// TestCitedSectionsExist checks that the sections of FORMAT.md that comments cite exist.
func TestCitedSectionsExist(t *testing.T) {
	_, headings := formatPage(t)
	citations := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "node_modules" || name == "dist" || strings.HasPrefix(name, ".") && name != "..") {
			return filepath.SkipDir
		}
		if !slices.Contains([]string{".go", ".tsv"}, filepath.Ext(path)) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, c := range cited.FindAllStringSubmatch(comment.ReplaceAllString(string(data), " "), -1) {
			for _, x := range topic.FindAllStringSubmatch(c[1], -1) {
				citations++
				if !slices.Contains(headings, x[1]) {
					t.Errorf("%s cites FORMAT.md, %q, but there is no such heading", path, x[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if citations == 0 {
		t.Error("nothing cites FORMAT.md")
	}
}

var (
	link    = regexp.MustCompile(`\]\(#([^)]*)\)`)
	noWords = regexp.MustCompile(`[^\w\- ]`)
)

func TestLinksOfFormatPage(t *testing.T) {
	page, headings := formatPage(t)
	anchors := map[string]bool{}
	for _, h := range headings {
		anchors[strings.ReplaceAll(noWords.ReplaceAllString(strings.ToLower(h), ""), " ", "-")] = true
	}
	links := link.FindAllStringSubmatch(page, -1)
	for _, l := range links {
		if !anchors[l[1]] {
			t.Errorf("FORMAT.md links to #%s, which does not exist", l[1])
		}
	}
	if len(links) < 20 {
		t.Errorf("only %d links", len(links))
	}
}

// TestSamplesOfFormatPage checks that the sample lines are complete records of known types.
func TestSamplesOfFormatPage(t *testing.T) {
	page, _ := formatPage(t)
	samples := strings.Split(page, "```jsonl\n")[1:]
	for _, s := range samples {
		s, _, _ = strings.Cut(s, "```")
		f := parsertest.Read("s.jsonl", []byte(s), len(s))
		if f.Damaged > 0 || f.Duplicates > 0 || int(f.Records.Len()) != strings.Count(s, "\n") || !f.Known() || f.Ledger().Hidden[transcript.ReasonOther] > 0 {
			t.Errorf("%d records, %d damaged, ledger %+v in:\n%s", f.Records.Len(), f.Damaged, f.Ledger(), s)
		}
	}
	if len(samples) < 8 {
		t.Errorf("only %d samples", len(samples))
	}
}

var code = regexp.MustCompile(`\tCode\w+ +DiagnosticCode = "([^"]+)"`)

// TestFormatPageNamesReasonsAndCodes checks that FORMAT.md explains each reason and each code that
// the parser returns.
func TestFormatPageNamesReasonsAndCodes(t *testing.T) {
	page, _ := formatPage(t)
	for r := range transcript.Reasons {
		if !strings.Contains(page, "| hidden: `"+r.String()+"` |") {
			t.Errorf("FORMAT.md does not explain the reason %s", r)
		}
	}
	source, err := os.ReadFile("transcript/diagnostic.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := code.FindAllStringSubmatch(string(source), -1)
	for _, c := range codes {
		if !strings.Contains(page, "| `"+c[1]+"` |") {
			t.Errorf("FORMAT.md does not explain the diagnostic %s", c[1])
		}
	}
	if len(codes) < 8 {
		t.Errorf("only %d codes", len(codes))
	}
}
