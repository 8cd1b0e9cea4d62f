package view_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/view"
)

// matchAll asks on until the end, and gives all that was found together.
func matchAll(t testing.TB, v *view.Viewer, session int, wanted view.Wanted) (all view.Matches) {
	t.Helper()
	for from := 0; from >= 0; {
		found, err := v.Matches(session, wanted, from)
		if err != nil {
			t.Fatal(err)
		}
		if found.Next >= 0 && found.Next <= from {
			t.Fatalf("the search goes on at %d from %d", found.Next, from)
		}
		all.Matches = append(all.Matches, found.Matches...)
		all.Turns = append(all.Turns, found.Turns...)
		all.Places += found.Places
		all.Count += found.Count
		all.Kinds = addTallies(all.Kinds, found.Kinds)
		all.Tools = addTallies(all.Tools, found.Tools)
		from = found.Next
	}
	return all
}

func addTallies(to, from []view.Tally) []view.Tally {
next:
	for _, one := range from {
		for i := range to {
			if to[i].Name == one.Name {
				to[i].Count += one.Count
				continue next
			}
		}
		to = append(to, one)
	}
	return to
}

func describeMatch(m view.Match) string {
	s := fmt.Sprintf("%s %s %d %s[%s]%s", m.Key, m.Kind, m.Turn, m.Before, m.Words, m.After)
	if m.Tool != "" {
		s += " of " + m.Tool
	}
	if m.Agent != "" {
		s += " in " + m.Agent
	}
	if m.Failed {
		s += " failed"
	}
	if m.Count != 1 {
		s += fmt.Sprint(" ×", m.Count)
	}
	return s
}

func TestMatches(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	for _, c := range []struct {
		wanted view.Wanted
		want   []string
	}{
		{view.Wanted{Text: "needle"}, []string{""}},
	} {
		got := []string{}
		all := matchAll(t, v, 0, c.wanted)
		for _, m := range all.Matches {
			got = append(got, describeMatch(m))
		}
		t.Errorf("%+v:\n%s\n%+v %+v %+v", c.wanted, strings.Join(got, "\n"), all.Turns, all.Kinds, all.Tools)
	}
}
