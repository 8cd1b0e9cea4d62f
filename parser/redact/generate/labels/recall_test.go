package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"unspool/parser/redact"
)

// A recall counts secrets, and those that are found.
type recall struct{ found, all int }

// percent returns the share that is found.
func (r recall) percent() float64 { return 100 * float64(r.found) / float64(max(1, r.all)) }

// TestRecall checks how many of the secrets are found with which public scanners test themselves: the percentage
// of those with a known format and of generic ones. Package redact has the rules of gitleaks, and few of those of
// trufflehog, whose known formats include connections without a password and examples such as "FAKE".
func TestRecall(t *testing.T) {
	for _, c := range []struct {
		source           string
		least            int // labels of each kind
		formats, generic float64
	}{
		{"gitleaks", 50, 95, 70},
		{"trufflehog", 150, 80, 70},
	} {
		var out bytes.Buffer
		if err := sources[c.source](&out); err != nil {
			t.Fatal(err)
		}
		finder, err := redact.NewFinder(redact.FinderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var formats, generic recall
		missed := map[string][]string{}
		for line := range bytes.Lines(out.Bytes()) {
			var l label
			if err := json.Unmarshal(line, &l); err != nil {
				t.Fatal(err)
			}
			of := &formats
			if l.Generic {
				of = &generic
			}
			of.all++
			if isFound(t, finder, &l) {
				of.found++
			} else {
				missed[l.Rule] = append(missed[l.Rule], l.Text)
			}
		}
		t.Logf("%-10s  known formats %4d of %4d, %5.1f %%  generic %4d of %4d, %5.1f %%", c.source,
			formats.found, formats.all, formats.percent(), generic.found, generic.all, generic.percent())
		logMissed(t, missed)
		if formats.percent() < c.formats || generic.percent() < c.generic || min(formats.all, generic.all) < c.least {
			t.Errorf("%s: want %.0f %% of known formats and %.0f %% of generic secrets, of at least %d each", c.source,
				c.formats, c.generic, c.least)
		}
	}
}

// isFound reports whether the secret in a text of a transcript is found, or, if it is not known, any secret.
func isFound(t *testing.T, f *redact.Finder, l *label) bool {
	t.Helper()
	line, err := json.Marshal(map[string]any{"type": "user", "uuid": "u1", "message": map[string]any{"role": "user", "content": l.Text}})
	if err != nil {
		t.Fatal(err)
	}
	parts := partsIn(l.Text, l.Secret)
	for x := range f.Line(line, 0) {
		switch {
		case x.Kind != redact.Secret:
		case l.Secret == "", len(x.Value) >= 8 && strings.Contains(l.Secret, x.Value):
			return true
		case strings.Contains(l.Secret, "://") && strings.Contains(l.Secret, ":"+x.Value+"@"): // a password in an address
			return true
		case slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(x.Value, part) }):
			return true
		}
	}
	return false
}

// partsIn returns the parts of a secret that are in a text. A secret of several parts is an object of them, or
// has colons between them.
func partsIn(text, secret string) []string {
	var members map[string]string
	parts := append(strings.Split(secret, ":"), secret)
	if json.Unmarshal([]byte(secret), &members) == nil {
		parts = slices.Collect(maps.Values(members))
	}
	return slices.DeleteFunc(parts, func(part string) bool { return len(part) < 8 || !strings.Contains(text, part) })
}

// logMissed logs the rules with the most secrets that are not found.
func logMissed(t *testing.T, missed map[string][]string) {
	t.Helper()
	var rules []string
	for rule := range missed {
		rules = append(rules, rule)
	}
	slices.SortFunc(rules, func(a, b string) int { return len(missed[b]) - len(missed[a]) })
	for _, rule := range rules[:min(len(rules), 20)] {
		t.Logf("  %s: %d are missed, such as %.200q", rule, len(missed[rule]), missed[rule][0])
	}
}
