package damaged

import (
	"encoding/json"
	"slices"
	"strings"
)

// types returns sessions with a value of each type in each member of the records: an
// unexpected value costs that member, not the record.
func types() []Kind {
	var all []Kind
	for _, f := range []struct {
		record string
		line   int
		after  string // the member is the first of its name after this text
		keys   string
	}{
		{"a prompt", third, "", "type uuid parentUuid timestamp sessionId version cwd gitBranch isSidechain message role content"},
		{"a reply", reply, `"message":`, "id role model content usage input_tokens output_tokens stop_reason requestId"},
		{"a call", call, `"content":`, "type id name input"},
		{"a result", result, `"message":`, "tool_use_id content is_error toolUseResult stdout sourceToolAssistantUUID"},
		{"a note", duration, `"type":`, "subtype durationMs"},
	} {
		for _, key := range strings.Fields(f.keys) {
			for shape, value := range pairs("null", "null", "a number", "7", "a number without end", "1e999",
				"a word", `"harbour"`, "nothing", `""`, "true", "true",
				"a list", `[1,"a",null,[]]`, "an object", `{"a":{"b":[]}}`, "missing", "") {
				if f.record == "a result" && key == "content" && shape == "a word" {
					continue // this type is valid here
				}
				codes := ""
				if fits, counts := countShapes[key]; counts && !slices.Contains(fits, shape) {
					codes = "unread-counts"
				}
				all = append(all, Kind{Name: key + " of " + f.record + ": " + shape, Codes: codes,
					Make: line(f.line, func(l string) string {
						return withMember(l, f.after, key, value)
					})})
			}
		}
	}
	return all
}

// withMember sets a member to another value, or removes it.
func withMember(l, after, key, value string) string {
	from := strings.Index(l, after) + len(after)
	name := `"` + key + `":`
	at := from + strings.Index(l[from:], name)
	var old json.RawMessage
	if err := json.NewDecoder(strings.NewReader(l[at+len(name):])).Decode(&old); err != nil {
		panic(err)
	}
	end := at + len(name) + len(old)
	switch {
	case value != "":
		return l[:at] + name + value + l[end:]
	case l[end] == ',':
		return l[:at] + l[end+1:]
	}
	return strings.TrimSuffix(l[:at], ",") + l[end:]
}

// countShapes lists the forms of token counts that need not be reported.
var countShapes = map[string][]string{
	"usage":         {"null", "missing", "an object"},
	"input_tokens":  {"null", "missing", "a number"},
	"output_tokens": {"null", "missing", "a number"},
}
