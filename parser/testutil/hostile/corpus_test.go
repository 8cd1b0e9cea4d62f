package hostile

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

func corpus(t *testing.T) *Corpus {
	t.Helper()
	c, err := Read(os.DirFS(testutil.Dir(t) + "/hostile"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCorpus checks that all families exist, that each combination has a mark of its own, and that
// the output is JSON.
func TestCorpus(t *testing.T) {
	c := corpus(t)
	for field := range c.Unseen {
		if !slices.Contains(c.Fields, field) {
			t.Errorf("%q is listed as unseen, but is no field", field)
		}
	}
	if len(c.Unseen) < 50 || len(c.Unseen) > len(c.Fields)/8 {
		t.Errorf("%d fields are listed as unseen", len(c.Unseen))
	}
	families := map[string]int{}
	for _, p := range c.Payloads {
		families[p.Family]++
	}
	for _, name := range []string{"script", "markup", "svg", "css", "urls", "markdown", "terminal", "unicode", "keys", "naughty", "spoof"} {
		if families[name] < 10 {
			t.Errorf("the family %s has %d payloads", name, families[name])
		}
	}
	if len(c.Payloads) < 150 || len(c.Fields) < 400 {
		t.Errorf("%d payloads for %d fields", len(c.Payloads), len(c.Fields))
	}
	numbers := make([]int, len(c.Payloads))
	for i := range numbers {
		numbers[i] = i
	}
	var files []File
	for _, i := range testutil.Sample(t, numbers, 4) {
		files = append(append(files, c.Session("s", i, i+1)...), c.Facts(i, i+1)...)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".jsonl") {
			continue
		}
		for number, line := range strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n") {
			if !json.Valid([]byte(line)) {
				t.Fatalf("%s line %d is no JSON: %.300s", f.Path, number+1, line)
			}
			if strings.Contains(line, "«") || strings.Contains(line, "MARK") || strings.Contains(line, "RUN") && !strings.Contains(line, "%52UN") {
				t.Fatalf("%s line %d has an empty place: %.300s", f.Path, number+1, line)
			}
		}
	}
	if marks := c.Marks(0, len(c.Payloads)); len(marks) < len(c.Fields)*len(c.Payloads)*4/5 {
		t.Errorf("only %d of %d combinations can be found again", len(marks), len(c.Fields)*len(c.Payloads))
	}
}
