package jsonl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// elements passes a text to a Reader in chunks of n bytes.
func elements(text string, n int) string {
	var out strings.Builder
	r := Reader{Emit: func(l Line) {
		fmt.Fprintf(&out, "%d@%d %s", l.Number, l.Offset, strings.Join(strings.Fields(string(l.Text)), " "))
		if l.Unterminated {
			out.WriteString(" …")
		}
		out.WriteString("\n")
	}}
	for len(text) > 0 {
		k := min(n, len(text))
		r.Write([]byte(text[:k]))
		text = text[k:]
	}
	r.Close()
	fmt.Fprintf(&out, "%d, blank %d of %d", r.Count(), r.Blank(), r.Offset())
	return out.String()
}

func TestReader(t *testing.T) {
	long := strings.Repeat("x", 2*maxHead)
	for _, c := range []struct{ name, in, want string }{
		{"array", `[{"a":1},{"b":[2]}]`, "1@1 {\"a\":1}\n1@9 {\"b\":[2]}\n2, blank 3 of 19"},
		{"array over lines", "\n[\n  {\"a\":1},\n  {\n\"b\":2}\n]\n", "3@5 {\"a\":1}\n4@16 { \"b\":2}\n2, blank 12 of 27"},
		{"one object over lines", "{\n  \"a\": \"}\",\n  \"b\": [1]\n}\n", "1@0 { \"a\": \"}\", \"b\": [1] }\n1, blank 1 of 27"},
		{"objects over lines", "{\n\"a\":1}\n{\"b\":\n2}", "1@0 { \"a\":1}\n3@9 {\"b\": 2}\n2, blank 1 of 17"},
		{"member", `{"v":1,"loglines":[{"a":1},{"b":2}],"loglines2":[{}]}`, "1@19 {\"a\":1}\n1@27 {\"b\":2}\n2, blank 39 of 53"},
		{"member over lines", "{\"v\":\n\"loglines\",\"loglines\" :\n[{\"a\":1}]}", "3@31 {\"a\":1}\n1, blank 33 of 40"},
		{"member after much else", "{\n\"v\":\"" + long + "\",\"loglines\":[{}]}", "2@2069 {}\n1, blank 2071 of 2073"},
		{"a member's own loglines", "{\n\"m\":{\"loglines\":[{}]}}", "1@0 { \"m\":{\"loglines\":[{}]}}\n1, blank 0 of 24"},
		{"junk in an array", "[{},1, \"a\"\n,[{}]]x\n", "1@1 {}\n1@4 1\n1@7 \"a\"\n2@12 [{}]\n2@17 x\n5, blank 8 of 19"},
		{"cut document", "[\n{\"a\":1},{\"b\":", "2@2 {\"a\":1}\n2@10 {\"b\": …\n2, blank 3 of 15"},
		{"a broken quote costs its line", "[{\"a\":\"x\n},{\"b\":2}]", "1@1 {\"a\":\"x }\n2@11 {\"b\":2}\n2, blank 3 of 19"},
		{"byte order mark", "\xef\xbb\xbf[{}]", "1@4 {}\n1, blank 5 of 7"},

		{"lines", "{\"a\":1}\n{\"b\":2}\n", "1@0 {\"a\":1}\n2@8 {\"b\":2}\n2, blank 2 of 16"},
		{"first line cut in a string", "{\"a\":\"b\n{\"b\":2}\n", "1@0 {\"a\":\"b\n2@8 {\"b\":2}\n2, blank 2 of 16"},
		{"first line cut behind a comma", "{\"a\":1,\n{\"b\":2}\n", "1@0 {\"a\":1,\n2@8 {\"b\":2}\n2, blank 2 of 16"},
		{"first line cut behind a value", "{\"a\":{\"b\":1}\n{\"b\":2}\n", "1@0 {\"a\":{\"b\":1}\n2@13 {\"b\":2}\n2, blank 2 of 21"},
		{"first line cut behind a bracket", "{\"a\":[\n{\"b\":2}\n", "1@0 {\"a\":[\n2@7 {\"b\":2}\n2, blank 2 of 15"},
		{"first line an array", "[1]\n{\"b\":2}\n", "1@0 [1]\n2@4 {\"b\":2}\n2, blank 2 of 12"},
		{"a long first line", "{\"a\":\"" + long + "\",\n{}\n", "1@0 {\"a\":\"" + long + "\",\n2@2057 {}\n2, blank 2 of 2060"},
		{"cut before it is known", "\n{\"a\":", "2@1 {\"a\": …\n1, blank 1 of 6"},
		{"blank", " \n", "0, blank 2 of 2"},
		{"part of a mark", "\xef\xbb", "1@0 \xef\xbb …\n1, blank 0 of 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for n := 1; n <= min(len(c.in)+1, 40); n++ {
				if diff := cmp.Diff(c.want, elements(c.in, n)); diff != "" {
					t.Fatalf("in chunks of %d bytes (-want +got):\n%s", n, diff)
				}
			}
			if diff := cmp.Diff(c.want, elements(c.in, len(c.in))); diff != "" {
				t.Fatalf("whole (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzReader checks that the elements do not depend on the chunks or on an early end, and that
// every byte is accounted for.
func FuzzReader(f *testing.F) {
	f.Add("[{\"a\":\"\\\\\"},\n 1]", 3)
	f.Add("{\n \"loglines\": [{\"a\":1}], \"b\": {}}{}", 1)
	f.Add("{\"a\":1}\n{\"b\"", 5)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 1 || n > len(s) {
			return
		}
		whole := elements(s, len(s))
		if cut := elements(s, n); whole != cut {
			t.Fatalf("chunks of %d bytes differ:\n%s\n%s", n, whole, cut)
		}
		var covered, end int64
		var r Reader
		r.Emit = func(l Line) {
			if l.Offset < end || s[l.Offset:][:l.Length] != string(l.Text) {
				t.Fatalf("the line at %d is not there", l.Offset)
			}
			end = l.Offset + int64(l.Length)
			covered += int64(l.Length)
		}
		r.Write([]byte(s))
		r.Close()
		if covered+r.Blank() != int64(len(s)) {
			t.Fatalf("%d + %d of %d bytes accounted for", covered, r.Blank(), len(s))
		}
		r = Reader{Emit: func(Line) {}}
		r.Write([]byte(s[:n]))
		r.Close()
		r.Write([]byte(s[n:]))
		r.Close()
		if got := fmt.Sprintf("%d, blank %d of %d", r.Count(), r.Blank(), r.Offset()); !strings.HasSuffix(whole, got) {
			t.Fatalf("grown from byte %d: %s", n, got)
		}
	})
}
