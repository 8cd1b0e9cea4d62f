package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// dump passes a text to Lines and Repair in chunks of n bytes.
func dump(text string, n int) string {
	var out strings.Builder
	lines := Lines{Emit: func(l Line) {
		fmt.Fprintf(&out, "%d@%d", l.Number, l.Offset)
		if l.Unterminated {
			out.WriteString(" tail")
		}
		if end := Skip(l.Text, 0); end == len(l.Text) && l.Text[0] == '{' {
			fmt.Fprintf(&out, " %s\n", l.Text)
			return
		}
		for p := range Repair(l.Text) {
			mark := ' '
			if p.Damaged {
				mark = '!'
			}
			fmt.Fprintf(&out, " %c%s", mark, l.Text[p.From:p.To])
		}
		out.WriteString("\n")
	}}
	for len(text) > 0 {
		k := min(n, len(text))
		lines.Write([]byte(text[:k]))
		text = text[k:]
	}
	lines.Close()
	fmt.Fprintf(&out, "lines %d blank %d of %d", lines.Count(), lines.Blank(), lines.Offset())
	return out.String()
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "lines 0 blank 0 of 0"},
		{"two", "{\"a\":1}\n{\"b\":2}\n", "1@0 {\"a\":1}\n2@8 {\"b\":2}\nlines 2 blank 2 of 16"},
		{"crlf", "{}\r\n{}\r\n", "1@0 {}\n2@4 {}\nlines 2 blank 4 of 8"},
		{"byte order mark", "\xef\xbb\xbf{}\n", "1@3 {}\nlines 1 blank 4 of 6"},
		{"blank lines", "\n  \n{}\n\n", "3@4 {}\nlines 1 blank 6 of 8"},
		{"NUL run before a record", "\x00\x00\x00{}\n", "1@3 {}\nlines 1 blank 4 of 6"},
		{"glued", "{\"a\":1}{\"b\":2}\n", "1@0  {\"a\":1}  {\"b\":2}\nlines 1 blank 1 of 15"},
		{"glued by NULs", "{\"a\":1}\x00\x00{\"b\":2}\n", "1@0  {\"a\":1}  {\"b\":2}\nlines 1 blank 1 of 17"},
		{"spliced", "{\"a\":{\"b\":\"cut he{\"type\":\"user\",\"n\":[1]}\n", "1@0 !{\"a\":{\"b\":\"cut he  {\"type\":\"user\",\"n\":[1]}\nlines 1 blank 1 of 41"},
		{"cut tail", "{\"a\":1}\n{\"b\":\"", "1@0 {\"a\":1}\n2@8 tail !{\"b\":\"\nlines 2 blank 1 of 14"},
		{"tail without line end", "{\"a\":1}", "1@0 tail {\"a\":1}\nlines 1 blank 0 of 7"},
		{"no objects", "[1]\n12\nhello\n", "1@0 ![1]\n2@4 !12\n3@7 !hello\nlines 3 blank 3 of 13"},
		{"garbage then object", "xx{\"a\":1}\n", "1@0 !xx  {\"a\":1}\nlines 1 blank 1 of 10"},
		{"words around an object", "data: {\"a\":1} $\n", "1@0 !data:   {\"a\":1} !$\nlines 1 blank 1 of 16"},
		{"commas between objects", "{\"a\":1}, {\"b\":2}, {\"c\":3},\n", "1@0  {\"a\":1} !,   {\"b\":2} !,   {\"c\":3} !,\nlines 1 blank 1 of 27"},
		{"objects in a list", "[{\"a\":1},{\"b\":2}]\n", "1@0 ![  {\"a\":1} !,  {\"b\":2} !]\nlines 1 blank 1 of 18"},
		{"an object inside of a cut one", "{\"a\":{\"b\":1},\"c\":[{\"d\":2},\"x\"\n", "1@0 !{\"a\":{\"b\":1},\"c\":[{\"d\":2},\"x\"\nlines 1 blank 1 of 30"},
		{"a cut behind an object", "{\"a\":{\"b\":1}{\"c\":2} and more\n", "1@0 !{\"a\":{\"b\":1}  {\"c\":2} !and more\nlines 1 blank 1 of 29"},
		{"a raw quote", "{\"a\":\"x\"y\",\"b\":{\"c\":1},\"d\":[{\"e\":2}]}\n", "1@0 !{\"a\":\"x\"y\",\"b\":{\"c\":1},\"d\":[{\"e\":2}]}\nlines 1 blank 1 of 38"},
		{"escaped quotes", `{"a":"\\\"}{","b":"\\"}`, "1@0 tail {\"a\":\"\\\\\\\"}{\",\"b\":\"\\\\\"}\nlines 1 blank 0 of 23"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for n := 1; n <= len(c.in)+1; n++ {
				if diff := cmp.Diff(c.want, dump(c.in, n)); diff != "" {
					t.Fatalf("in chunks of %d bytes (-want +got):\n%s", n, diff)
				}
			}
		})
	}
}

func TestOverlongLine(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", MaxLine) + `"}`
	text := "{}\n" + long + "\n{}\n"
	var got []Line
	lines := Lines{Emit: func(l Line) { l.Text = []byte(fmt.Sprint(len(l.Text))); got = append(got, l) }}
	for at := 0; at < len(text); at += 7 << 20 {
		lines.Write([]byte(text[at:min(at+7<<20, len(text))]))
	}
	lines.Close()
	want := []Line{
		{Offset: 0, Number: 1, Text: []byte("2"), Length: 2},
		{Offset: 3, Number: 2, Text: []byte(fmt.Sprint(headOfLong)), Length: len(long)},
		{Offset: int64(len(long)) + 4, Number: 3, Text: []byte("2"), Length: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if lines.Blank() != 3 {
		t.Errorf("blank %d, want 3", lines.Blank())
	}
}

// TestManyBlanks checks that a record is whole however many blanks are around it, and that skipped
// bytes are reported.
func TestManyBlanks(t *testing.T) {
	const many = MaxLine + 1<<20
	nuls, spaces := strings.Repeat("\x00", many), strings.Repeat(" ", many)
	for _, c := range []struct {
		name, in, want string
		first          int // bytes of the first chunk
	}{
		{"only blanks", nuls + "\n{}\n", "2@34603009 2 of 2 {}; blank 34603010", 0},
		{"in front", "{}\n" + nuls + `{"a":1}` + "\n{}\n", `1@0 2 of 2 {}; 2@34603011 7 of 7 {"a":1}; 3@34603019 2 of 2 {}; blank 34603011`, 0},
		{"in front at the end", spaces + `{"a":1}`, `1@34603008 7 of 7 {"a":1} tail; blank 34603008`, 0},
		{"behind a mark", string(mark) + nuls + "{}\n", "1@34603011 2 of 2 {}; blank 34603012", 0},
		{"behind a mark in two chunks", string(mark) + nuls + "{}\n", "1@3 1048576 of 34603010 ; blank 4", 1},
		{"behind", "{}" + nuls + "\n{}\n", "1@0 2 of 2 {}; 2@34603011 2 of 2 {}; blank 34603010", 0},
		{"behind at the end", "{}" + spaces, "1@0 2 of 2 {} tail; blank 34603008", 0},
		{"between", "{}" + nuls + "{}" + spaces + "\n{}\n", "1@0 1048576 of 34603012 {}; 2@69206021 2 of 2 {}; blank 34603010", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got strings.Builder
			covered := int64(0)
			lines := Lines{Emit: func(l Line) {
				covered += int64(l.Length)
				fmt.Fprintf(&got, "%d@%d %d of %d %s", l.Number, l.Offset, len(l.Text), l.Length, bytes.TrimRight(l.Text[:min(len(l.Text), 7)], "\x00"))
				if l.Unterminated {
					got.WriteString(" tail")
				}
				got.WriteString("; ")
			}}
			in := []byte(c.in)
			lines.Write(in[:c.first])
			for chunk := range slices.Chunk(in[c.first:], 5<<20) {
				lines.Write(chunk)
				if buffered := lines.Offset() - lines.Start(); covered+lines.Blank()+buffered != lines.Offset() {
					t.Fatalf("%d + %d + %d of %d bytes accounted for", covered, lines.Blank(), buffered, lines.Offset())
				}
			}
			lines.Close()
			if covered+lines.Blank() != int64(len(in)) {
				t.Errorf("%d + %d of %d bytes accounted for", covered, lines.Blank(), len(in))
			}
			fmt.Fprintf(&got, "blank %d", lines.Blank())
			if diff := cmp.Diff(c.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestSyntaxError(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		ok   bool
	}{
		{`{"a":1}`, 0, false},
		{`{"a":1} x`, 0, false},
		{`{"a" 1}`, 5, true},
		{`{"a":1`, 6, true},
		{``, 0, true},
	} {
		if at, ok := SyntaxError([]byte(c.text)); ok != c.ok || ok && at != c.at {
			t.Errorf("the error of %q is at %d, %t; want %d, %t", c.text, at, ok, c.at, c.ok)
		}
	}
}

func TestSkip(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	for _, c := range []struct {
		in   string
		want int
	}{
		{`"a"`, 3}, {`1.5e3,`, 5}, {`true`, 4}, {`{}`, 2}, {`[]`, 2}, {`[1,{"a":[]},"]"]`, 16},
		{`{"a" : 1 , "b":{} }x`, 19}, {deep, 2 * MaxDepth},
		{"[" + deep + "]", -1}, {`[1,]`, -1}, {`{"a"}`, -1}, {`{"a":}`, -1}, {`[1 2]`, -1}, {`{"a":1]`, -1},
		{`"`, -1}, {``, -1}, {`}`, -1}, {`[`, -1}, {`{"a":1,}`, -1}, {`[1}`, -1},
	} {
		got := Skip([]byte(c.in), 0)
		if got < 0 {
			got = -1
		}
		if got != c.want {
			t.Errorf("Skip(%.40s) = %d, want %d", c.in, got, c.want)
		}
	}
}

// TestRepairIsBounded checks that repairing a hostile line full of record starts takes nearly
// linear time.
func TestRepairIsBounded(t *testing.T) {
	line := []byte(strings.Repeat(`{"a":`, 400_000))
	pieces := slices.Collect(Repair(line))
	if len(pieces) != 1 || !pieces[0].Damaged || pieces[0].To != len(line) {
		t.Errorf("got %d pieces", len(pieces))
	}
}

// FuzzSkip compares skipped values with encoding/json: where a value ends, and each member or
// element of an object or array in its order, including repeated keys.
func FuzzSkip(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2,{"b":"\"\\"}],"c":null}`, `{"a":{"b":"cut he{"type":"user"}`, `{"a":1,"a":{"a":2},"\u0061":[3],"":""}`,
		`["\ud83d","\ud83d\ude00",[],{},-1.5e+3,true]`, `"\ud83d\\"`, ` [ { } , [ ] ]`, `{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":[9],"a":10}`,
	} {
		f.Add(s)
	}
	for _, c := range flawed {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := []byte(s)
		end := Skip(text, 0)
		if end > len(s) {
			t.Fatalf("end %d of %d", end, len(s))
		}
		checkFlaws(t, text, end)
		if !json.Valid(text) || strings.IndexByte(" \t\r\n", s[0]) >= 0 || strings.Count(s, "[")+strings.Count(s, "{") > MaxDepth {
			return
		}
		if want := len(strings.TrimRight(s, " \t\r\n")); end != want {
			t.Fatalf("Skip = %d, want %d", end, want)
		}
		d := json.NewDecoder(strings.NewReader(s))
		if s[0] == '{' || s[0] == '[' {
			d.Token()
		}
		next := func(at int) int {
			var want json.RawMessage
			if err := d.Decode(&want); err != nil {
				t.Fatalf("%v at %d", err, at)
			}
			behind := Skip(text, at)
			if behind < at || s[at:behind] != string(want) {
				t.Fatalf("a value from %d to %d: want %s", at, behind, want)
			}
			return behind
		}
		walked := end
		switch s[0] {
		case '{':
			walked = Object(text, 0, func(key []byte, at int) int {
				want, err := d.Token()
				if got, wrong := decoded(key); err != nil || wrong != nil || got != want {
					t.Fatalf("key %q at %d, want %q: %v", key, at, want, err)
				}
				return next(at)
			})
		case '[':
			walked = Array(text, 0, next)
		}
		if walked != end || (s[0] == '{' || s[0] == '[') && d.More() {
			t.Fatalf("walked to %d of %d", walked, end)
		}
	})
}

// checkFlaws checks that a Scanner finds the same end as Skip, a flaw exactly if a text that has an end is
// not valid, and the first byte that is not UTF-8.
func checkFlaws(t *testing.T, text []byte, end int) {
	t.Helper()
	s := Scanner{Text: text}
	if got := s.Skip(0); got != end || s.Skip(0) != end {
		t.Fatalf("a Scanner skips %q to %d, want %d", text, got, end)
	}
	if end <= 0 {
		return
	}
	if isValid := json.Valid(text[:end]); isValid != (s.Flaws.Syntax == 0) {
		t.Fatalf("%q: %+v, valid is %t", text[:end], s.Flaws, isValid)
	}
	if s.Flaws.Syntax > end || s.Flaws.Encoding > end {
		t.Fatalf("%q: %+v", text[:end], s.Flaws)
	}
	wrong := 0
	for i := 0; i < end && wrong == 0; {
		r, size := utf8.DecodeRune(text[i:end])
		if r == utf8.RuneError && size == 1 {
			wrong = i + 1
		}
		i += size
	}
	if s.Flaws.Encoding != wrong {
		t.Fatalf("%q: %+v, want %d", text[:end], s.Flaws, wrong)
	}
}

// flawed are values with an end that are not valid, and the positions of their first flaws.
var flawed = []struct {
	text  string
	flaws Flaws
}{
	{`[1+2]`, Flaws{Syntax: 2}}, {`[truth]`, Flaws{Syntax: 2}}, {`"\uqqqq"`, Flaws{Syntax: 2}}, {`01`, Flaws{Syntax: 1}},
	{`[0,-01]`, Flaws{Syntax: 4}}, {`1.`, Flaws{Syntax: 1}}, {`.5`, Flaws{Syntax: 1}}, {`-`, Flaws{Syntax: 1}}, {`+1`, Flaws{Syntax: 1}},
	{`1e`, Flaws{Syntax: 1}}, {`1e+`, Flaws{Syntax: 1}}, {`1.5.5`, Flaws{Syntax: 1}}, {`nul`, Flaws{Syntax: 1}}, {`trueish`, Flaws{Syntax: 1}},
	{`"\x"`, Flaws{Syntax: 2}}, {`"ok \n \u00e"`, Flaws{Syntax: 8}}, {"\"a\tb\"", Flaws{Syntax: 3}}, {"\"a\x00\"", Flaws{Syntax: 3}},
	{"{\"a\x01\":1}", Flaws{Syntax: 4}}, {"[\"caf\xe9\"]", Flaws{Encoding: 6}}, {"{\"\xff\":[1]}", Flaws{Encoding: 3}},
	{"\"\\\xe9\"", Flaws{Syntax: 2, Encoding: 3}}, {"\"\\é\"", Flaws{Syntax: 2}}, {"[\"\xc3\",\"\\x\",nul]", Flaws{Syntax: 7, Encoding: 3}},
	{`{"a":[true,false,null,-0.5e-3,"é \ud83d\/"]}`, Flaws{}}, {`"long enough for more than one word: \" é"`, Flaws{}},
	{"\"long enough for more than one word: \x1f\"", Flaws{Syntax: 38}},
}

func TestFlaws(t *testing.T) {
	for _, c := range flawed {
		s := Scanner{Text: []byte(c.text)}
		if end := s.Skip(0); end != len(c.text) || s.Flaws != c.flaws {
			t.Errorf("%q ends at %d with %+v, want %+v", c.text, end, s.Flaws, c.flaws)
		}
		checkFlaws(t, s.Text, len(c.text))
		s = Trusted(s.Text)
		if end := s.Skip(0); end != len(c.text) || s.Flaws.Any() {
			t.Errorf("%q, trusted, ends at %d with %+v", c.text, end, s.Flaws)
		}
	}
}

// TestZeros checks that the NUL bytes between lines and elements are passed on once, however the text is
// divided.
func TestZeros(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"{}\n{}\n", "0 0 end 0"},
		{"\x00\x00{}\n{}\x00\n \x00\n{}", "2@0:1 0 4@7:2 end 0"},
		{"{}\n\x00\x00\n\x00\n", "0 end 4@3:2"},
		{"{}\n{}\x00\x00", "0 0 end 2@5:2"},
		{"{}\n\x00\x00", "0 end 2@3:2"},
		{"[{},\x00\x00\n{}]\x00\n", "0 2@4:1 end 1@10:2"},
	} {
		for n := 1; n <= len(c.in); n++ {
			var got strings.Builder
			show := func(z Zeros) {
				if fmt.Fprint(&got, z.Length); z.Length > 0 {
					fmt.Fprintf(&got, "@%d:%d", z.Offset, z.Number)
				}
			}
			r := Reader{Emit: func(l Line) { show(l.Zeros); got.WriteByte(' ') }}
			for chunk := range slices.Chunk([]byte(c.in), n) {
				r.Write(chunk)
			}
			r.Close()
			got.WriteString("end ")
			show(r.Zeros())
			if got.String() != c.want {
				t.Errorf("%q in chunks of %d bytes: %s, want %s", c.in, n, got.String(), c.want)
			}
		}
	}
}

func decoded(key []byte) (s string, err error) {
	err = json.Unmarshal([]byte(`"`+string(key)+`"`), &s)
	return s, err
}

// FuzzLines checks that the lines do not depend on the chunks, and that every byte is accounted
// for.
func FuzzLines(f *testing.F) {
	f.Add("{\"a\":1}{\"b\":2}\r\n\x00\x00{}\n{\"c\":", 3)
	f.Add("\xef\xbb\xbf{}\n\n[]", 1)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 1 || n > len(s) {
			return
		}
		whole, cut := dump(s, len(s)), dump(s, n)
		if whole != cut {
			t.Fatalf("chunks of %d bytes differ:\n%s\n%s", n, whole, cut)
		}
		covered := 0
		var lines Lines
		lines.Emit = func(l Line) {
			covered += l.Length
			at := 0
			for p := range Repair(l.Text) {
				if p.From < at || p.To <= p.From || strings.Trim(string(l.Text[at:p.From]), " \t\r\x00") != "" {
					t.Fatalf("pieces leave a gap before %d", p.From)
				}
				at = p.To
			}
		}
		lines.Write([]byte(s))
		lines.Close()
		if int64(covered)+lines.Blank() != int64(len(s)) {
			t.Fatalf("%d + %d of %d bytes accounted for", covered, lines.Blank(), len(s))
		}
	})
}

func BenchmarkLines(b *testing.B) {
	chunk := []byte(strings.Repeat(`{"type":"user","message":{"content":"`+strings.Repeat("word ", 700)+"\"}}\n", 300))
	lines := Lines{Emit: func(Line) {}}
	b.SetBytes(int64(len(chunk)))
	b.ReportAllocs()
	for b.Loop() {
		lines.Write(chunk)
	}
}

func BenchmarkSkip(b *testing.B) {
	line := []byte(`{"type":"user","toolUseResult":{"stdout":"` + strings.Repeat(`a \"quoted\" word\n`, 200) + `","n":[1,2,3]}}`)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if Skip(line, 0) != len(line) {
			b.Fatal("not whole")
		}
	}
}

// TestCloseReleasesBuffer checks that a file that was read to its end keeps no buffer for a line:
// a thousand files that came in chunks would keep 128 MB.
func TestCloseReleasesBuffer(t *testing.T) {
	for name, c := range map[string]struct {
		chunks []string
		most   int
	}{
		"lines":            {[]string{`{"a":`, "1}\n"}, 0},
		"a line goes on":   {[]string{`{"a":`, "1}\n", `{"b`}, 16},
		"document":         {[]string{"[\n", `{"a":`, "1}]"}, 16},
		"an end of a line": {[]string{"{}\n", `{"a":`, "1}"}, 16},
	} {
		var r Reader
		r.Emit = func(Line) {}
		for _, chunk := range c.chunks {
			r.Write([]byte(chunk))
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if got := cap(r.lines.carry) + cap(r.doc.carry); got > c.most {
			t.Errorf("%s: it holds room for %d bytes, want at most %d", name, got, c.most)
		}
	}
}
