package damaged

import (
	"fmt"
	"regexp"
	"strings"
)

// links returns sessions with ids that refer to nothing, to several records, or to each
// other in a cycle.
func links() []Kind {
	id := func(at int, key, value string) func(n int) []byte {
		return line(at, func(l string) string { return withMember(l, "", key, value) })
	}
	parents := regexp.MustCompile(`"parentUuid":("[^"]*"|null)`)
	uuids := regexp.MustCompile(`"uuid":"[^"]*"`)
	return []Kind{
		{Name: "a record is its own parent", Make: func(n int) []byte { return id(third, "parentUuid", fmt.Sprintf(`"u3-%d"`, n))(n) }},
		{Name: "every record is its own parent", Make: each(func(l string) string {
			own := uuids.FindString(l)
			if own == "" {
				return l
			}
			return parents.ReplaceAllString(l, strings.Replace(own, "uuid", "parentUuid", 1))
		})},
		{Name: "two records are parents of each other",
			Make: func(n int) []byte { return id(third, "parentUuid", fmt.Sprintf(`"a5-%d"`, n))(n) }},
		{Name: "the first record hangs on the last",
			Make: func(n int) []byte { return id(prompt, "parentUuid", fmt.Sprintf(`"a6-%d"`, n))(n) }},
		{Name: "a parent that is not there", Make: id(third, "parentUuid", `"nowhere"`)},
		{Name: "no parent is there", Make: each(func(l string) string { return parents.ReplaceAllString(l, `"parentUuid":"nowhere"`) })},
		{Name: "no record has a parent", Make: each(func(l string) string { return parents.ReplaceAllString(l, `"parentUuid":null`) })},
		{Name: "all hang on the first", Make: func(n int) []byte {
			return each(func(l string) string {
				if strings.Contains(l, `"parentUuid":null`) {
					return l
				}
				return parents.ReplaceAllString(l, fmt.Sprintf(`"parentUuid":"u1-%d"`, n))
			})(n)
		}},
		{Name: "a parent in another session", Make: id(third, "parentUuid", `"a4-77777777"`)},
		{Name: "one id for two records", Codes: "duplicate-uuid",
			Make: func(n int) []byte { return id(third, "uuid", fmt.Sprintf(`"u1-%d"`, n))(n) }},
		{Name: "one id for all records", Codes: "duplicate-uuid",
			Make: each(func(l string) string { return uuids.ReplaceAllString(l, `"uuid":"same"`) })},
		{Name: "no ids at all", Make: each(func(l string) string { return uuids.ReplaceAllString(l, `"uuid":null`) })},
		{Name: "an id of a megabyte", Make: id(third, "uuid", `"`+strings.Repeat("u", 1<<20)+`"`)},
		{Name: "an id of escapes", Make: id(third, "uuid", `"\u0075\u0033"`)},
		{Name: "an id that is a path", Make: id(third, "uuid", `"../../etc/passwd"`)},
		{Name: "ids that are names of JavaScript", Make: id(third, "uuid", `"__proto__"`)},
		{Name: "a result without its call", Make: change(func(l []string) []string { return append(l[:call], l[result:]...) })},
		{Name: "a call without its result", Make: change(func(l []string) []string { return append(l[:result], l[answer:]...) })},
		{Name: "two results of a call", Make: line(result,
			func(l string) string { return l + "\n" + strings.Replace(l, `"uuid":"r1`, `"uuid":"r2`, 1) })},
		{Name: "two calls with one id", Make: line(call,
			func(l string) string { return l + "\n" + strings.Replace(l, `"uuid":"a2`, `"uuid":"b2`, 1) })},
		{Name: "a call that answers itself", Make: func(n int) []byte {
			return line(call, func(l string) string {
				return strings.Replace(l, `"content":[`,
					fmt.Sprintf(`"content":[{"type":"tool_result","tool_use_id":"t-%d","content":"x"},`, n), 1)
			})(n)
		}},
		{Name: "one message id for all replies", Make: each(
			func(l string) string { return regexp.MustCompile(`"id":"ma\d`).ReplaceAllString(l, `"id":"ma1`) })},
		{Name: "a session id for each line", Make: func(n int) []byte {
			at := 0
			return each(func(l string) string { at++; return withMember(l, "", "sessionId", fmt.Sprintf(`"s-%d-%d"`, n, at)) })(n)
		}},
		{Name: "all in a side chain", Make: each(
			func(l string) string { return strings.Replace(l, `"isSidechain":false`, `"isSidechain":true`, 1) })},
		{Name: "every other record in a side chain", Make: func(n int) []byte {
			at := 0
			return each(func(l string) string {
				if at++; at%2 == 0 {
					return strings.Replace(l, `"isSidechain":false`, `"isSidechain":true`, 1)
				}
				return l
			})(n)
		}},
		{Name: "an agent that calls itself", Make: line(call,
			func(l string) string { return strings.Replace(l, `"name":"Bash"`, `"name":"Agent"`, 1) })},
		{Name: "a compaction that names itself", Make: line(duration, func(l string) string {
			return strings.Replace(l, `"subtype":"turn_duration"`, `"subtype":"compact_boundary","logicalParentUuid":"y1-0"`, 1)
		})},
	}
}
