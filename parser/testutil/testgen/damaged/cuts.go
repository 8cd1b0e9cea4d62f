package damaged

import "strings"

// cuts returns sessions with a record truncated, in four ways, at every byte where a reader
// can fail.
func cuts() []Kind {
	var all []Kind
	for _, place := range []struct {
		name string
		line int
		up   string // the cut is after this text
	}{
		{"behind the first bracket", umlauts, `{`},
		{"in a key", umlauts, `{"parentUu`},
		{"behind a key", umlauts, `{"parentUuid"`},
		{"behind a colon", umlauts, `{"parentUuid":`},
		{"behind a quote", umlauts, `{"parentUuid":"`},
		{"in an id", umlauts, `{"parentUuid":"a`},
		{"in a literal", umlauts, `"isSidechain":fal`},
		{"behind a literal", umlauts, `"isSidechain":false`},
		{"behind a comma", umlauts, `"isSidechain":false,`},
		{"in a time", umlauts, `"timestamp":"2026-05-`},
		{"behind the message's bracket", umlauts, `"message":{`},
		{"behind the list's bracket", umlauts, `"content":[`},
		{"in a character of two bytes", umlauts, "Gr\xc3"},
		{"in a character of three bytes", umlauts, ", \xe6\xbd"},
		{"behind one byte of four", umlauts, "and \xf0"},
		{"behind three bytes of four", umlauts, "\xf0\x9f\x9a"},
		{"behind a backslash", umlauts, `as \`},
		{"behind an escaped quote", umlauts, `as \"`},
		{"in an escape", umlauts, `\u00`},
		{"between the halves of a pair", umlauts, `\ud83d`},
		{"in the second half of a pair", umlauts, `\ud83d\ude`},
		{"between two backslashes", umlauts, `C:\`},
		{"behind the text", umlauts, `new?"`},
		{"behind the block", umlauts, `new?"}`},
		{"behind the list", umlauts, `new?"}]`},
		{"before the last bracket", umlauts, `new?"}]}`},
		{"in a number", duration, `"durationMs":61`},
		{"behind a number", duration, `"durationMs":61000`},
		{"in the words of a tool", result, `"content":"north quay\nso`},
		{"in the copy of a result", result, `"stdout":"north`},
		{"in the counts of tokens", reply, `"cache_read_input_tokens":20`},
	} {
		parts := func(n int) (lines []string, head, tail string) {
			lines = Lines(n)
			head, tail, found := strings.Cut(lines[place.line], place.up)
			if !found {
				panic("damaged: there is no " + place.name)
			}
			return lines, head + place.up, tail
		}
		all = append(all,
			Kind{Name: "ends " + place.name, Codes: "unfinished-line", Make: func(n int) []byte {
				lines, head, _ := parts(n)
				return append(join(lines[:place.line]), head...)
			}},
			Kind{Name: "line ends " + place.name, Codes: "damaged-line", Make: func(n int) []byte {
				lines, head, _ := parts(n)
				lines[place.line] = head
				return join(lines)
			}},
			Kind{Name: "next record follows " + place.name, Codes: "damaged-line", Make: func(n int) []byte {
				lines, head, _ := parts(n)
				lines[place.line] = head + lines[place.line+1]
				return join(append(lines[:place.line+1], lines[place.line+2:]...))
			}},
			Kind{Name: "line begins " + place.name, Codes: "damaged-line", Make: func(n int) []byte {
				lines, _, tail := parts(n)
				lines[place.line] = tail
				return join(lines)
			}})
	}
	return all
}
