package redact

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// labelFiles names the variable with files of texts with secrets, separated by commas, as
// generate/labels prints them.
const labelFiles = "UNSPOOL_LABELS"

// TestRecall measures how many of the secrets in labeled texts are found, and how many with a known
// format. Texts that have neither are generic.
func TestRecall(t *testing.T) {
	names := os.Getenv(labelFiles)
	if names == "" {
		return
	}
	f := newFinder(t, FinderOptions{})
	for name := range strings.SplitSeq(names, ",") {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<22)
		all, hit := map[string]int{}, map[string]int{}
		missed := map[string][]string{}
		for lines.Scan() {
			var l struct{ Rule, Text, Secret string }
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			kind := "formats"
			if l.Rule == "generic-api-key" {
				kind = "generic"
			}
			all[kind]++
			if isFound(f, recordOf(t, l.Text), l.Secret) {
				hit[kind]++
			} else {
				missed[l.Rule] = append(missed[l.Rule], l.Text)
			}
		}
		for kind, n := range all {
			t.Logf("%s: %d of %d %s, %.1f %%", name, hit[kind], n, kind, 100*float64(hit[kind])/float64(n))
		}
		var rules []string
		for r := range missed {
			rules = append(rules, r)
		}
		slices.SortFunc(rules, func(a, b string) int { return len(missed[b]) - len(missed[a]) })
		for _, r := range rules[:min(len(rules), 40)] {
			t.Logf("  %s: %d are missed, such as %.300q", r, len(missed[r]), missed[r][0])
		}
	}
}

// isFound reports whether the secret in a line is found, or, if it is not known, any secret.
func isFound(f *Finder, line []byte, secret string) bool {
	for x := range f.Line(line, 0) {
		if x.Kind == Secret && (secret == "" || len(x.Value) >= 8 && strings.Contains(secret, x.Value) || strings.Contains(x.Value, secret)) {
			return true
		}
	}
	return false
}
