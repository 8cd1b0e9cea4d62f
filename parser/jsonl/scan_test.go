package jsonl

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// same compares scan with scanGo and find with the plain way, at each place of a
// text: wherever scan gives an answer to what a value is, it is the same one.
func same(t *testing.T, text []byte) {
	t.Helper()
	for at := range len(text) + 1 {
		for _, c := range []byte(`"\` + "\n") {
			want := bytes.IndexByte(text[at:], c)
			if want >= 0 {
				want += at
			}
			if got := find(text, at, c); got != want {
				t.Fatalf("%q from %d in %q: %d, want %d", c, at, text, got, want)
			}
		}
		if at == len(text) {
			break
		}
		_, end := scan(text, at, nil)
		if want := skip(text, at); end != want && (end >= 0 || want >= 0 && strings.Count(string(text[at:]), "[")+strings.Count(string(text[at:]), "{") < 64) {
			t.Fatalf("a value at %d of %q: %d, want %d", at, text, end, want)
		}
		var got, want [batch]entry
		n, next := scan(text, at, &got)
		m, then := scanGo(text, at, &want)
		if next < 0 && then < 0 {
			next = then
		}
		if n != m || next != then && want[n-1].end >= 0 || fmt.Sprint(got[:n]) != fmt.Sprint(want[:m]) {
			t.Fatalf("members at %d of %q: %d of %v, then %d; want %d of %v, then %d", at, text, n, got[:n], next, m, want[:m], then)
		}
	}
}

// In WebAssembly the scan is another one: it must be the same wherever texts begin
// and end, whatever stands in them.
func TestScan(t *testing.T) {
	for _, text := range []string{
		`{"a":1}`, `"a":1,"b":"x","c":[1],"d":2}`, `"a" : "x" , "b":null }`, "\"a\":\t\"x\"\r\n,\n\"b\":1}", `"a":{}`, `"a":"x"`, `"a":`, `"a"`, `"`, ``, `"a":1,`, `"a":1 "b"`,
		`"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8}`, `"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8, "9":9}`, `"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":[]}`,
		`[1,-2.5e+3,1E9,true,false,null,"\\",{"\\\"":"\""},[[]],{}]`, `[}`, `{]`, `[1,]`, `{"a":1,}`, `{,}`, `[,]`, `{"a"}`, `{"a":1]`, `{1:2}`, `[/]`, `[~]`, `[` + "\x00" + `]`,
		`"` + strings.Repeat(`\`, 40) + `"`, `"` + strings.Repeat(`\`, 41) + `"`, strings.Repeat("[", 70) + strings.Repeat("]", 70), strings.Repeat(`{"a":`, 66) + "1" + strings.Repeat("}", 66),
		`["\u0022","\u005c"]`, "\"\xff\xfe\xa2\x22", "\"!\"\"!", "[ \v1]", "[ \f1]", "[1 ]",
	} {
		for size := range 40 {
			same(t, []byte(strings.Repeat(" ", size%9)+text+strings.Repeat("x", size)))
			same(t, []byte(strings.ReplaceAll(text, "a", strings.Repeat("y", size))))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	const alphabet = `""""\\\\{}[]:::,,,  a1-.+Ex` + "\n\x00\xa2\xff"
	for range 3000 {
		text := make([]byte, random.IntN(90))
		for i := range text {
			text[i] = alphabet[random.IntN(len(alphabet))]
		}
		same(t, text)
	}
}

// What a cut line still holds, and what a broken one holds before the damage.
func TestMembersCut(t *testing.T) {
	text := []byte(`{"a":"x","b":{"c":[1,"]"]},"d" : -1.5 ,"e":[],"f":true}`)
	for size := range len(text) + 1 {
		var keys []string
		end := Members(text[:size], 0, func(key []byte, at, end int) int {
			value := Skip(text[:size], at)
			if end >= 0 && end != value {
				t.Fatalf("%s ends at %d, want %d", key, end, value)
			}
			keys = append(keys, string(key))
			return value
		})
		if whole := size == len(text); whole != (end == size) || !strings.HasPrefix("abdef", strings.Join(keys, "")) {
			t.Errorf("of %d bytes: members %v, end %d", size, keys, end)
		}
	}
}
