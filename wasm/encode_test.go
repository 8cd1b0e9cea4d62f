//go:build js && wasm

package main

import (
	"maps"
	"reflect"
	"strings"
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/norunners/vert"

	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
	"unspool/parser/view/usage"
)

// TestEncode checks that a reply is encoded as vert would encode it, whatever its strings contain.
func TestEncode(t *testing.T) {
	special := "a \"quoted\" \\ line\n\x00\x01\x1f\x7f \u2028 登 \xff\xc3 \U0001f600"
	list := []protocol.Match{{}, {Key: special, Kind: "prompts", Tool: special, Failed: true, Turn: -1, Time: 1.7776296e12 + 0.25, Before: special, Words: "<script>", After: "\t", Count: 1 << 40}}
	text := func(v js.Value) string { return js.Global().Get("JSON").Call("stringify", v).String() }
	e := jsonEncoder{}
	if got, want := text(e.value(list)), text(vert.ValueOf(list).JSValue()); got != want {
		t.Errorf("it is\n%s, want\n%s", got, want)
	}
	row := 7
	for want, reply := range map[string]any{
		"[]": []protocol.Match(nil), "[0]": []int{0}, "null": nil, "7": &row, `{"a\"":0.5}`: map[string]float64{`a"`: 0.5}, "{}": map[string]float64{},
	} {
		if got := text(e.value(reply)); got != want {
			t.Errorf("%v is %s, want %s", reply, got, want)
		}
	}
	for _, none := range []any{(*int)(nil), (*string)(nil), (*protocol.Timeline)(nil)} {
		if !e.value(none).IsNull() {
			t.Errorf("a nil %T is not null", none)
		}
	}
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	v := h.inner.viewer
	found, err := v.Matches(0, find.MatchQuery{Text: "the"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := v.ChangedFiles(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	summary, _ := v.Summary(0)
	for name, reply := range map[string]any{
		"sessions": v.Sessions(), "no rows": v.Rows(0, 0, 0), "outline": v.Outline.Outline(0, 0, 200), "matches": found,
		"turns": v.Usage.Turns(0, usage.Sorting{Column: "cost"}, 0, 100), "agents": v.Usage.Agents(0, usage.Sorting{Column: "cost"}, 0, 100), "tools": v.Usage.Tools(0),
		"changed files": changed, "moments": v.Timeline.Moments(0, v.Timeline.Timeline(0, 0, 0).Built, 0, 100),
		"summary": summary, "ledgers": v.Ledgers(0), "files": v.Files(0),
	} {
		if reflect.ValueOf(reply).IsZero() {
			t.Errorf("%s are empty", name)
		}
		var got, want any // maps have no order
		fromJS(t, e.value(reply), &got)
		fromJS(t, vert.ValueOf(reply).JSValue(), &want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-vert +encoded):\n%s", name, diff)
		}
	}
}

// filled returns a value of a type with one element in each list and map.
func filled(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Interface: // a row
		v.Set(filled(reflect.TypeFor[*protocol.PromptRow]()))
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(filled(t.Elem()))
	case reflect.Slice:
		v = reflect.Append(v, filled(t.Elem()))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(filled(t.Key()), filled(t.Elem()))
	case reflect.Struct:
		for i := range t.NumField() {
			v.Field(i).Set(filled(t.Field(i).Type))
		}
	}
	return v
}

// TestEncodeReplies checks that every reply can be encoded, and that its members have the names of
// their tags.
func TestEncodeReplies(t *testing.T) {
	e := jsonEncoder{}
	for _, q := range protocol.Queries() {
		if q.Reply == nil {
			continue
		}
		of := reflect.TypeOf(q.Reply)
		value := e.value(filled(of).Interface())
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			continue
		}
		for i := range of.NumField() {
			if name := of.Field(i).Tag.Get("js"); value.Get(name).IsUndefined() || value.Get(name).IsNull() {
				t.Errorf("%s has no %s", q.Name, name)
			}
		}
	}
}

// TestEncodeNestedColumns checks that a column that is not a field of the reply itself, and would
// be lost, is an error.
func TestEncodeNestedColumns(t *testing.T) {
	type columns struct {
		Start []float64 `js:"start"`
	}
	type nested struct {
		Inner columns `js:"inner"`
	}
	type embedded struct{ columns }
	for _, reply := range []any{nested{}, &nested{}, []columns{{}}, embedded{}, []uint32{1}, map[string][]float64{"a": nil}} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "is a column") {
					t.Errorf("%T: the panic is %q", reply, text)
				}
			}()
			jsonEncoder{}.value(reply)
		}()
	}
	if got := (jsonEncoder{}).value(&columns{Start: []float64{1, 2}}).Get("start").Length(); got != 2 {
		t.Errorf("the column of a reply has %d numbers", got)
	}
}

// TestEncodeRows checks that a row is one object with its kind, its own members and those that it
// embeds.
func TestEncodeRows(t *testing.T) {
	e := jsonEncoder{}
	for _, empty := range protocol.Rows() {
		row := filled(reflect.TypeOf(empty)).Interface().(protocol.Row)
		var got, want map[string]any
		fromJS(t, e.value(row), &got)
		fromJS(t, vert.ValueOf(row).JSValue(), &want)
		for _, embedded := range []string{"RowBase", "RowText"} {
			members, _ := want[embedded].(map[string]any)
			maps.Copy(want, members)
			delete(want, embedded)
		}
		want["kind"] = row.Kind()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-vert +encoded):\n%s", row.Kind(), diff)
		}
	}
}

// TestColumns checks that columns contain the numbers that they are made of.
func TestColumns(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/2.1.219", 64<<10)
	want := h.inner.viewer.Timeline.Timeline(0, 0, 0)
	got := h.ask("timeline", object{"built": 0, "from": 0})
	for i, start := range want.Start {
		if got.Get("start").Index(i).Float() != start || got.Get("kind").Index(i).Int() != int(want.Kind[i]) || got.Get("prompt").Index(i).Int() != int(want.Prompt[i]) {
			t.Fatalf("entry %d is another one", i)
		}
	}
	if n := got.Get("start").Length(); n != len(want.Start) || n == 0 {
		t.Errorf("%d entries, want %d", n, len(want.Start))
	}
	if !h.ask("timeline", object{"built": 99, "from": 0}).IsNull() {
		t.Error("there is a timeline that was never built")
	}
	context := h.ask("usageContext", nil)
	course := reflect.ValueOf(h.inner.viewer.Usage.Context(0))
	for i := range course.NumField() {
		name := course.Type().Field(i).Tag.Get("js")
		list, isColumn := course.Field(i).Interface().([]float64)
		if !isColumn {
			if n := course.Field(i).Len(); context.Get(name).Length() != n || n == 0 {
				t.Errorf("%s has %d values, want %d", name, context.Get(name).Length(), n)
			}
			continue
		}
		column := context.Get(name)
		for i, x := range list {
			if column.Index(i).Float() != x {
				t.Fatalf("%s of point %d is %v, want %v", name, i, column.Index(i).Float(), x)
			}
		}
		if column.Length() != len(list) || len(list) == 0 || !column.InstanceOf(js.Global().Get("Float64Array")) {
			t.Errorf("%s has %d points, want %d", name, column.Length(), len(list))
		}
	}
}

// BenchmarkEncode measures the two ways to convert a reply.
func BenchmarkEncode(b *testing.B) {
	h := newHost(b)
	h.load(b, "../testdata/2.1.219", 64<<10)
	v := h.inner.viewer
	e := jsonEncoder{}
	for _, of := range []struct {
		name  string
		reply any
	}{
		{"50 rows", v.Rows(0, 0, 50)}, {"facts of a row", v.About(0, v.Rows(0, 1, 1).Rows[0].Base().Key)}, {"range", protocol.TimelineRange{First: 1, Last: 2}},
		{"usage", v.Usage.Usage(0)},
	} {
		b.Run(of.name+"/vert", func(b *testing.B) {
			for b.Loop() {
				vert.ValueOf(of.reply)
			}
		})
		b.Run(of.name+"/JSON", func(b *testing.B) {
			for b.Loop() {
				e.value(of.reply)
			}
		})
	}
}

// BenchmarkDecode measures how long it takes to decode a request.
func BenchmarkDecode(b *testing.B) {
	request := js.ValueOf(object{"session": 0, "from": 0, "count": 50})
	for b.Loop() {
		var r protocol.RowsRequest
		if err := decode(request, reflect.ValueOf(&r).Elem(), new([]byte)); err != nil {
			b.Fatal(err)
		}
	}
}
