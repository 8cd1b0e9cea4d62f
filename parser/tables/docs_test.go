package tables_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/tables"
	"unspool/parser/testutil"
)

// columnLine matches a line of a table of columns, with their names.
var columnLine = regexp.MustCompile("(?m)^\\| (`[a-z_0-9`, ]+`) \\| (?:text|integer|number|boolean|time) \\|")

// columnsIn returns the columns in a part of the documentation.
func columnsIn(text string) (names []string) {
	for _, line := range columnLine.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(line[1], ", ") {
			names = append(names, strings.Trim(name, "`"))
		}
	}
	return names
}

// TestDocs checks that tables.md describes all columns, in their order.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testutil.Dir(t), "..", "web", "docs", "tables.md"))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "\n### ")
	common := columnsIn(parts[0])
	key, usage := common[:3], common[3:]
	out, _ := written(t, tables.Options{Format: tables.CSV}, sample(t))
	for _, part := range parts[1:] {
		name, _, _ := strings.Cut(part, "\n")
		header, err := csv.NewReader(bytes.NewReader(out[name+".csv"].Bytes())).Read()
		if err != nil {
			t.Fatal(err)
		}
		want := append(slices.Clone(key), columnsIn(part)...)
		if slices.Contains([]string{"sessions", "turns", "responses"}, name) {
			want = append(want, usage...)
		}
		if diff := cmp.Diff(want, header); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if len(parts) != 6 {
		t.Errorf("%d tables", len(parts)-1)
	}
}
