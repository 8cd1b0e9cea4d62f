package filter

import (
	"slices"
	"testing"
)

// mustParse parses a filter that is valid.
func mustParse(t *testing.T, show, hide string) Filter {
	t.Helper()
	f, err := Parse(show, hide)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestKeep(t *testing.T) {
	for _, c := range []struct {
		show, hide string
		kinds      Kinds
		tool       string
		want       bool
	}{
		{"", "", Replies, "", true},
		{"prompts", "", Replies, "", false},
		{"prompts replies", "", Replies, "", true},
		{"errors", "", Tools | Errors, "Bash", true},
		{"tools", "errors", Tools | Errors, "Bash", false},
		{"tools", "tools", Tools, "Bash", false},
		{"tool:Bash", "", Tools, "Bash", true},
		{"tool:Bash", "", Tools, "Read", false},
		{"tool:Bash", "", Replies, "", false},
		{"", "tool:Bash", Tools, "Bash", false},
		{"", "tool:Bash", Tools, "Read", true},
		{"tool:a%20b", "", Tools, "a b", true},
		{"prompts", "", Marks, "", true},
		{"prompts", "", Marks | Branches, "", true},
		{"prompts", "branches", Marks | Branches, "", false},
		{"prompts", "", Replies | Branches, "", false},
		{"branches", "", Replies | Branches, "", true},
	} {
		f := mustParse(t, c.show, c.hide)
		if got := f.Keep(c.kinds, c.tool); got != c.want {
			t.Errorf("show %q, hide %q: rows of %b, %q are kept: %v", c.show, c.hide, c.kinds, c.tool, got)
		}
	}
}

// TestWith checks that a combined filter keeps exactly what both keep, whatever the kinds of a row.
func TestWith(t *testing.T) {
	words := []string{"", "prompts", "tools", "errors agents", "tool:Bash", "branches replies"}
	var filters []Filter
	for _, show := range words {
		for _, hide := range words {
			filters = append(filters, mustParse(t, show, hide))
		}
	}
	for i := range filters {
		for k := range filters {
			both := filters[i].With(filters[k])
			for kinds := range Kinds(1) << NumKinds {
				for _, tool := range []string{"", "Bash", "Read"} {
					want := filters[i].Keep(kinds, tool) && filters[k].Keep(kinds, tool)
					if got := both.Keep(kinds, tool); got != want {
						t.Fatalf("%+v and %+v: rows of %b, %q are kept: %v", filters[i], filters[k], kinds, tool, got)
					}
				}
			}
			if want := filters[i].IsZero() && filters[k].IsZero(); both.IsZero() != want {
				t.Errorf("%+v and %+v keep all rows: %v", filters[i], filters[k], !want)
			}
		}
	}
}

func TestWithTurnsAndAgent(t *testing.T) {
	all, some, other := Filter{}, Filter{Turns: Range{2, 5}}, Filter{Turns: Range{4, 9}, Agent: "a1"}
	for _, c := range []struct {
		got, want Filter
	}{
		{all.With(some), some},
		{some.With(all), some},
		{some.With(Filter{Agent: "a1"}), Filter{Turns: Range{2, 5}, Agent: "a1"}},
		{some.With(other), other},
		{other.With(some), Filter{Turns: Range{2, 5}, Agent: "a1"}},
		{other.With(Filter{Agent: "a2"}), Filter{Turns: Range{4, 9}, Agent: "a2"}},
	} {
		if c.got.Turns != c.want.Turns || c.got.Agent != c.want.Agent || c.got.IsZero() {
			t.Errorf("%+v, want %+v", c.got, c.want)
		}
	}
}

func TestRange(t *testing.T) {
	for _, c := range []struct {
		turns    string
		has, not []int
	}{
		{"", []int{0, 1, 100}, nil},
		{"3", []int{3}, []int{0, 2, 4}},
		{"2-3", []int{2, 3}, []int{0, 1, 4}},
		{"-2", []int{1, 2}, []int{0, 3}},
		{"4-", []int{4, 1000}, []int{0, 3}},
	} {
		turns, err := ParseTurns(c.turns)
		if err != nil {
			t.Fatal(err)
		}
		for _, number := range append(slices.Clone(c.has), c.not...) {
			if got := turns.Has(number); got != slices.Contains(c.has, number) {
				t.Errorf("turns %q have turn %d: %v", c.turns, number, got)
			}
		}
	}
}

func TestKeepsParents(t *testing.T) {
	for _, c := range []struct {
		show, hide string
		want       bool
	}{
		{"", "", false},
		{"errors", "", true},
		{"errors agents", "", false},
		{"errors", "agents", false},
		{"", "errors", false},
	} {
		f := mustParse(t, c.show, c.hide)
		if got := f.KeepsParents(); got != c.want {
			t.Errorf("show %q, hide %q: %v", c.show, c.hide, got)
		}
	}
}
