package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// FuzzRedact redacts arbitrary bytes. The copy is checked, lines that were JSON still are, and without
// values nothing changes.
func FuzzRedact(f *testing.F) {
	f.Add([]byte(`{"cwd":"/home/meitan","message":{"content":"mei@tidal.io \u006dei@tidal.io"}}`), uint8(0))
	f.Add([]byte(streamed("text", "/home/me", "itan ", "mei@tid", "al.io")), uint8(255))
	f.Add([]byte(`{"a":"{\"b\":\"mei\\u0040tidal.io%20&amp;\"}"`), uint8(3))
	f.Add([]byte("password=\"hx82kf!Q11\"\n‹EMAIL_1› bWVpQHRpZGFsLmlvIG1laUB0aWRhbC5pbw=="), uint8(8))
	f.Add([]byte(strings.Repeat("[", 400)+strings.Repeat("{\"a\":", 400)), uint8(1))
	f.Add(recordOf(f, "\x1b[31mmei\x1b[m@tidal.io mei\u200b@tidal.io\n+"+wrapped(strings.Repeat(" mei@tidal.io", 20), 76, "\n+")), uint8(0))
	finder := newFinder(f, FinderOptions{Words: []string{"abc"}})
	f.Fuzz(func(t *testing.T, data []byte, parts uint8) {
		values := new(Values)
		for x, err := range finder.Read(bytes.NewReader(data)) {
			if err != nil || x.Value == "" || x.Offset < 0 || x.Offset > int64(len(data)) {
				t.Fatalf("%+v, %v", x, err)
			}
			values.Add(x, "a")
		}
		found := values.Len()
		r := NewReplacer(values, ReplacerOptions{Parts: Parts(parts)})
		var out bytes.Buffer
		err := r.Copy(&out, bytes.NewReader(data), "a")
		if left := new(LeftError); errors.As(err, &left) {
			return // it fails closed
		}
		if err != nil {
			t.Fatal(err)
		}
		if found == 0 && parts&31 == 0 && !bytes.Equal(out.Bytes(), data) {
			t.Errorf("nothing was found, and %q became %q", data, out.Bytes())
		}
		before, after := bytes.Split(data, []byte("\n")), bytes.Split(out.Bytes(), []byte("\n"))
		if len(before) != len(after) {
			return // a value had line ends
		}
		for i := range before {
			if isObject(before[i]) && !json.Valid(after[i]) {
				t.Errorf("%q became %q", before[i], after[i])
			}
		}
		if err := NewChecker(values).Check(bytes.NewReader(out.Bytes()), "a"); err != nil {
			t.Errorf("%v in %q", err, out.Bytes())
		}
	})
}

// isObject reports whether a line is a JSON object that is nested no deeper than what is read.
func isObject(line []byte) bool {
	return json.Valid(line) && walk(bytes.TrimSpace(line), newStructure(), nothing{})
}

// nothing visits a record.
type nothing struct{}

func (nothing) text(node)         {}
func (nothing) object(node) Parts { return 0 }
func (nothing) member(node) Parts { return 0 }

// FuzzDecode checks that decoded texts know where their bytes come from.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`a\u0041\\\"\n`, `%41%zz%`, `&#65;&amp;&#x1F600;&`, `\\u0041%2541&amp;amp;`, `\ud83d\ude00\ud83d`,
		`a\u001b[1mb\u200bc%1b%5Bm`, "\x1b[31ma\x1b]0;b\x1b\\c\x00d"} {
		f.Add([]byte(text), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, isString bool) {
		var l layering
		l.each(data, isString, func(x *text) {
			last := 0
			for i := range x.bytes {
				from, to := x.original(i, i+1)
				if from < 0 || to <= from || to > len(data) || from < last {
					t.Fatalf("%q: byte %d of %q is at %d to %d", data, i, x.bytes, from, to)
				}
				last = from
				if from+1 == to && data[from] != x.bytes[i] {
					t.Fatalf("%q: byte %d of %q is at %d", data, i, x.bytes, from)
				}
			}
		})
	})
}
