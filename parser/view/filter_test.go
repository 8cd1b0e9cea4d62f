package view_test

import (
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// A naiveFilter looks at rows one by one, and only at their own members.
type naiveFilter struct {
	rows       []anyRow // all that there are
	show, hide []string
}

func (n *naiveFilter) matchesAny(words []string, r *anyRow, kinds []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(kinds, word) || r.Tool != nil && word == "tool:"+r.Tool.Name
	})
}

func (n *naiveFilter) passes(r *anyRow, kinds []string) bool {
	return (len(n.show) == 0 || n.matchesAny(n.show, r, kinds)) && !n.matchesAny(n.hide, r, kinds)
}

// endOf returns the index after everything inside of a row.
func (n *naiveFilter) endOf(i int) int {
	to := i + 1
	for to < len(n.rows) && n.rows[to].Depth > n.rows[i].Depth {
		to++
	}
	return to
}

// keptForAgent reports whether a row is kept for the activity of an agent in it.
func (n *naiveFilter) keptForAgent(i int) bool {
	r := &n.rows[i]
	if r.Run == nil || len(n.show) == 0 || slices.Contains(n.show, "agents") || n.matchesAny(n.hide, r, append(kindsOfRow(r), "agents")) {
		return false
	}
	for at := i + 1; at < n.endOf(i); {
		if n.isActivity(at) || n.keptForAgent(at) {
			return true
		}
		at = n.endOf(at)
	}
	return false
}

// isActivity reports whether a row passes for something other than the prompts and words of an
// agent.
func (n *naiveFilter) isActivity(i int) bool {
	r := &n.rows[i]
	kinds := kindsOfRow(r)
	others := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return kind == "prompts" || kind == "events" || kind == "replies" })
	return r.Kind != "series" && !strings.HasPrefix(r.Key, "model:") && len(others) > 0 && n.passes(r, kinds) && n.passes(r, others)
}

// keeps reports whether a row that is not inside a removed one is kept.
func (n *naiveFilter) keeps(i int) bool {
	r := &n.rows[i]
	if r.Depth > 0 && (strings.HasPrefix(r.Key, "agent:") || r.Kind == "phase") {
		in := i - 1
		for n.rows[in].Depth >= r.Depth {
			in--
		}
		if n.rows[in].Run.Kind != "agent" && !n.keptForAgent(in) {
			return true // removed with the row that contains it
		}
	}
	if r.Kind == "phase" {
		for at := i + 1; at < len(n.rows) && n.rows[at].Depth >= r.Depth && n.rows[at].Kind != "phase"; at = n.endOf(at) {
			if n.keeps(at) {
				return true
			}
		}
		return false
	}
	return r.Kind == "end" || n.passes(r, kindsOfRow(r)) || n.keptForAgent(i)
}

// keptKeys returns the keptKeys of the rows that are kept; rows that only contain others are kept for
// themselves. parents are those that are kept only for the activity of an agent.
func (n *naiveFilter) keptKeys() (keys, parents []string) {
	for i := 0; i < len(n.rows); {
		r := &n.rows[i]
		kinds := kindsOfRow(r)
		switch {
		case kinds == nil || r.Kind == "series": // of no kind, or of those that its calls are
		case n.keeps(i):
			keys = append(keys, r.Key)
			if n.keptForAgent(i) && !n.passes(r, kinds) {
				parents = append(parents, r.Key)
			}
		case r.Run != nil: // removed with everything inside of it
			i = n.endOf(i)
			continue
		}
		i++
	}
	return keys, parents
}

// TestFilterCombinations checks that every combination of kinds keeps what a naive filter keeps,
// and that the counts add up.
func TestFilterCombinations(t *testing.T) {
	kinds := strings.Fields(allKinds)
	cases := testutil.Cases(t)
	delete(cases, "claude-ai-export") // many sessions
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(cases)), 3) {
		_, v := load(cases[name], 1<<30)
		for _, info := range v.Sessions() {
			v.ShowBackground(info.Index, true)
			all := expandedRows(t, v, info.Index)
			tools := []string{"tool:Bash", "tool:Read", "tool:Edit"}
			random := rand.New(rand.NewPCG(1, 2))
			for mask := range 1 << len(kinds) {
				if mask%7 != 0 && mask&(mask-1) != 0 { // all single kinds, and every seventh of the others
					continue
				}
				var show, hide []string
				for bit, kind := range kinds {
					switch {
					case mask>>bit&1 == 0:
					case random.IntN(2) == 0:
						show = append(show, kind)
					default:
						hide = append(hide, kind)
					}
				}
				if mask%3 == 0 {
					hide = append(hide, tools[mask%len(tools)])
				} else if mask%5 == 0 {
					show = append(show, tools[mask%len(tools)])
				}
				if _, _, err := v.Filter(info.Index, strings.Join(show, " "), strings.Join(hide, " "), "", ""); err != nil {
					t.Fatal(err)
				}
				var got []string
				rows := expandedRows(t, v, info.Index)
				for i := range rows {
					if kindsOfRow(&rows[i]) != nil && rows[i].Kind != "series" {
						got = append(got, rows[i].Key)
					}
				}
				slow := &naiveFilter{all, show, hide}
				want, parents := slow.keptKeys()
				if !slices.Equal(got, want) {
					t.Fatalf("%s: show %v, hide %v: %q, want %q", name, show, hide, got, want)
				}
				for i := range rows {
					if slices.Contains(parents, rows[i].Key) || rows[i].Kind == "end" || rows[i].Kind == "phase" {
						got = slices.DeleteFunc(got, func(key string) bool { return key == rows[i].Key })
					}
				}
				if c := v.FilterOptions(info.Index); c.Shown > c.Lines || c.Shown < len(got) {
					t.Fatalf("%s: show %v, hide %v: %d of %d lines, %d rows", name, show, hide, c.Shown, c.Lines, len(got))
				}
			}
		}
	}
}

// TestChoices checks that the offered kinds, tools and agents are those of the rows.
func TestChoices(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			rows := expandedRows(t, v, info.Index)
			lines, several, tools, failed := 0, false, map[string]int{}, map[string]int{}
			for i := range rows {
				if r := &rows[i]; r.Kind == "tool" && r.Tool.Kind != "agent" && r.Tool.Kind != "workflow" && r.Run == nil {
					tools[r.Tool.Server+" "+r.Tool.Name]++
					if slices.Contains(kindsOfRow(r), "errors") && r.Tool.Status != protocol.CallRejected {
						failed[r.Tool.Server+" "+r.Tool.Name]++
					}
				}
				if kindsOfRow(&rows[i]) != nil && !slices.Contains([]string{"series", "end", "phase"}, rows[i].Kind) {
					lines++
				}
				several = several || rows[i].Kind == "attempts"
			}
			c := v.FilterOptions(info.Index)
			if c.Shown != c.Lines || c.Lines != lines && !(several && c.Lines > lines) || len(c.Kinds) != len(strings.Fields(allKinds)) {
				t.Errorf("%s: %d of %d lines, want %d", name, c.Shown, c.Lines, lines)
			}
			for _, one := range c.Tools {
				key := one.Server + " " + one.Tool
				if n, seen := tools[key]; seen && (one.Calls < n || one.Failed < failed[key]) {
					t.Errorf("%s: %+v, want %d calls, %d failed", name, one, n, failed[key])
				}
			}
			agents := 0
			for from := new(0); from != nil; {
				page := v.AgentOptions(info.Index, *from)
				agents, from = agents+len(page.Agents), page.Next
			}
			if agents != c.Agents {
				t.Errorf("%s: %d agents are listed, %d counted", name, agents, c.Agents)
			}
		}
	}
}

// TestFilterInsideAgents checks that the row of an agent is kept for the remaining rows in it and
// open until a reader closes it, with as many rows as the menu counts.
func TestFilterInsideAgents(t *testing.T) {
	parents := map[string]int{}
	for name, files := range testutil.Cases(t) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			before := keysOf(rowsAt(v, info.Index, 0, maxRows))
			for _, kind := range []string{"errors", "changes", "tools"} {
				if _, _, err := v.Filter(info.Index, kind, "", "", ""); err != nil {
					t.Fatal(err)
				}
				c := v.FilterOptions(info.Index)
				counted := c.Kinds[slices.IndexFunc(c.Kinds, func(one protocol.Count) bool { return one.Name == kind })].Count
				rows := rowsAt(v, info.Index, 0, maxRows)
				for i := range rows {
					r := &rows[i]
					if r.Run == nil || slices.Contains(kindsOfRow(r), kind) {
						continue
					}
					parents[kind]++
					if !r.Run.Open || i+1 == len(rows) || rows[i+1].Depth <= r.Depth {
						t.Errorf("%s: %s: the row %s is empty", name, kind, r.Key)
					}
					if c.Shown != counted {
						t.Errorf("%s: %d of %d %s are left", name, c.Shown, counted, kind)
					}
				}
				for i := len(rows) - 1; i >= 0; i-- {
					if r := &rows[i]; r.Run != nil && r.Run.Open {
						at := rowIndex(v.Expand(info.Index, r.Key, false))
						if page := rowsAt(v, info.Index, at, 2); page[0].Run.Open || len(page) > 1 && page[1].Depth > r.Depth {
							t.Errorf("%s: %s: the row %s does not close", name, kind, r.Key)
						}
					}
				}
				if _, _, err := v.Filter(info.Index, "", "", "", ""); err != nil {
					t.Fatal(err)
				}
				if after := keysOf(rowsAt(v, info.Index, 0, maxRows)); !slices.Equal(after, before) {
					t.Errorf("%s: %q after %s alone were shown, want %q", name, after, kind, before)
				}
			}
		}
	}
	if parents["errors"] == 0 || parents["tools"] == 0 {
		t.Errorf("only %v rows hold something", parents)
	}
}

// TestFilterAgent checks the filter of one agent: its own rows as in the whole session, and the
// calls that led to it.
func TestFilterAgent(t *testing.T) {
	seen := 0
	for name, files := range testutil.Cases(t) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			all := expandedRows(t, v, info.Index)
			for from := new(0); from != nil; {
				page := v.AgentOptions(info.Index, *from)
				from = page.Next
				for _, a := range page.Agents {
					if _, _, err := v.Filter(info.Index, "", "", a.ID, ""); err != nil {
						t.Fatal(err)
					}
					own := func(rows []anyRow) (keys []string) {
						for i := range rows {
							if rows[i].Agent == a.ID && rows[i].Series == nil && !strings.Contains(rows[i].Key, ":") {
								keys = append(keys, rows[i].Key)
							}
						}
						return keys
					}
					rows := expandedRows(t, v, info.Index)
					if want, got := own(all), own(rows); !slices.Equal(got, want) && len(want) > 0 {
						t.Errorf("%s: agent %s: %q, want %q", name, a.ID, got, want)
					}
					if c := v.FilterOptions(info.Index); c.Shown == 0 || c.AgentName == "" && a.Name != "" {
						t.Errorf("%s: agent %s: %d lines of %q", name, a.ID, c.Shown, c.AgentName)
					}
					if len(rows) == 0 || rows[0].Depth != 0 {
						t.Errorf("%s: agent %s: %d rows", name, a.ID, len(rows))
					}
					for i := range rows {
						if at := rowIndex(v.Find(info.Index, rows[i].Key)); at != i && rowsAt(v, info.Index, max(at, 0), 1)[0].Key != rows[i].Key {
							t.Errorf("%s: agent %s: the row %s is found at %d", name, a.ID, rows[i].Key, at)
						}
					}
					seen++
				}
			}
			if _, _, err := v.Filter(info.Index, "", "", "nobody", ""); err != nil || v.Rows(info.Index, 0, 0).Total != 0 {
				t.Errorf("%s: an unknown agent has %d rows: %v", name, v.Rows(info.Index, 0, 0).Total, err)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d agents", seen)
	}
}

// TestFilterWhileReading checks that a filtered list is the same whether it grew or was made at
// once.
func TestFilterWhileReading(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		data := files[0].Data
		for _, f := range [][2]string{{"errors", ""}, {"tool:Bash tool:Edit", ""}, {"", "tool:Read thinking"}, {"changes prompts", "branches"}, {"", "errors"}} {
			read := func(step int) []string {
				store := parser.NewStore()
				v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
				if _, _, err := v.Filter(0, f[0], f[1], "", ""); err != nil { // before there is a session
					t.Fatal(err)
				}
				file := store.Open(files[0].Name, int64(len(data)))
				for remainder := data; len(remainder) > 0; {
					n := min(step, len(remainder))
					file.Write(remainder[:n])
					remainder = remainder[n:]
					v.Rows(0, 0, 1)
				}
				return keysOf(rowsAt(v, 0, 0, maxRows))
			}
			if whole, grown := read(1<<30), read(250); !slices.Equal(grown, whole) {
				t.Errorf("%s, %q: %q in pieces, want %q", name, f, grown, whole)
			}
		}
	}
}

// TestFilterKeepsPlace checks that the current row is kept, or the nearest remaining row takes its
// place, as for a requested row.
func TestFilterKeepsPlace(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	for _, c := range []struct{ show, key, want string }{
		{"", "a1#0", "a1#0"},
		{"prompts", "u2", "u2"},
		{"prompts", "a1#1", "u1"}, // of its turn
		{"prompts", "a3#0", "u3"},
		{"replies", "u1", "a1#1"},
		{"replies", "u3", "a1#1"}, // nothing of its turn is left
		{"tools", "u1", "a3#0"},
		{"agents", "u1", "a2#0"},
		{"agents", "nothing", "a2#0"},
	} {
		at, _, err := v.Filter(0, c.show, "", "", c.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := rowsAt(v, 0, at, 1)[0].Key; got != c.want {
			t.Errorf("show %q: %s is the current row in place of %s, want %s", c.show, got, c.key, c.want)
		}
		if got := rowsAt(v, 0, rowIndex(v.Nearest(0, c.key)), 1)[0].Key; got != c.want && c.key != "nothing" {
			t.Errorf("show %q: %s is nearest to %s, want %s", c.show, got, c.key, c.want)
		}
		if _, _, err := v.Filter(0, "", "", "", ""); err != nil {
			t.Fatal(err)
		}
	}
	if at, ok, err := v.Filter(0, "thinking", "thinking", "", "u1"); ok || err != nil || rowIndex(v.Nearest(0, "u1")) != -1 {
		t.Errorf("%d, %v, %d without any rows", at, err, rowIndex(v.Nearest(0, "u1")))
	}
}

// TestFilterWithinNarrow checks that a reader can only filter the rows to which a page narrowed a
// session.
func TestFilterWithinNarrow(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	if err := v.Narrow(0, "1-2", "", "prompts replies", ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ show, hide, want string }{
		{"", "", "u1 a1#1 u2"},
		{"prompts thinking", "", "u1 u2"},
		{"", "prompts", "a1#1"},
		{"tools", "", ""},
	} {
		if _, _, err := v.Filter(0, c.show, c.hide, "", ""); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(keysOf(rowsAt(v, 0, 0, 100)), " "); got != c.want {
			t.Errorf("show %q, hide %q: %s, want %s", c.show, c.hide, got, c.want)
		}
	}
	if err := v.Narrow(0, "", "", "", ""); err != nil || v.Rows(0, 0, 0).Total != 1 {
		t.Errorf("%d rows where the reader wants tools alone: %v", v.Rows(0, 0, 0).Total, err)
	}
}

// FuzzFilterWords reads the words of filters from addresses: any text is parsed or refused.
func FuzzFilterWords(f *testing.F) {
	for _, words := range []string{"", "prompts", "tool:Bash tool:mcp__a__b", "tool:a%20b tool:%zz tool:%", "tool:", "changes\u00a0errors", strings.Repeat("tool:x ", 100)} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		_, v := load(dialogue, 1<<30)
		at, ok, err := v.Filter(0, words, "", "", "u1")
		if err != nil {
			if ok || len(err.Error()) > 400 {
				t.Errorf("%q: %d, %v", words, at, err)
			}
			return
		}
		if c := v.FilterOptions(0); c.Shown > c.Lines || ok != (c.Shown > 0) {
			t.Errorf("%q: row %d of %d, %d lines", words, at, c.Shown, c.Lines)
		}
	})
}
