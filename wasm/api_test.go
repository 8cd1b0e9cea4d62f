//go:build js && wasm

package main

import (
	"encoding/json"
	"maps"
	"strings"
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// A host keeps files in memory, like a page without a worker.
type host struct {
	api   js.Value
	inner *api
	files [][]byte
}

func newHost(t testing.TB) *host {
	t.Helper()
	h := &host{}
	read := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if h.files == nil {
			return nil // as a read that failed: no bytes to copy
		}
		file, from, length := h.files[args[0].Int()], args[1].Int(), args[2].Int()
		from = min(from, len(file))
		return bytesToJS(file[from:min(from+length, len(file))])
	})
	t.Cleanup(read.Release)
	h.inner = newAPI(read.Value)
	h.api = h.inner.object()
	return h
}

func bytesToJS(b []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

func (h *host) load(t testing.TB, dir string, chunk int) {
	t.Helper()
	for _, f := range testutil.Tree(t, dir) {
		h.files = append(h.files, f.Data)
		id := h.api.Call("open", f.Name, len(f.Data))
		for data := f.Data; len(data) > 0; {
			n := min(chunk, len(data))
			h.api.Call("write", id, bytesToJS(data[:n]))
			data = data[n:]
		}
		h.api.Call("close", id)
	}
	h.api.Call("finish")
}

func fromJS(t testing.TB, v js.Value, to any) {
	t.Helper()
	text := js.Global().Get("JSON").Call("stringify", v).String()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
}

// keys returns the keys of an object, as JavaScript sees them.
func keys(v js.Value) []string {
	list := js.Global().Get("Object").Call("keys", v)
	names := make([]string, list.Length())
	for i := range names {
		names[i] = list.Index(i).String()
	}
	return names
}

func TestSample(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)

	var got protocol.Summary
	fromJS(t, h.ask("summary", nil), &got)
	if diff := cmp.Diff(view.Summarize(h.inner.store.Session(0), price.Default()), got); diff != "" {
		t.Errorf("summary -go +js:\n%s", diff)
	}
	var files []protocol.SessionFile
	fromJS(t, h.api.Call("files", 0), &files)
	if diff := cmp.Diff(h.inner.viewer.Files(0), files); diff != "" || len(files) != 6 {
		t.Errorf("%d files -go +js:\n%s", len(files), diff)
	}
	page := h.ask("rows", object{"from": 0, "count": 50})
	if n := page.Get("rows").Length(); n != 50 {
		t.Fatalf("%d rows", n)
	}
	row := page.Get("rows").Index(0)
	if row.Get("kind").String() != "prompt" || row.Get("opens").Bool() != true || !row.Get("tool").IsUndefined() {
		t.Errorf("row 0 is %s", js.Global().Get("JSON").Call("stringify", row))
	}
	if list := strings.Join(keys(row), " "); !strings.HasPrefix(list, "kind key depth agent branch ends turn ") {
		t.Errorf("a row has the keys %s", list)
	}
	for i := range 50 {
		row := page.Get("rows").Index(i)
		body := h.ask("body", object{"key": row.Get("key")})
		if body.Get("key").String() != row.Get("key").String() {
			t.Errorf("the body of row %d has key %s", i, body.Get("key"))
		}
		if parts := body.Get("parts"); !parts.IsNull() && parts.Index(0).Get("text").String() != "" {
			want := parts.Index(0).Get("text").String()
			piece := h.ask("text", object{"key": row.Get("key"), "part": 0, "name": "text", "from": 0})
			if piece.Get("text").String() != want || piece.Get("next").Int() != len(want) || piece.Get("total").Int() != len(want) {
				t.Errorf("the text of row %d has %d bytes, want %d", i, piece.Get("total").Int(), len(want))
			}
		}
		var about protocol.RowFacts
		fromJS(t, h.ask("about", object{"key": row.Get("key")}), &about)
		if diff := cmp.Diff(h.inner.viewer.About(0, row.Get("key").String()), about); diff != "" {
			t.Errorf("about row %d -go +js:\n%s", i, diff)
		}
	}
	for i := range 50 {
		row := page.Get("rows").Index(i)
		if media := row.Get("media"); !media.Truthy() {
			continue
		}
		m := row.Get("media").Index(0)
		p := h.api.Call("image", m.Get("file"), m.Get("offset"), m.Get("length"))
		if p.Get("type").String() != "image/png" || p.Get("width").Int() == 0 || p.Get("bytes").Get("byteLength").Int() < 1000 {
			t.Errorf("image of row %d: %s", i, p.Get("type"))
		}
		return
	}
	t.Error("no image in the first rows")
}

// TestFailures checks that failures are returned as an Error, and that the instance continues to
// answer.
func TestFailures(t *testing.T) {
	h := newHost(t)
	isError := func(v js.Value, name string) bool {
		return v.InstanceOf(js.Global().Get("Error")) && v.Get("name").String() == name
	}
	text := object{"session": 0, "key": "x", "part": 0, "name": "text", "from": 0}
	for _, call := range []struct {
		name string
		args []any
		want string
	}{
		{"query", []any{"summary", object{"session": 7}}, "NoSessionError"},
		{"query", []any{"text", text}, "NoSessionError"},
		{"files", []any{9}, "NoSessionError"},
		{"query", nil, "PanicError"},
		{"query", []any{"none", object{}}, "ParserError"},
		{"write", []any{3, bytesToJS(nil)}, "ParserError"},
		{"close", []any{-1}, "ParserError"},
		{"image", []any{0, 0, 10}, "ParserError"},
		{"contentType", []any{1}, "ParserError"},
	} {
		if v := h.api.Call(call.name, call.args...); !isError(v, call.want) {
			t.Errorf("%s%v answers %s, want a %s", call.name, call.args, v.Call("toString"), call.want)
		}
	}
	if stack := h.api.Call("query").Get("stack").String(); !strings.Contains(stack, ".(*api).query (queries.go:") {
		t.Errorf("the stack of a panic is %s", stack)
	}
	h.load(t, "../testdata/2.0.37", 1000)
	if n := h.api.Call("countSessions").Int(); n != 1 {
		t.Errorf("%d sessions after the failures", n)
	}
}

// TestPrices checks that the error of a price table is returned as a code with values.
func TestPrices(t *testing.T) {
	h := newHost(t)
	if v := h.api.Call("prices", "glm-9\t-\t-\t3\t-\t-\t-\t4\t-\n"); !v.IsNull() {
		t.Errorf("a valid table answers %s", v)
	}
	var got protocol.PriceError
	fromJS(t, h.api.Call("prices", "\nglm-9\t-\t-\tfree\t-\t-\t-\t4\t-\n"), &got)
	want := protocol.PriceError{Code: "invalid-price", Line: 2, Column: 4, Value: "free", Want: price.Columns}
	if got != want {
		t.Errorf("an invalid table answers %+v, want %+v", got, want)
	}
}

// TestChangedSessions checks that a session that grew is listed with new figures, and one that did
// not is only in the order of the list.
func TestChangedSessions(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	h.load(t, "../testdata/2.0.37", 64<<10)
	first := h.api.Call("sessions").Get("changed")
	grown := []byte("\n" + `{"type":"user","uuid":"grown","sessionId":"` + first.Index(0).Get("id").String() +
		`","timestamp":"2027-01-01T10:00:00.000Z","message":{"role":"user","content":"and then?"}}` + "\n")
	file := h.api.Call("files", 0).Index(0).Get("number").Int()
	if from := h.api.Call("resume", file, len(h.files[file])+len(grown)).Int(); from != len(h.files[file]) {
		t.Fatalf("it continues at %d, want %d", from, len(h.files[file]))
	}
	h.files[file] = append(h.files[file], grown...)
	h.api.Call("write", file, bytesToJS(grown))
	h.api.Call("finish")
	var list struct {
		Order   map[string]int         `json:"order"` // by position
		Changed []protocol.SessionInfo `json:"changed"`
	}
	fromJS(t, h.api.Call("sessions"), &list)
	turns := h.inner.viewer.Sessions()[0].Turns
	if len(list.Changed) != 1 || list.Changed[0].Turns != turns || turns == first.Index(0).Get("turns").Int() {
		t.Errorf("%+v has changed, want the first session with %d turns", list.Changed, turns)
	}
	if want := map[string]int{"0": 0, "1": 1}; !maps.Equal(list.Order, want) {
		t.Errorf("order %v, want %v", list.Order, want)
	}
}

// TestPeekAndFileNumbers checks that files have the numbers that they are given, and that a
// preview of the ends of a file agrees with the list of sessions.
func TestPeekAndFileNumbers(t *testing.T) {
	h := newHost(t)
	for i, f := range testutil.Tree(t, "../testdata/2.0.37") {
		number := 70 - i
		if got := h.api.Call("open", f.Name, len(f.Data), number).Int(); got != number {
			t.Fatalf("%s has number %d, want %d", f.Name, got, number)
		}
		h.api.Call("write", number, bytesToJS(f.Data))
		h.api.Call("close", number)
	}
	if number := h.api.Call("open", "next.jsonl", 0).Int(); number != 71 {
		t.Errorf("a file without a number has %d", number)
	}
	h.api.Call("finish")
	var infos []protocol.SessionInfo
	fromJS(t, h.api.Call("sessions").Get("changed"), &infos)
	for _, f := range testutil.Tree(t, "../testdata/2.0.37") {
		g := h.api.Call("peek", f.Name, len(f.Data), bytesToJS(f.Data), bytesToJS(nil))
		if listed := g.Get("listed").Bool(); listed != (h.inner.store.File(infos[0].File).Path == f.Name) {
			t.Errorf("%s is listed: %t", f.Name, listed)
		} else if !listed {
			continue
		}
		var info protocol.SessionInfo
		fromJS(t, g.Get("info"), &info)
		want := infos[0]
		if info.ID != want.ID || info.Title != want.Title || info.Start != want.Start || info.End != want.End || info.Project != want.Project || info.State != "waiting" || want.State != "read" {
			t.Errorf("the preview of %s is %+v, its session %+v", f.Name, info, want)
		}
		if !strings.Contains(g.Get("relationKeys").String(), info.ID) {
			t.Errorf("the relation keys of %s lack its session", f.Name)
		}
	}
}

// TestUnreadable checks that a file that can no longer be read only costs the text of its rows.
func TestUnreadable(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.0.37", 1000)
	h.files = nil
	page := h.ask("rows", object{"from": 0, "count": 100})
	if page.Get("rows").Length() == 0 {
		t.Error("no rows without the file")
	}
}

// TestWarmUp checks that the session of the warm-up has no diagnostics and the usual records.
func TestWarmUp(t *testing.T) {
	a, err := warm()
	if err != nil {
		t.Fatal(err)
	}
	sum, _ := a.viewer.Summary(0)
	if sum.Turns != warmTurns || sum.Paired != 2*warmTurns || sum.Messages != 3*warmTurns || sum.Diagnostics+sum.Branches+sum.Damaged > 0 {
		t.Errorf("%+v\n%+v", sum, a.viewer.Diagnostics(0))
	}
}

// TestNarrowAndSearch checks that a narrowed session has fewer rows, and that an invalid filter
// changes nothing and returns its error.
func TestNarrowAndSearch(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	all := h.ask("rows", object{"from": 0, "count": 0}).Get("total").Int()
	if v := h.ask("narrow", object{"turns": "2-3", "prompts": "", "show": "prompts replies", "hide": ""}); !v.IsNull() {
		t.Fatalf("narrow answers %s", v.Call("toString"))
	}
	page := h.ask("rows", object{"from": 0, "count": 200})
	rows := page.Get("rows")
	if n := page.Get("total").Int(); n == 0 || n >= all || n != rows.Length() {
		t.Fatalf("%d rows of %d, %d at hand", n, all, rows.Length())
	}
	for i := range rows.Length() {
		kind, turn := rows.Index(i).Get("kind").String(), rows.Index(i).Get("turn").Int()
		if turn != 2 && turn != 3 || kind == "tool" || kind == "background" {
			t.Errorf("row %d is a %s of turn %d", i, kind, turn)
		}
	}
	for _, c := range []struct{ turns, show, hide, code, value string }{
		{"3-2", "", "", "invalid-turns", "3-2"},
		{"", "prompt", "", "unknown-kind", "prompt"},
		{"", "", "x", "unknown-kind", "x"},
		{"", strings.Repeat("tools ", 20_000), "", "too-long", ""},
	} {
		wrong := []js.Value{h.ask("narrow", object{"turns": c.turns, "prompts": "", "show": c.show, "hide": c.hide})}
		if c.turns == "" {
			wrong = append(wrong, h.ask("filter", object{"show": c.show, "hide": c.hide, "agent": "", "key": ""}).Get("error"))
		}
		for _, v := range wrong {
			if code, value := v.Get("code").String(), v.Get("value").String(); code != c.code || value != c.value ||
				v.Get("kinds").Length() != 11 || v.Get("limit").Int() != 64<<10 {
				t.Errorf("%.40q is answered by %s %q", c, code, value)
			}
		}
	}
	if n := h.ask("rows", object{"from": 0, "count": 0}).Get("total").Int(); n != page.Get("total").Int() {
		t.Errorf("%d rows after invalid filters", n)
	}
	search := func(text string, from any) js.Value {
		return h.ask("matches", object{"text": text, "options": "phrase", "kinds": "", "tools": "", "agent": "", "from": from})
	}
	count := 0
	for from := js.ValueOf(0); !from.IsNull(); {
		found := search("THE", from)
		for i := range found.Get("matches").Length() {
			m := found.Get("matches").Index(i)
			if count++; h.ask("find", object{"address": m.Get("key")}).IsNull() || strings.ToLower(m.Get("words").String()) != "the" {
				t.Errorf("match %s", js.Global().Get("JSON").Call("stringify", m))
			}
		}
		from = found.Get("next")
	}
	if count == 0 {
		t.Error("no matches")
	}
	var invalid protocol.Matches
	fromJS(t, search(strings.Repeat("x", 5000), 0), &invalid)
	if invalid.Error == nil || invalid.Error.Code != "too-long" || invalid.Error.Limit != 1000 {
		t.Errorf("a search for 5000 characters answers %+v", invalid)
	}
}
