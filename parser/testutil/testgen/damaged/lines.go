package damaged

import (
	"bytes"
	"slices"
	"strings"
)

// lines returns sessions with damage between the records: to line ends, to their order or
// to their number.
func lines() []Kind {
	one := func(glue string) func(n int) []byte {
		return func(n int) []byte { return []byte(strings.Join(Lines(n), glue) + "\n") }
	}
	return []Kind{
		{Name: "no line end at the end", Equal: true, Make: whole(func(b []byte) []byte { return b[:len(b)-1] })},
		{Name: "CRLF", Equal: true, Make: ends("\r\n")},
		{Name: "CRLF and LF", Equal: true, Make: whole(func(b []byte) []byte { return bytes.Replace(b, []byte("\n"), []byte("\r\n"), 5) })},
		{Name: "LF CR", Equal: true, Make: ends("\n\r")},
		{Name: "CR CR LF", Equal: true, Make: ends("\r\r\n")},
		{Name: "CR alone", Codes: "repaired-line", Make: ends("\r")},
		{Name: "no line ends", Codes: "repaired-line", Make: one("")},
		{Name: "spaces for line ends", Codes: "repaired-line", Make: one(" ")},
		{Name: "tabs for line ends", Codes: "repaired-line", Make: one("\t")},
		{Name: "NUL for line ends", Codes: "nul-bytes repaired-line", Make: one("\x00")},
		{Name: "commas for line ends", Codes: "damaged-line repaired-line", Make: one(",")},
		{Name: "semicolons for line ends", Codes: "damaged-line repaired-line", Make: one(";")},
		{Name: "written \\n for line ends", Codes: "damaged-line repaired-line", Make: one(`\n`)},
		{Name: "U+2028 for line ends", Codes: "damaged-line repaired-line", Make: one("\u2028")},
		{Name: "U+2029 for line ends", Codes: "damaged-line repaired-line", Make: one("\u2029")},
		{Name: "U+0085 for line ends", Codes: "damaged-line repaired-line", Make: one("\u0085")},
		{Name: "vertical tabs for line ends", Codes: "damaged-line repaired-line", Make: one("\v")},
		{Name: "form feeds for line ends", Codes: "damaged-line repaired-line", Make: one("\f")},
		{Name: "record separators", Codes: "damaged-line", Make: each(func(l string) string { return "\x1e" + l })},
		{Name: "empty lines between", Equal: true, Make: ends("\n\n")},
		{Name: "a thousand empty lines", Equal: true,
			Make: whole(func(b []byte) []byte { return append(bytes.Repeat([]byte("\n"), 1000), b...) })},
		{Name: "indented", Equal: true, Make: each(func(l string) string { return "   \t" + l })},
		{Name: "blanks behind", Equal: true, Make: each(func(l string) string { return l + " \t " })},
		{Name: "two records on a line", Codes: "repaired-line",
			Make: whole(func(b []byte) []byte { return bytes.Replace(b, []byte("\n"), nil, 1) })},
		{Name: "words between two records", Codes: "damaged-line repaired-line",
			Make: whole(func(b []byte) []byte { return bytes.Replace(b, []byte("\n"), []byte(" and "), 1) })},
		{Name: "a record twice on a line", Codes: "duplicate-uuid repaired-line",
			Make: line(answer, func(l string) string { return l + l })},
		{Name: "a line twice", Codes: "duplicate-uuid", Make: line(answer, func(l string) string { return l + "\n" + l })},
		{Name: "each line twice", Codes: "duplicate-uuid", Make: each(func(l string) string { return l + "\n" + l })},
		{Name: "the file twice", Codes: "duplicate-uuid", Make: whole(func(b []byte) []byte { return append(b, b...) })},
		{Name: "the last half twice", Codes: "duplicate-uuid",
			Make: change(func(l []string) []string { return append(l, l[len(l)/2:]...) })},
		{Name: "two lines swapped", Make: change(func(l []string) []string { l[thought], l[call] = l[call], l[thought]; return l })},
		{Name: "a result before its call", Make: change(func(l []string) []string { l[call], l[result] = l[result], l[call]; return l })},
		{Name: "backwards", Make: change(func(l []string) []string { slices.Reverse(l); return l })},
		{Name: "odd lines first", Make: change(func(l []string) []string {
			var odds, even []string
			for i, line := range l {
				if i%2 == 0 {
					even = append(even, line)
				} else {
					odds = append(odds, line)
				}
			}
			return append(odds, even...)
		})},
		{Name: "the last line first", Make: change(func(l []string) []string { return append([]string{l[len(l)-1]}, l[:len(l)-1]...) })},
		{Name: "the head is gone", Make: change(func(l []string) []string { return l[answer:] })},
		{Name: "the head is gone in a line", Codes: "damaged-line", Make: whole(func(b []byte) []byte { return b[len(b)/3:] })},
		{Name: "the middle is gone", Make: change(func(l []string) []string { return append(l[:result], l[third:]...) })},
		{Name: "the middle is gone in lines", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { return append(b[:len(b)/4], b[len(b)*3/4:]...) })},
		{Name: "each line is cut", Type: "json", Make: each(func(l string) string { return l[:len(l)-9] })},
		{Name: "each line begins late", Type: "text", Codes: "damaged-line", Make: each(func(l string) string { return l[9:] })},
		{Name: "only a cut record", Codes: "unfinished-line", Type: "json", Make: whole(func(b []byte) []byte { return b[:40] })},
		{Name: "wrapped at 80 columns", Codes: "damaged-line more", Make: each(func(l string) string { return wrapped(l, 80) })},
		{Name: "two writers, byte by byte", Type: "json", Codes: "damaged-line", Make: func(n int) []byte {
			a, b := Lines(n)[prompt], Lines(n)[third]
			mixed := make([]byte, 0, len(a)+len(b))
			for i := range min(len(a), len(b)) {
				mixed = append(mixed, a[i], b[i])
			}
			return append(mixed, '\n')
		}},
		{Name: "two writers, in blocks", Codes: "broken-links damaged-line unfinished-line", Make: func(n int) []byte {
			a, b := Session(n), Session(n+1_000_000)
			var mixed []byte
			for i := 0; i < min(len(a), len(b)); i += 512 {
				mixed = append(append(mixed, a[i:min(i+512, len(a))]...), b[i:min(i+512, len(b))]...)
			}
			return mixed
		}},
		{Name: "two writers, line by line", Make: func(n int) []byte {
			var both []string
			for i, l := range Lines(n) {
				both = append(both, l, Lines(n + 1_000_000)[i])
			}
			return join(both)
		}},
		{Name: "two sessions in a file", Make: func(n int) []byte { return append(Session(n), Session(n+1_000_000)...) }},
		{Name: "a record in the middle of another", Codes: "damaged-line", Make: change(func(l []string) []string {
			half := len(l[answer]) / 2
			l[answer] = l[answer][:half] + l[umlauts] + l[answer][half:]
			return append(l[:umlauts], l[umlauts+1:]...)
		})},
		{Name: "overwritten in the middle", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { copy(b[len(b)/2:], strings.Repeat("#", 200)); return b })},
		{Name: "a block of zeros in the middle", Codes: "damaged-line invalid-json",
			Make: whole(func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+512]); return b })},
	}
}

// wrapped breaks a line at a width.
func wrapped(l string, width int) string {
	var b strings.Builder
	for len(l) > width {
		b.WriteString(l[:width] + "\n")
		l = l[width:]
	}
	return b.String() + l
}
