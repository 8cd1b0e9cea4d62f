package parser

import (
	"github.com/valyala/fastjson"

	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// titles holds what a file that is not a transcript contains about sessions.
type titles struct {
	copy  string            // from custom-title.json: the title of the session whose folder contains it
	typed map[string]string // from history.jsonl: session ID → the first prompt that was typed in it
}

// maxTyped limits the sessions of a history: a hundred a day for twenty years.
const maxTyped = 1 << 20

// note reads a line of history.jsonl: FORMAT.md, "Elsewhere under the root". Commands are not used
// as titles here: a session with only commands has its own first command as a last resort.
func (t *titles) note(l jsonl.Line) {
	display, session := -1, -1
	end := jsonl.Object(l.Text, 0, func(key []byte, at int) int {
		switch string(key) {
		case "display":
			display = at
		case "sessionId":
			session = at
		}
		return jsonl.Skip(l.Text, at)
	})
	if display < 0 || session < 0 || len(t.typed) == maxTyped || l.Unterminated && end < 0 { // the last line may still be being written
		return
	}
	id := string(record.AppendString(nil, l.Text, session, 200))
	if _, known := t.typed[id]; known || id == "" {
		return
	}
	words := tags.Trim(record.AppendString(nil, l.Text, display, titleSize))
	if len(words) == 0 || words[0] == '/' {
		return
	}
	if t.typed == nil {
		t.typed = map[string]string{}
	}
	t.typed[id] = string(words)
}

// titleCopy reads custom-title.json.
func titleCopy(b []byte) string {
	v, err := fastjson.ParseBytes(b)
	if err != nil {
		return ""
	}
	title := v.GetStringBytes("customTitle")
	if title == nil {
		title = v.GetStringBytes("title")
	}
	return string(record.Prefix(title, titleSize))
}
