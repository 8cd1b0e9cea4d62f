package view_test

import (
	"slices"
	"strings"
	"testing"

	"unspool/parser/testfiles"
	"unspool/parser/view"
)

const allKinds = "prompts replies thinking tools errors agents machinery"

// open opens all that rows can open to, and gives the rows.
func open(t testing.TB, v *view.Viewer, session int) []view.Row {
	t.Helper()
	var rows []view.Row
next:
	for {
		page := v.Rows(session, len(rows), view.MaxRows)
		for i := range page.Rows {
			r := &page.Rows[i]
			if r.Run != nil && r.Run.Rows > 0 && !r.Run.Open || r.Fold != nil && (r.Kind == "attempts" || r.Kind == "branch" || r.Kind == "copied") && !r.Fold.Open || r.Series != nil && !r.Series.Open {
				rows = append(rows, page.Rows[:i]...)
				if at := v.Expand(session, r.Key, true); at != len(rows) {
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

func keysOf(rows []view.Row) []string {
	keys := make([]string, len(rows))
	for i := range rows {
		keys[i] = rows[i].Key
	}
	return keys
}

// kindsOfRow says of which kinds a row is, as Row tells; nil for marks and for rows
// that only hold others.
func kindsOfRow(r *view.Row) []string {
	var kinds []string
	switch r.Kind {
	case "prompt":
		kinds = []string{"prompts"}
	case "interrupt":
		kinds = []string{"prompts", "errors"}
	case "text", "image":
		kinds = []string{"replies"}
	case "thinking":
		kinds = []string{"thinking"}
	case "series", "output":
		kinds = []string{"tools"}
	case "tool":
		kinds = []string{"tools"}
		if r.Run != nil || r.Tool.Face == "agent" || r.Tool.Face == "workflow" {
			kinds = []string{"agents"}
		}
		if s := r.Tool.Status; s == "error" || s == "rejected" || s == "denied" || s == "interrupted" || r.Run != nil && r.Run.State == "failed" {
			kinds = append(kinds, "errors")
		}
	case "error", "damaged":
		kinds = []string{"errors"}
	case "phase", "end":
		kinds = []string{"agents"}
	case "internal":
		kinds = []string{"agents", "machinery"}
	case "machinery", "note", "unknown":
		kinds = []string{"machinery"}
		if r.Kind == "machinery" && r.Fold.Failed > 0 {
			kinds = append(kinds, "errors")
		}
	default:
		return nil
	}
	if r.Depth > 0 {
		kinds = append(kinds, "agents")
	}
	return kinds
}

// isPart says that the keys stand among others in the same order.
func isPart(part, of []string) bool {
	for _, key := range part {
		at := slices.Index(of, key)
		if at < 0 {
			return false
		}
		of = of[at+1:]
	}
	return true
}

// unmarked are rows of calls whose failure the index does not know: it stands
// inside of the result alone.
var unmarked = map[string]bool{"file-tools a16#0": true, "server-tools a2#0": true, "server-tools a6#0": true}

// recordIn gives the record that a key names, without the block and the mark.
func recordIn(key string) string {
	key, _, _ = strings.Cut(key, "#")
	for _, mark := range []string{"model:", "mode:", "restart:", "series:"} {
		key = strings.TrimPrefix(key, mark)
	}
	return key
}

// alone says that nothing else can show the record of a row, where it has one row only.
func alone(r *view.Row) bool {
	return r.Kind == "text" || r.Kind == "thinking" || r.Kind == "tool" || r.Kind == "prompt" && r.Flavor == "typed"
}

// checkNarrowing asks that each kind leaves a part of the rows in their order,
// that together they leave all, and that what is taken away is not found.
func checkNarrowing(t *testing.T, name string, files []testfiles.File) {
	_, v := load(files, 1<<30)
	for _, info := range v.Sessions() {
		_, v := load(files, 1<<30)
		all := open(t, v, info.Index)
		whole := keysOf(all)
		seen, records := map[string]bool{}, map[string]int{}
		for _, key := range whole {
			records[recordIn(key)]++
		}
		for _, kind := range strings.Fields(allKinds) {
			for _, way := range []string{"show", "hide"} {
				show, hide := kind, ""
				if way == "hide" {
					show, hide = hide, show
				}
				if err := v.Narrow(info.Index, "", show, hide); err != nil {
					t.Fatal(err)
				}
				rows := open(t, v, info.Index)
				keys := keysOf(rows)
				if !isPart(keys, whole) {
					t.Fatalf("%s: %s %s: %q is no part of %q", name, way, kind, keys, whole)
				}
				left := map[string]bool{}
				for _, key := range keys {
					left[key] = true
					seen[key] = seen[key] || way == "show"
				}
				for i := range all {
					r := &all[i]
					kinds := kindsOfRow(r)
					if kinds == nil || r.Depth > 0 || unmarked[name+" "+r.Key] && kind == "errors" {
						continue
					}
					if want := slices.Contains(kinds, kind) == (way == "show"); left[r.Key] != want {
						t.Errorf("%s: %s %s: the row %s, %s of %q, stays %v", name, way, kind, r.Key, r.Kind, kinds, left[r.Key])
					}
				}
				for i, key := range whole {
					switch found := v.Find(info.Index, key); {
					case left[key] && (found < 0 || keys[found] != key):
						t.Errorf("%s: %s %s: the row %s is found at %d", name, way, kind, key, found)
					case !left[key] && found >= 0 && alone(&all[i]) && records[recordIn(key)] == 1:
						t.Errorf("%s: %s %s: the row %s is found, which does not stay", name, way, kind, key)
					}
				}
			}
		}
		for i, key := range whole {
			if !seen[key] && kindsOfRow(&all[i]) != nil {
				t.Errorf("%s: no kind shows the row %s, %s", name, key, all[i].Kind)
			}
		}
		if err := v.Narrow(info.Index, "", "", ""); err != nil {
			t.Fatal(err)
		}
		if keys := keysOf(open(t, v, info.Index)); !slices.Equal(keys, whole) {
			t.Errorf("%s: %d rows after it was narrowed and widened, want %d", name, len(keys), len(whole))
		}
	}
}

func TestNarrowCases(t *testing.T) {
	for name, files := range testfiles.Cases(t) {
		checkNarrowing(t, name, files)
	}
}

// The same holds for all that there is: with UNSPOOL_CORPUS, for real sessions.
func TestNarrowTranscripts(t *testing.T) {
	for _, f := range testfiles.Transcripts(t) {
		checkNarrowing(t, f.Path, []testfiles.File{f})
	}
}
