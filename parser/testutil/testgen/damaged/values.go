package damaged

import (
	"strconv"
	"strings"
)

// values returns sessions with values in an unknown member of a record. It has everything
// that a strict JSON parser rejects. All of it is reported; the records around values that have an end
// are read.
func values() []Kind {
	var all []Kind
	add := func(codes string, list ...string) {
		for _, value := range list {
			all = append(all, Kind{Name: "the value " + strconv.Quote(value), Equal: codes == "", Codes: codes,
				Make: replaced(fourth, `,"type"`, `,"extra":`+value+`,"type"`)})
		}
	}
	add("", `1e999`, `-1e999`, `1e400`, `-0`, `0.00000000000000000000000000000001`,
		`12345678901234567890123456789012345678901234567890`, `"\uD800"`)
	add("invalid-json",
		`01`, `-01`, `-`, `+1`, `++1`, `.5`, `-.5`, `1.`, `1.e1`, `1e`, `1e+`, `1e-`, `1eE2`, `1e1.5`, `0e`, `0e+`,
		`2.e3`, `1-2`, `1.2.3`, `--1`, `0x2a`, `0b1`,
		`nul`, `nulll`, `tru`, `fals`, `trueish`, `undefined`, `nan`, `infinity`, `abc`, `e`,
		`[1+2]`, `[truth]`, `{"a":nul}`, `{"a":[01]}`, "{\"a\tb\":1}", `{"\x":1}`, `"\uqqqq"`,
		`"\x"`, `"\u"`, `"\u00A"`, `"\uD800\u"`, `"\a"`, `"\'"`, `"\ "`, `"\0"`, "\"\t\"", `["\u00e"]`)
	add("damaged-line",
		`NaN`, `Infinity`, `-Infinity`, `True`, `None`, `1 2`, `1 000.0`, `1a b`, `0 1`, `,`, `:`, `}`, `]`, `{`, `[`,
		`"`, `\`, `'a'`, `#`, `/**/`, `*`, `<null>`, `&`, `$`, "`a`", `@`, `1,000`,
		`[1,,2]`, `[,1]`, `[1,]`, `[,]`, `[`+"\x00"+`]`, `["a" "b"]`, `["a",`, `["a"`, `["",]`, `[1:2]`, `[3[4]]`,
		`[1}`, `["x"]]`, `[]]`, `[a b]`, `[1 true]`, `[*]`, `[\n]`, `[\u000A"a"]`,
		`["a`+"\x00"+`a]`, `["\"]`, `[""a]`, `[' ']`, `[\]`, `{[: "x"}`, `{"a"}`, `{"a":}`, `{"a" "b"}`, `{"a",1}`,
		`{"a":1,}`, `{"a":1,,"b":2}`, `{,}`, `{:}`, `{1:1}`, `{a:1}`, `{'a':1}`, `{null:null}`,
		`{"a":1 "b":2}`, `{"a":"b"}/**/`, `{"a":"b"}#`, `{"a"::"b"}`, `{"a":"b",`, `{"a":"b"`, `{"a`, `{"a":[}`, `{]`,
		`{"a":1]`, `{"a":/*c*/1}`, `{"x"::"b"}`, `{"a" b}`, `{}}`, `"a`, `"a""b"`, `(1)`, `¹`, `１`, `é`, "\ufeff1",
		"\u20601", "\f1", "\v1")
	for name, value := range pairs("lists", strings.Repeat("[", 298)+strings.Repeat("]", 298),
		"objects", strings.Repeat(`{"a":`, 298)+"1"+strings.Repeat("}", 298)) {
		all = append(all, Kind{Name: name + " as deep as may be", Equal: true,
			Make: replaced(fourth, `,"type"`, `,"extra":`+value+`,"type"`)})
	}
	for name, value := range pairs("lists", strings.Repeat("[", 301)+strings.Repeat("]", 301),
		"objects", strings.Repeat(`{"a":`, 301)+"1"+strings.Repeat("}", 301)) {
		all = append(all, Kind{Name: name + " that are too deep", Codes: "too-deep",
			Make: replaced(fourth, `,"type"`, `,"extra":`+value+`,"type"`)})
	}
	return all
}
