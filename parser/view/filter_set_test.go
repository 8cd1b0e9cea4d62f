package view_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const allKinds = "prompts events replies thinking tools errors agents background results changes branches"

// expandedRows expands all rows, and returns them.
func expandedRows(t testing.TB, v *view.Viewer, session int) []anyRow {
	t.Helper()
	var rows []anyRow
next:
	for {
		page := pageAt(v, session, len(rows), maxRows)
		for i := range page.Rows {
			r := &page.Rows[i]
			if r.Run != nil && r.Run.Rows > 0 && !r.Run.Open || r.Fold != nil && (r.Kind == "attempts" || r.Kind == "branch" || r.Kind == "copied" || r.Kind == "background-fold") && !r.Fold.Open || r.Series != nil && !r.Series.Open {
				rows = append(rows, page.Rows[:i]...)
				if at := rowIndex(v.Expand(session, r.Key, true)); at != len(rows) {
					t.Fatalf("row %d, %s, is opened as row %d", len(rows), r.Key, at)
				}
				continue next
			}
		}
		if rows = append(rows, page.Rows...); len(rows) >= page.Total {
			return rows
		}
	}
}

func keysOf(rows []anyRow) []string {
	keys := make([]string, len(rows))
	for i := range rows {
		keys[i] = rows[i].Key
	}
	return keys
}

// kindsOfRow returns the kinds of a row, according to its members, or nil for marks and for rows
// that only contain others.
func kindsOfRow(r *anyRow) []string {
	var kinds []string
	switch r.Kind {
	case "prompt":
		if kinds = []string{"prompts"}; r.Event != "" {
			kinds = []string{"events"}
		}
	case "interrupt":
		kinds = []string{"prompts", "errors"}
	case "text", "image":
		kinds = []string{"replies"}
	case "thinking":
		kinds = []string{"thinking"}
	case "series":
		kinds = []string{"tools"}
		if slices.ContainsFunc(r.Series.Tools, func(d protocol.ToolCount) bool { return d.Kind == "edit" || d.Kind == "write" }) {
			kinds = append(kinds, "changes")
		}
	case "output":
		kinds = []string{"tools", "results"}
	case "tool":
		kinds = []string{"tools"}
		if r.Run != nil || r.Tool.Kind == "agent" || r.Tool.Kind == "workflow" {
			kinds = []string{"agents"}
		} else if r.Tool.Kind == "edit" || r.Tool.Kind == "write" || r.Tool.Name == "text_editor_code_execution" || r.Tool.Kind == "notebook" && strings.Contains(r.Tool.Name, "Edit") {
			kinds = append(kinds, "changes")
		}
		if s := r.Tool.Status; s == "error" || s == "rejected" || s == "denied" || s == "interrupted" || r.Run != nil && r.Run.State == "failed" {
			kinds = append(kinds, "errors")
		}
	case "error", "damaged":
		kinds = []string{"errors"}
	case "phase", "end":
		kinds = []string{"agents"}
	case "internal":
		kinds = []string{"agents", "background"}
	case "background", "note", "unknown":
		kinds = []string{"background"}
		if r.Kind == "background" && r.Fold.Failed > 0 {
			kinds = append(kinds, "errors")
		}
	default:
		return nil
	}
	if r.Depth > 0 {
		kinds = append(kinds, "agents")
	}
	if r.Branch {
		kinds = append(kinds, "branches")
	}
	return kinds
}

// isSubsequence reports whether the keys are among others in the same order.
func isSubsequence(part, of []string) bool {
	for _, key := range part {
		at := slices.Index(of, key)
		if at < 0 {
			return false
		}
		of = of[at+1:]
	}
	return true
}

// recordIn returns the record that a key names, without the block and the mark.
func recordIn(key string) string {
	key, _, _ = strings.Cut(key, "#")
	for _, mark := range []string{"model:", "mode:", "restart:", "series:", "invalid-json:", "invalid-utf8:", "unfinished-line:"} {
		key = strings.TrimPrefix(key, mark)
	}
	return key
}

// isOnlyRow reports whether nothing else can show the record of a row, if the record has only one
// row.
func isOnlyRow(r *anyRow) bool {
	return r.Kind == "text" || r.Kind == "thinking" || r.Kind == "tool" || r.Kind == "prompt" && r.Flavor == "typed"
}

// checkNarrowing checks that each kind keeps a subsequence of the rows, that all kinds together
// keep all, and that removed rows are not found.
func checkNarrowing(t *testing.T, name string, files []testutil.File) {
	_, v := load(files, 1<<30)
	for _, info := range v.Sessions() {
		_, v := load(files, 1<<30)
		v.ShowBackground(info.Index, true)
		all := expandedRows(t, v, info.Index)
		whole := keysOf(all)
		seen, records := map[string]bool{}, map[string]int{}
		for _, key := range whole {
			records[recordIn(key)]++
		}
		for _, kind := range strings.Fields(allKinds) {
			for _, link := range []string{"show", "hide"} {
				show, hide := kind, ""
				if link == "hide" {
					show, hide = hide, show
				}
				if err := v.Narrow(info.Index, "", "", show, hide); err != nil {
					t.Fatal(err)
				}
				rows := expandedRows(t, v, info.Index)
				keys := keysOf(rows)
				if !isSubsequence(keys, whole) {
					t.Fatalf("%s: %s %s: %q is no part of %q", name, link, kind, keys, whole)
				}
				left := map[string]bool{}
				for _, key := range keys {
					left[key] = true
					seen[key] = seen[key] || link == "show"
				}
				for i := range all {
					r := &all[i]
					kinds := kindsOfRow(r)
					if kinds == nil || r.Depth > 0 || r.Kind == "series" && (kind == "branches" || kind == "changes") {
						continue // a series is kept as long as one of its calls is
					}
					isParent := link == "show" && (&naiveFilter{all, []string{kind}, nil}).keptForAgent(i)
					if want := isParent || slices.Contains(kinds, kind) == (link == "show"); left[r.Key] != want {
						t.Errorf("%s: %s %s: the row %s, %s of %q, is kept: %v", name, link, kind, r.Key, r.Kind, kinds, left[r.Key])
					}
				}
				for i, key := range whole {
					switch found := rowIndex(v.Find(info.Index, key)); {
					case left[key] && (found < 0 || keys[found] != key):
						t.Errorf("%s: %s %s: the row %s is found at %d", name, link, kind, key, found)
					case !left[key] && found >= 0 && isOnlyRow(&all[i]) && records[recordIn(key)] == 1:
						t.Errorf("%s: %s %s: the row %s is found, which is not kept", name, link, kind, key)
					}
				}
			}
		}
		for i, key := range whole {
			if !seen[key] && kindsOfRow(&all[i]) != nil {
				t.Errorf("%s: no kind shows the row %s, %s", name, key, all[i].Kind)
			}
		}
		if err := v.Narrow(info.Index, "", "", "", ""); err != nil {
			t.Fatal(err)
		}
		if keys := keysOf(expandedRows(t, v, info.Index)); !slices.Equal(keys, whole) {
			t.Errorf("%s: %d rows after it was narrowed and widened, want %d", name, len(keys), len(whole))
		}
	}
}

func TestNarrowCases(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		checkNarrowing(t, name, files)
	}
}

// TestNarrowTranscripts checks the same for all transcripts: with UNSPOOL_CORPUS, for real
// sessions.
func TestNarrowTranscripts(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		checkNarrowing(t, f.Path, []testutil.File{f})
	}
}

func TestNarrowTurns(t *testing.T) {
	data := []byte(`{"type":"mode","mode":"normal","sessionId":"s"}` + "\n")
	for _, n := range "12345" {
		data = append(data, strings.ReplaceAll(`{"type":"user","uuid":"uN","sessionId":"s","message":{"role":"user","content":"go N"}}
{"type":"assistant","uuid":"aN","sessionId":"s","message":{"id":"mN","role":"assistant","content":[{"type":"text","text":"done N"}],"stop_reason":"end_turn"}}
`, "N", string(n))...)
	}
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	sum, _ := v.Summary(0)
	for turns, want := range map[string]string{
		"":                          "u1 a1#0 background:@0:0 u2 a2#0 u3 a3#0 u4 a4#0 u5 a5#0",
		" ":                         "u1 a1#0 background:@0:0 u2 a2#0 u3 a3#0 u4 a4#0 u5 a5#0",
		"1":                         "u1 a1#0",
		"2-3":                       "u2 a2#0 u3 a3#0",
		" 2 - 3":                    "u2 a2#0 u3 a3#0",
		"4-":                        "u4 a4#0 u5 a5#0",
		"-2":                        "u1 a1#0 u2 a2#0",
		"5-9":                       "u5 a5#0",
		"6":                         "",
		"3-99999999999999999999999": "u3 a3#0 u4 a4#0 u5 a5#0",
	} {
		if err := v.Narrow(0, turns, "", "", ""); err != nil {
			t.Errorf("turns %q: %v", turns, err)
		}
		page := pageAt(v, 0, 0, 100)
		var keys []string
		for _, r := range page.Rows {
			keys = append(keys, r.Key)
		}
		if got := strings.Join(keys, " "); got != want || page.Total != len(keys) {
			t.Errorf("turns %q: %d rows %s, want %s", turns, page.Total, got, want)
		}
		if now, _ := v.Summary(0); now.Turns != sum.Turns || now.Prompts != 5 {
			t.Errorf("turns %q: the figures count %d turns", turns, now.Turns)
		}
	}
	if err := v.Narrow(0, "1", "", "", ""); err != nil {
		t.Fatal(err)
	}
	for _, turns := range []string{"0", "0-3", "3-2", "-", "x", "1-x", "1,2", "1-2-3", "--", "1.5", "१"} {
		if err := v.Narrow(0, turns, "", "", ""); err == nil || !strings.Contains(err.Error(), "“"+turns+"”") || !strings.Contains(err.Error(), "12-18") {
			t.Errorf("turns %q: %v", turns, err)
		}
	}
	if total := v.Rows(0, 0, 0).Total; total != 2 {
		t.Errorf("%d rows after invalid filters", total)
	}
}

// TestNarrowOutsideOfTurns checks that rows outside of turns, links to other sessions and the
// notice of broken links are removed when only some turns are kept.
func TestNarrowOutsideOfTurns(t *testing.T) {
	seen := map[string]bool{}
	count := func(v *view.Viewer, session int) (all int) {
		for _, r := range rowsAt(v, session, 0, maxRows) {
			if r.Kind == "link" || r.Kind == "broken" || r.Kind == "internal" {
				seen[r.Kind], all = true, all+1
			}
		}
		return all
	}
	for name, files := range testutil.Cases(t) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			if count(v, info.Index) == 0 {
				continue
			}
			if err := v.Narrow(info.Index, "1-", "", "", ""); err != nil {
				t.Fatal(err)
			}
			if n := count(v, info.Index); n > 0 {
				t.Errorf("%s: %d rows outside of turns are kept", name, n)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v are seen", seen)
	}
}

func TestNarrowKinds(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	for _, wrong := range []string{"prompt", "Prompts", "prompts,replies", "all", strings.Repeat("x", 500)} {
		for _, err := range []error{v.Narrow(0, "", "", wrong, ""), v.Narrow(0, "", "", "", "tools "+wrong)} {
			if err == nil || !strings.Contains(err.Error(), wrong[:min(len(wrong), 40)]) || !strings.Contains(err.Error(), allKinds) || len(err.Error()) > 230 {
				t.Errorf("%q: %v", wrong, err)
			}
		}
	}
	for _, c := range []struct{ show, hide, want string }{
		{"", "", "u1 a1#0 a1#1 background:@0:0 @0:0 u2 a2#0 @1/x1 @1/x2#0 end:0:agent:aa1@1 u3 a3#0"},
		{"prompts replies", "", "u1 a1#1 u2 u3"},
		{"prompts\n\treplies  prompts", "", "u1 a1#1 u2 u3"},
		{"agents", "", "a2#0 @1/x1 @1/x2#0 end:0:agent:aa1@1"},
		{"agents", "prompts", "a2#0 @1/x2#0 end:0:agent:aa1@1"},
		{"", "agents background", "u1 a1#0 a1#1 u2 u3 a3#0"},
		{"tools", "errors", ""},
		{"tools", "", "a3#0"},
		{"errors", "", "a3#0"},
		{"thinking", "thinking", ""},
	} {
		if err := v.Narrow(0, "", "", c.show, c.hide); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(keysOf(expandedRows(t, v, 0)), " "); got != c.want {
			t.Errorf("show %q, hide %q: %s, want %s", c.show, c.hide, got, c.want)
		}
	}
}

// TestNarrowSpeakers checks that the first remaining row shows the role, the start of the turn and
// the duration of the answer.
func TestNarrowSpeakers(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	describeRows := func(show, hide string) string {
		if err := v.Narrow(0, "", "", show, hide); err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, r := range rowsAt(v, 0, 0, 100) {
			word := r.Key + " " + r.By
			if r.Opens {
				word += " opens"
			}
			if r.Reply != nil && r.Reply.Cost.Unpriced != nil {
				word += " sums"
			}
			text = append(text, word)
		}
		return strings.Join(text, ", ")
	}
	for _, c := range []struct{ show, hide, want string }{
		{"", "background", "u1 you opens, a1#0 claude sums, a1#1 , u2 you opens, a2#0 claude sums, u3 you opens, a3#0 claude sums"},
		{"", "background thinking", "u1 you opens, a1#1 claude sums, u2 you opens, a2#0 claude sums, u3 you opens, a3#0 claude sums"},
		{"replies tools", "", "a1#1 claude opens sums, a3#0 claude opens sums"},
	} {
		if got := describeRows(c.show, c.hide); got != c.want {
			t.Errorf("show %q, hide %q: %s, want %s", c.show, c.hide, got, c.want)
		}
	}
}

// TestNarrowTurnWithinRow checks a turn that begins within a row of background records: records that were
// removed before are shown then, wherever the row begins.
func TestNarrowTurnWithinRow(t *testing.T) {
	data := []byte(`{"type":"system","subtype":"init","uuid":"i1","session_id":"s","cwd":"/w"}
{"type":"assistant","uuid":"a1","session_id":"s","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"}}
{"type":"result","subtype":"success","uuid":"z1","session_id":"s","result":"Done."}
`)
	for i := range 300 {
		data = fmt.Appendf(data, `{"type":"mode","mode":"m%d","sessionId":"s"}`+"\n", i)
	}
	before := len(data)
	data = append(data, `{"type":"stream_event","uuid":"e1","session_id":"s","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}
`...)
	keysAfter := func(pieces ...[]byte) (keys []string) {
		store := parser.NewStore()
		v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
		if err := v.Narrow(0, "2", "", "", ""); err != nil {
			t.Fatal(err)
		}
		f := store.Open("s.jsonl", int64(len(data)))
		for _, piece := range pieces {
			f.Write(piece)
			keys = keysOf(rowsAt(v, 0, 0, 10))
		}
		return keys
	}
	want, got := keysAfter(data), keysAfter(data[:before], data[before:])
	if len(want) != 1 || !slices.Equal(got, want) {
		t.Errorf("the rows are %q in pieces, want %q", got, want)
	}
}

// TestNarrowWhileReading checks that a narrowed list is the same whether it grew or was made at
// once.
func TestNarrowWhileReading(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		for _, n := range []struct{ turns, show, hide string }{{"2-3", "", ""}, {"", "prompts errors", ""}, {"", "", "tools background"}, {"-2", "thinking replies", ""}} {
			main := files[:1]
			narrow := func(v *view.Viewer) {
				if err := v.Narrow(0, n.turns, "", n.show, n.hide); err != nil { // before there is a session
					t.Fatal(err)
				}
			}
			read := func(step int, ask bool) []string {
				store := parser.NewStore()
				v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(main[0].Data) })
				narrow(v)
				f := store.Open(main[0].Name, int64(len(main[0].Data)))
				for data := main[0].Data; len(data) > 0; {
					k := min(step, len(data))
					f.Write(data[:k])
					if data = data[k:]; ask {
						v.Rows(0, 0, 10)
					}
				}
				var keys []string // until the end of the file changes them
				for _, r := range rowsAt(v, 0, 0, maxRows) {
					keys = append(keys, r.Key)
				}
				return keys
			}
			want := read(1<<30, false)
			if got := read(300, true); !slices.Equal(got, want) {
				t.Errorf("%s, %+v: %q in pieces, want %q", name, n, got, want)
			}
		}
	}
}

// TestNarrowPrompts checks that a prompt is kept with the events below it, which count among turns,
// and that events are no prompts.
func TestNarrowPrompts(t *testing.T) {
	var data []byte
	for i, text := range []string{"go", "<task-notification><event>a line</event></task-notification>", "stop"} {
		data = fmt.Appendf(data, `{"type":"user","uuid":"u%[1]d","sessionId":"s","message":{"role":"user","content":%[2]q}}
{"type":"assistant","uuid":"a%[1]d","sessionId":"s","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}
`, i+1, text)
	}
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	for _, c := range []struct{ turns, prompts, show, hide, want string }{
		{"", "", "", "", "u1 a1#0 u2 a2#0 u3 a3#0"},
		{"", "1", "", "", "u1 a1#0 u2 a2#0"},
		{"", "2-", "", "", "u3 a3#0"},
		{"2", "", "", "", "u2 a2#0"},
		{"2-", "1", "", "", "u2 a2#0"},
		{"", "", "prompts", "", "u1 u3"},
		{"", "", "events", "", "u2"},
		{"", "", "", "events", "u1 a1#0 a2#0 u3 a3#0"},
	} {
		if err := v.Narrow(0, c.turns, c.prompts, c.show, c.hide); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(keysOf(rowsOf(v, 0)), " "); got != c.want {
			t.Errorf("%+v: rows %s", c, got)
		}
	}
	if err := v.Narrow(0, "", "x", "", ""); err == nil {
		t.Error("prompts x are no error")
	}
}
