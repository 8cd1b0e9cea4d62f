package damaged

import (
	"fmt"
	"strings"
	"time"
)

// figures returns sessions with impossible times and counts, and odd members.
func figures() []Kind {
	at := func(value string) func(n int) []byte {
		return line(third, func(l string) string { return withMember(l, "", "timestamp", value) })
	}
	tokens := func(value string) func(n int) []byte {
		return line(reply, func(l string) string { return withMember(l, "", "output_tokens", value) })
	}
	var all []Kind
	for name, value := range pairs("a day that is none", `"2026-02-31T10:00:00.000Z"`,
		"a month that is none", `"2026-13-01T10:00:00.000Z"`, "an hour that is none", `"2026-05-01T25:61:61.000Z"`,
		"the year 0", `"0000-01-01T00:00:00.000Z"`,
		"the year 9999", `"9999-12-31T23:59:59.999Z"`, "the year 1970", `"1970-01-01T00:00:00.000Z"`,
		"the year 1601", `"1601-01-01T00:00:00.000Z"`, "a year of six digits", `"+275760-09-13T00:00:00.000Z"`,
		"no zone", `"2026-05-01T10:00:00.000"`,
		"a zone", `"2026-05-01T12:08:00.000+02:00"`, "a zone that is none", `"2026-05-01T12:08:00.000+99:99"`,
		"seconds", `1777629600`, "milliseconds", `1777629600000`, "a number in a string", `"1777629600000"`,
		"a negative number", `-1`,
		"more than a double holds", `9007199254740993000`, "a date alone", `"2026-05-01"`,
		"an English date", `"Fri, 01 May 2026 10:08:00 GMT"`,
		"a thousand digits", `"2026-05-01T10:08:00.`+strings.Repeat("9", 1000)+`Z"`, "other digits", `"２０２６-05-01T10:08:00.000Z"`) {
		all = append(all, Kind{Name: "the time is " + name, Make: at(value)})
	}
	for name, value := range pairs("negative", "-340", "more than all", "1e308", "infinite", "1e999",
		"the largest integer", "9223372036854775807", "more than that", "9223372036854775808", "in a string", `"340"`) {
		all = append(all, Kind{Name: "the output is " + name, Codes: "unread-counts", Make: tokens(value)})
	}
	for name, value := range pairs("a fraction", "340.5", "a number with zeros behind the point", "340.0", "a power of ten", "3.4e2") {
		all = append(all, Kind{Name: "the output is " + name, Equal: value != "340.5", Make: tokens(value)})
	}
	moved := func(by func(i int) time.Duration) func(n int) []byte {
		return func(n int) []byte {
			lines := Lines(n)
			for i := 1; i < len(lines); i++ {
				t := time.Date(2026, 5, 1, 10, i, 0, 0, time.UTC).Add(by(i))
				lines[i] = withMember(lines[i], "", "timestamp", `"`+t.Format("2006-01-02T15:04:05.000Z")+`"`)
			}
			return join(lines)
		}
	}
	return append(all,
		Kind{Name: "the clock is set back", Make: moved(func(i int) time.Duration { return -time.Duration(i/5) * time.Hour })},
		Kind{Name: "the clock jumps ahead", Make: moved(func(i int) time.Duration { return time.Duration(i/5) * 10_000 * time.Hour })},
		Kind{Name: "the clock runs backwards", Make: moved(func(i int) time.Duration { return -2 * time.Duration(i) * time.Minute })},
		Kind{Name: "all at one time", Make: moved(func(i int) time.Duration { return -time.Duration(i) * time.Minute })},
		Kind{Name: "no times", Make: func(n int) []byte {
			lines := Lines(n)
			for i := 1; i < len(lines); i++ {
				lines[i] = withMember(lines[i], "", "timestamp", "")
			}
			return join(lines)
		}},
		Kind{Name: "a key twice", Equal: true, Make: replaced(third, `"type":"user"`, `"type":"harbour","type":"user"`)},
		Kind{Name: "a message twice", Make: line(third,
			func(l string) string { return l[:len(l)-1] + `,"message":{"role":"user","content":"And now?"}}` })},
		Kind{Name: "every key twice", Make: line(third, func(l string) string { return l[:len(l)-1] + "," + l[1:] })},
		Kind{Name: "keys of JavaScript", Equal: true,
			Make: replaced(third, `,"type"`, `,"__proto__":{"a":1},"constructor":null,"toString":1,"then":2,"type"`)},
		Kind{Name: "a key of nothing", Equal: true, Make: replaced(third, `,"type"`, `,"":"","type"`)},
		Kind{Name: "a key in escapes", Make: replaced(third, `"type"`, `"\u0074ype"`)},
		Kind{Name: "a key in capitals", Make: replaced(third, `"type"`, `"TYPE"`)},
		Kind{Name: "base64 that is none", Make: replaced(third, `"And at high tide?"`,
			`[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"%%%%"}}]`)},
		Kind{Name: "base64 that is cut", Make: replaced(third, `"And at high tide?"`,
			`[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo"}}]`)},
		Kind{Name: "base64 that is empty", Make: replaced(third, `"And at high tide?"`,
			`[{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}}]`)},
		Kind{Name: "a type of record that is unknown", Make: replaced(third, `"type":"user"`, `"type":"barnacle"`)},
		Kind{Name: "a type of block that is unknown", Make: replaced(reply, `"type":"text"`, `"type":"barnacle"`)},
		Kind{Name: "only unknown types", Type: "json", Make: each(func(l string) string {
			return withMember(strings.Replace(l, `"role":`, `"part":`, 1), "", "type", `"barnacle"`)
		})},
	)
}

// large returns sessions whose records have too much of one thing.
func large() []Kind {
	return []Kind{
		{Name: "a key of a megabyte", Equal: true, Make: replaced(third, `,"type"`, `,"`+strings.Repeat("k", 1<<20)+`":1,"type"`)},
		{Name: "ten thousand keys", Equal: true, Make: line(third, func(l string) string {
			var b strings.Builder
			for i := range 10_000 {
				fmt.Fprintf(&b, `,"k%d":%d`, i, i)
			}
			return l[:len(l)-1] + b.String() + "}"
		})},
		{Name: "ten thousand blocks", Codes: "too-many-blocks",
			Make: replaced(reply, `"content":[`, `"content":[`+strings.Repeat(`{"type":"text","text":"a"},`, 10_000))},
		{Name: "token counts of a megabyte", Codes: "unread-counts",
			Make: replaced(reply, `"usage":{`, `"usage":{"`+strings.Repeat("k", 1<<20)+`":1,`)},
		{Name: "a hundred thousand numbers", Equal: true, Make: line(third, func(l string) string {
			return l[:len(l)-1] + `,"numbers":[` + strings.Repeat("1,", 100_000) + "1]}"
		})},
		{Name: "a word of a megabyte", Make: replaced(third, "high", strings.Repeat("h", 1<<20))},
		{Name: "a megabyte of escapes", Make: replaced(third, "high", strings.Repeat(`\u0068`, 1<<17))},
	}
}
