package filter

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestKindNames checks that each name is that of the kind at its index.
func TestKindNames(t *testing.T) {
	kinds := []Kinds{Prompts, Events, Replies, Thinking, Tools, Errors, Agents, Background, Results, Changes, Branches}
	names := KindNames()
	if len(names) != NumKinds || len(kinds) != NumKinds {
		t.Fatalf("%d names of %d kinds", len(names), NumKinds)
	}
	for i, kind := range kinds {
		f := mustParse(t, names[i], "")
		if got := f.Show[0].Kinds; got != kind || kind.Index() != i {
			t.Errorf("%q is %b, want %b", names[i], got, kind)
		}
	}
}

func TestParse(t *testing.T) {
	f := mustParse(t, " prompts\n\ttools  prompts", "tool:Bash tool:mcp__a__b tool:a%20b tool:%zz tool:%4 changes")
	if len(f.Show) != 1 || f.Show[0].Kinds != Prompts|Tools || len(f.Show[0].Tools) > 0 {
		t.Errorf("shows %+v", f.Show)
	}
	if len(f.Hide) != 1 || f.Hide[0].Kinds != Changes || len(f.Hide[0].Tools) != 5 {
		t.Errorf("hides %+v", f.Hide)
	}
	for _, name := range []string{"Bash", "mcp__a__b", "a b", "%zz", "%4"} {
		if !f.Hide[0].Tools[name] {
			t.Errorf("does not hide the tool %q: %v", name, f.Hide[0].Tools)
		}
	}
	if f := mustParse(t, " ", "\n"); !f.IsZero() {
		t.Errorf("%+v, want all rows", f)
	}
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("é", 50)
	for _, c := range []struct {
		show, hide string
		code       Code
		value      string
	}{
		{"prompt", "", UnknownKind, "prompt"},
		{"tools Prompts", "", UnknownKind, "Prompts"},
		{"", "prompts,replies", UnknownKind, "prompts,replies"},
		{"tool:", "", UnknownKind, "tool:"},
		{long, "", UnknownKind, strings.Repeat("é", 20)},
		{strings.Repeat("tools ", MaxWords), "", TooLong, ""},
	} {
		f, err := Parse(c.show, c.hide)
		var parsed *Error
		if !errors.As(err, &parsed) || parsed.Code != c.code || parsed.Value != c.value || !f.IsZero() {
			t.Errorf("show %.40q, hide %q: %+v, %v", c.show, c.hide, f, err)
		}
	}
	for _, text := range []string{"0", "0-3", "3-2", "-", "x", "1-x", "1,2", "1-2-3", "--", "1.5", "१", " 0 "} {
		turns, err := ParseTurns(text)
		var parsed *Error
		if !errors.As(err, &parsed) || parsed.Code != InvalidTurns || parsed.Value != strings.TrimSpace(text) || !turns.IsZero() {
			t.Errorf("turns %q: %+v, %v", text, turns, err)
		}
	}
}

func TestParseTurns(t *testing.T) {
	for text, want := range map[string]Range{
		"": {}, " ": {}, "1": {1, 1}, "2-3": {2, 3}, " 2 - 3": {2, 3}, "4-": {4, lastTurn}, "-2": {1, 2},
		"3-99999999999999999999999": {3, lastTurn},
	} {
		if got, err := ParseTurns(text); got != want || err != nil {
			t.Errorf("turns %q: %v, want %v: %v", text, got, want, err)
		}
	}
}

// FuzzParse parses filters from addresses: any text is parsed or refused with a short message.
func FuzzParse(f *testing.F) {
	for _, words := range []string{
		"", "prompts", "tool:Bash tool:mcp__a__b", "tool:a%20b tool:%zz tool:%", "tool:", "changes\u00a0errors", "12-18", "-5", "१-2",
		strings.Repeat("tool:x ", 100),
	} {
		f.Add(words, "")
	}
	f.Fuzz(func(t *testing.T, show, hide string) {
		check := func(err error) {
			var parsed *Error
			if !errors.As(err, &parsed) || len(parsed.Value) > 40 || len(err.Error()) > 400 ||
				utf8.ValidString(show) && utf8.ValidString(hide) && !utf8.ValidString(parsed.Value) {
				t.Errorf("%q, %q: %v", show, hide, err)
			}
		}
		if turns, err := ParseTurns(show); err != nil {
			check(err)
		} else if !turns.IsZero() && (turns.First < 1 || turns.Last < turns.First) {
			t.Errorf("turns %q: %v", show, turns)
		}
		parsed, err := Parse(show, hide)
		if err != nil {
			check(err)
			return
		}
		for _, word := range strings.Fields(show) {
			if i := slices.Index(kindNames[:], word); i >= 0 && !parsed.Show[0].Has(1<<i, "") {
				t.Errorf("%q does not show %s", show, word)
			}
		}
		for _, word := range strings.Fields(hide) {
			if i := slices.Index(kindNames[:], word); i >= 0 && parsed.Keep(1<<i, "") {
				t.Errorf("%q does not hide %s", hide, word)
			}
		}
	})
}
