package transcript

import (
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/sidecar"
)

// Titles holds what a file that is not a transcript contains about sessions.
type Titles struct {
	Copied string            // from custom-title.json: the title of the session whose folder contains it
	Typed  map[string]string // from history.jsonl: session ID → the first prompt that was typed in it
}

// maxTyped limits the sessions of a history: a hundred a day for twenty years.
const maxTyped = 1 << 20

// note reads a line of history.jsonl: FORMAT.md, "Elsewhere under the root". Commands are not used
// as titles here: a session with only commands has its own first command as a last resort.
func (t *Titles) note(l jsonl.Line) {
	if l.Unterminated && jsonl.Skip(l.Text, 0) < 0 || len(t.Typed) == maxTyped {
		return // the last line may still be being written
	}
	p, ok := sidecar.ParseHistoryLine(l.Text)
	words := tags.Trim([]byte(p.Text))
	if _, known := t.Typed[p.Session]; known || !ok || len(words) == 0 || words[0] == '/' {
		return
	}
	if t.Typed == nil {
		t.Typed = map[string]string{}
	}
	t.Typed[p.Session] = string(words)
}
