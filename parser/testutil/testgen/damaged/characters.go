package damaged

import (
	"strconv"
	"strings"
)

// characters returns sessions with single wrong bytes, in the text of a prompt and
// elsewhere.
func characters() []Kind {
	const words = "Thank you."
	in := func(s string) func(n int) []byte { return replaced(fourth, words, "Thank "+s+"you.") }
	all := []Kind{
		{Name: "a byte order mark", Equal: true, Make: whole(func(b []byte) []byte { return append([]byte(mark), b...) })},
		{Name: "two byte order marks", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { return append([]byte(mark+mark), b...) })},
		{Name: "a byte order mark in the middle", Codes: "damaged-line", Make: line(third, func(l string) string { return mark + l })},
		{Name: "a byte order mark at each line", Codes: "damaged-line", Make: each(func(l string) string { return mark + l })},
		{Name: "a byte order mark behind the file", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { return append(b, mark...) })},
		{Name: "a byte order mark in a key", Make: replaced(fourth, `"type":"user"`, `"`+mark+`type":"user"`)},
		{Name: "half a byte order mark", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { return append([]byte(mark[:2]), b...) })},
		{Name: "NULs before a record", Codes: "nul-bytes",
			Make: line(third, func(l string) string { return strings.Repeat("\x00", 400) + l })},
		{Name: "NULs behind a record", Codes: "nul-bytes",
			Make: line(third, func(l string) string { return l + strings.Repeat("\x00", 400) })},
		{Name: "NULs in a record", Codes: "invalid-json", Make: in(strings.Repeat("\x00", 400))},
		{Name: "NULs between members", Codes: "damaged-line", Make: replaced(fourth, `,"type"`, ",\x00\x00\"type\"")},
		{Name: "a line of NULs", Codes: "nul-bytes",
			Make: line(third, func(l string) string { return strings.Repeat("\x00", 700) + "\n" + l })},
		{Name: "NULs at the beginning", Codes: "nul-bytes", Make: whole(func(b []byte) []byte { return append(make([]byte, 600), b...) })},
		{Name: "NULs at the end", Codes: "nul-bytes", Make: whole(func(b []byte) []byte { return append(b, make([]byte, 4096)...) })},
		{Name: "NUL behind each byte of a line", Codes: "damaged-line", Make: line(third, func(l string) string {
			return strings.Join(strings.Split(l, ""), "\x00")
		})},
		{Name: "a backspace between records", Codes: "damaged-line", Make: line(third, func(l string) string { return "\b" + l })},
		{Name: "DEL between records", Codes: "damaged-line", Make: line(third, func(l string) string { return "\x7f" + l })},
		{Name: "control Z at the end", Codes: "damaged-line", Make: whole(func(b []byte) []byte { return append(b, 0x1a) })},
		{Name: "a no-break space before a record", Codes: "damaged-line", Make: line(third, func(l string) string { return "\u00a0" + l })},
		{Name: "a no-break space between members", Codes: "damaged-line", Make: replaced(fourth, `,"type"`, ",\u00a0\"type\"")},
		{Name: "a zero-width space before a record", Codes: "damaged-line",
			Make: line(third, func(l string) string { return "\u200b" + l })},
		{Name: "curly quotes", Codes: "damaged-line", Make: line(third, func(l string) string { return strings.ReplaceAll(l, `"`, "”") })},
		{Name: "escapes around a record", Codes: "damaged-line",
			Make: line(third, func(l string) string { return "\x1b[32m" + l + "\x1b[0m" })},
		{Name: "a raw line end in a string", Codes: "damaged-line", Make: in("\n")},
		{Name: "a raw CR in a string", Codes: "invalid-json", Make: in("\r")},
		{Name: "a raw CRLF in a string", Codes: "damaged-line", Make: in("\r\n")},
		{Name: "a raw tab in a string", Codes: "invalid-json", Make: in("\t")},
		{Name: "U+2028 in a string", Make: in("\u2028")},
		{Name: "a raw quote in a string", Codes: "damaged-line", Make: in(`"`)},
		{Name: "raw quotes around a word", Codes: "damaged-line", Make: in(`"very" `)},
		{Name: "a backslash before the end of a string", Codes: "damaged-line", Make: replaced(fourth, words, words+`\`)},
	}
	for c := range 0x20 {
		if strings.ContainsRune("\t\n\r", rune(c)) {
			continue
		}
		all = append(all, Kind{Name: "raw control character " + strconv.Itoa(c), Codes: "invalid-json", Make: in(string(rune(c)))})
	}
	for name, escape := range pairs("NUL escaped", `\u0000`, "a high surrogate", `\ud83d`, "a low surrogate", `\udea2`,
		"surrogates the wrong way round", `\udea2\ud83d`, "two high surrogates", `\ud83d\ud83d`,
		"a surrogate and a letter", `\ud83dA`, "a character that is none", `\uffff`) {
		all = append(all, Kind{Name: name, Make: in(escape)})
	}
	for name, escape := range pairs("an unknown escape", `\x`, "an escape of hexadecimals", `\x41`,
		"an octal escape", `\101`, "a short escape", `\u12`, "an escape without digits", `\u`,
		"an escape of other digits", `\uZZZZ`, "an escape in capitals", `\U0001F6A2`,
		"an escape in brackets", `\u{1F6A2}`, "a surrogate and a cut one", `\ud83d\ude`,
		"an escaped line", `\`+"\v") {
		all = append(all, Kind{Name: name, Codes: "invalid-json", Make: in(escape)})
	}
	for name, bytes := range pairs("a continuation byte", "\x80", "two continuation bytes", "\xbf\xbf",
		"a lone first byte of two", "\xc3", "a lone first byte of three", "\xe6", "a lone first byte of four", "\xf0",
		"a cut character of three", "\xe6\xbd", "a cut character of four", "\xf0\x9f\x9a",
		"an overlong slash of two", "\xc0\xaf", "an overlong slash of three", "\xe0\x80\xaf",
		"an overlong slash of four", "\xf0\x80\x80\xaf",
		"an overlong NUL", "\xc0\x80", "an overlong quote", "\xc0\xa2", "a surrogate in UTF-8", "\xed\xa0\xbd",
		"a pair of surrogates in UTF-8", "\xed\xa0\xbd\xed\xba\xa2", "beyond Unicode", "\xf4\x90\x80\x80",
		"five bytes", "\xf8\x88\x80\x80\x80",
		"six bytes", "\xfc\x84\x80\x80\x80\x80", "bytes FE and FF", "\xfe\xff", "all high bytes", high()) {
		all = append(all, Kind{Name: name + " in a string", Codes: "invalid-utf8", Make: in(bytes)})
	}
	for name, bytes := range pairs("a continuation byte", "\x80", "all high bytes", high(), "FF", "\xff") {
		all = append(all, Kind{Name: name + " between members", Codes: "damaged-line",
			Make: replaced(fourth, `,"type"`, ","+bytes+`"type"`)},
			Kind{Name: name + " before a record", Codes: "damaged-line", Make: line(third, func(l string) string { return bytes + l })},
			Kind{Name: name + " in a key", Codes: "invalid-utf8", Make: replaced(fourth, `"userType"`, `"user`+bytes+`Type"`)},
			Kind{Name: name + " in an id", Codes: "invalid-utf8", Make: replaced(fourth, `"parentUuid":"y`, `"parentUuid":"`+bytes)})
	}
	return all
}

const mark = "\xef\xbb\xbf" // byte order mark

func high() string {
	var b []byte
	for c := 0x80; c < 0x100; c++ {
		b = append(b, byte(c))
	}
	return string(b)
}

// pairs returns an iterator over a list of names and their values, in this order. yield
// reports whether to go on.
func pairs(list ...string) func(yield func(name, what string) bool) {
	return func(yield func(name, what string) bool) {
		for i := 0; i+1 < len(list); i += 2 {
			if !yield(list[i], list[i+1]) {
				return
			}
		}
	}
}
