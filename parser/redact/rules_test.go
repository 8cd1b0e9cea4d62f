package redact

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRules checks the form of the table of rules.
func TestRules(t *testing.T) {
	rules, all, err := parseRules(ruleTable + moreRules)
	if err != nil {
		t.Fatal(err)
	}
	if len(rules) < 215 || all == nil {
		t.Errorf("%d rules", len(rules))
	}
	ids := map[string]bool{}
	for _, r := range rules {
		if ids[r.id] {
			t.Errorf("two rules %s", r.id)
		}
		ids[r.id] = true
		for _, k := range r.keywords {
			if k == "" || k != strings.ToLower(k) {
				t.Errorf("%s: keyword %q", r.id, k)
			}
		}
		e, err := regexp.Compile(r.pattern)
		if err != nil {
			t.Errorf("%s: %v", r.id, err)
		} else if r.group > e.NumSubexp() {
			t.Errorf("%s: there is no group %d", r.id, r.group)
		}
		r.compile()
	}
}

func TestRulesErrors(t *testing.T) {
	for _, line := range []string{"a", "a\tk\t(\t0\t0\t\t", "a\tk\tx\tn\t0\t\t", "a\tk\tx\t0\tn\t\t"} {
		if _, _, err := parseRules("# head\n" + line + "\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// TestRecallOfFormats checks that secrets which are generated from the patterns are found in records.
func TestRecallOfFormats(t *testing.T) {
	rules, _, err := parseRules(ruleTable + moreRules)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFinder(FinderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	found, all := 0, 0
	for _, r := range rules {
		missed := ""
		n := 0
		for range 20 {
			text := generated(random, strings.TrimSuffix(r.pattern, widerEnd))
			if !slices.ContainsFunc(r.keywords, func(k string) bool { return strings.Contains(strings.ToLower(text), k) }) {
				text = r.keywords[0] + " " + text
			}
			line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": "use " + text + "\nnow"}})
			if err != nil {
				t.Fatal(err)
			}
			all++
			hit := false
			for x := range f.Line(line, 0) {
				hit = hit || x.Kind == Secret
			}
			if hit {
				found++
				n++
			} else {
				missed = text
			}
		}
		if n < 14 {
			t.Logf("%s: %d of 20, not %q", r.id, n, missed)
		}
	}
	t.Logf("%d of %d secrets are found", found, all)
	if found*100 < all*95 {
		t.Errorf("only %d of %d secrets are found", found, all)
	}
}
