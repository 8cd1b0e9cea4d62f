package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/record"
)

const sample = `{"text":"a\nb\n","blocks":[{"type":"text","text":"one"},{"type":"text","text":"two"}],"n":12,"quoted":"7","part":1.5,
	"object":{"in":"side"},"list":[1,"x",null],"empty":"","no":null,"yes":true}`

func TestObject(t *testing.T) {
	for name, o := range map[string]Object{"object": Parse([]byte(sample)), "string": Parse([]byte(`"{\"n\":12,\"text\":\"a\\nb\\n\",\"quoted\":\"7\",\"part\":1.5}"`))} {
		if got := o.Text(10, "none", "text"); got != "a\nb\n" {
			t.Errorf("%s: text %q", name, got)
		}
		if got := []int{o.Int(-1, "n"), o.Int(-1, "quoted"), o.Int(-1, "part"), o.Int(-1, "text"), o.Int(-1, "none")}; !cmp.Equal(got, []int{12, 7, 1, -1, -1}) {
			t.Errorf("%s: numbers %v", name, got)
		}
		if n, ok := o.Natural("none", "n"); n != 12 || !ok {
			t.Errorf("%s: %d, %v", name, n, ok)
		}
		if got := o.LineCount("text"); got != 2 {
			t.Errorf("%s: %d lines", name, got)
		}
	}
	negative := Parse([]byte(`{"n":-1}`))
	if _, ok := negative.Natural("n"); ok {
		t.Error("-1 is taken for a number that is not negative")
	}
	o := Parse([]byte(sample))
	if got := o.Text(100, "blocks"); got != "one\ntwo" {
		t.Errorf("blocks %q", got)
	}
	if got := o.Short(3, "text"); got != "a\nb…" {
		t.Errorf("short %q", got)
	}
	if in := o.Object("text", "object"); in.Keys != nil {
		t.Errorf("the first key that exists is no object, but has the members %q", in.Keys)
	}
	if in := o.Object("object"); in.Text(10, "in") != "side" {
		t.Errorf("object %q", in.JSON)
	}
	if got := []int{o.Count(-1, "list"), o.Count(-1, "object"), len(o.Array("list")), len(o.Array("object"))}; !cmp.Equal(got, []int{3, -1, 3, 0}) {
		t.Errorf("counts %v", got)
	}
	if got := string(o.Raw("list")) + string(o.RawAt(0)); got != `[1,"x",null]"a\nb\n"` {
		t.Errorf("raw %s", got)
	}
	if !o.Has("none", "no") || o.Has("none") || !o.IsString("empty") || o.IsString("no") {
		t.Error("has or is string")
	}
	left := o.Without(" text blocks n quoted part object list ")
	if !cmp.Equal(left.Keys, []string{"empty", "no", "yes"}) || string(left.Raw("yes")) != "true" {
		t.Errorf("without: %q", left.Keys)
	}
}

func TestObjectLimits(t *testing.T) {
	many := Parse([]byte(`{` + strings.Repeat(`"k":1,`, maxMembers) + `"last":1}`))
	if len(many.Keys) != maxMembers || !many.Cut || many.Has("last") {
		t.Errorf("%d members, cut %v", len(many.Keys), many.Cut)
	}
	cut := Parse([]byte(`{"a":"1","b":"2`))
	if !cmp.Equal(cut.Keys, []string{"a"}) {
		t.Errorf("members of an object that is cut off: %q", cut.Keys)
	}
	long := []byte(`[` + strings.Repeat(`0,`, record.MaxParsed) + `0]`)
	if got := ParseArray(long); got != nil {
		t.Errorf("a long array has %d elements", len(got))
	}
	n := 0
	if more := EachShown(long, func([]byte) { n++ }); n != MaxShown || !more {
		t.Errorf("%d elements shown, more: %v", n, more)
	}
	if got := ParseArray([]byte(`"[\"a\"]"`)); len(got) != 1 || string(got[0].GetStringBytes()) != "a" {
		t.Errorf("an array in a string: %v", got)
	}
}

func TestTexts(t *testing.T) {
	for _, c := range [][2]string{
		{OneLine("  a\n\tb  ", 10), "a b"},
		{OneLine("äöü", 4), "äö…"},
		{OneLine(strings.Repeat(" ", 50)+"a", 10), ""},
		{FirstLine("\n a  b \nc"), "a b"},
		{Cut("äö", 4), "äö"},
		{Cut("äö", 3), "ä…"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	for limit, want := range map[int]string{9: "äöü\nx", 6: "äöü", 5: "äö", 0: ""} {
		if got, more := Words([]byte(`"äöü\nx"`), limit); got != want || more != (limit < 9) {
			t.Errorf("words up to %d: %q, %v, want %q", limit, got, more, want)
		}
		if got, more := JoinLines([]byte(`["äöü\n",1,"x"]`), limit); got != want || more != (limit < 9) {
			t.Errorf("lines up to %d: %q, %v, want %q", limit, got, more, want)
		}
	}
}

// FuzzObject checks that the members of an object never panic, however it is damaged, and that
// their texts are valid where the JSON is, and within their limits.
func FuzzObject(f *testing.F) {
	for _, s := range []string{sample, `"{\"a\":1}"`, `{"a":"\ud83d`, `{"a":[{"b":`, `{"source":{"data":"AA=="},"type":"image"}`, ``} {
		f.Add([]byte(s), 3)
	}
	f.Add([]byte(`{"a":"12345678901\ˑ and more"}`), 13) // the limit is within the letter
	f.Fuzz(func(t *testing.T, b []byte, limit int) {
		limit = min(max(limit, 0), 1000)
		o := Parse(b)
		MediaOf(b)
		ParseArray(b)
		EachShown(b, func(one []byte) { Parse(one) })
		JoinLines(b, limit)
		for i, key := range o.Keys {
			if raw := o.RawAt(i); len(raw) == 0 {
				t.Errorf("%q has no value", key)
			}
			text, _ := Words(o.Raw(key), limit)
			for name, got := range map[string]string{"text": o.Text(limit, key), "words": text, "one line": OneLine(text, limit)} {
				if len(got) > limit+len("…") || utf8.Valid(b) && !utf8.ValidString(got) {
					t.Errorf("%s of %q up to %d: %q", name, key, limit, got)
				}
			}
			o.Int(0, key)
			o.Count(0, key)
			o.LineCount(key)
			in := o.Object(key)
			in.Has(key)
		}
	})
}
