package export

import (
	"io"
	"slices"
	"unicode"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A cut is what is left out of the file of a conversation together with turns or abandoned branches.
type cut struct {
	conv      *parser.Conversation
	selection *turnSelection
	records   []bool             // of the file; nil if there is no cut
	remaining map[promptKey]bool // the prompts that stay
	removed   map[promptKey]bool // the others
	turns     bool               // turns are left out
	branches  bool               // abandoned branches are left out
}

// A promptKey is the beginning of a prompt, of its letters and digits only. Records repeat prompts on one line,
// without some characters, and only their first 200 characters.
type promptKey string

const (
	// keyCharacters is the length of the longest key. Of 200 characters, most are letters and digits.
	keyCharacters = 120
	// repeatedCharacters is the length of the shortest key that is looked for in all members of a record.
	// Shorter prompts, such as "plan", are equal to values that have another meaning.
	repeatedCharacters = 12
)

func newPromptKey(text []byte) promptKey {
	key := make([]rune, 0, keyCharacters)
	for _, c := range string(text) {
		if len(key) == keyCharacters {
			break
		}
		if unicode.IsLetter(c) || unicode.IsNumber(c) {
			key = append(key, c)
		}
	}
	return promptKey(key)
}

// sessionLabels are the labels of records without an id that are about the session as a whole, wherever they
// are in the file. All others belong to the turn in which they are.
var sessionLabels = []string{
	"agent-color", "agent-name", "agent-setting", "ai-title", "bridge-session", "continued-in", "custom-title", "fork-context-ref",
	"last-prompt", "mode", "permission-mode", "relocated", "summary", "tag", "worktree-state", parser.ExportLabel,
}

// newCut finds the records that belong to turns or abandoned branches that are left out, and those that repeat
// their prompts.
func newCut(c *parser.Conversation, selection *turnSelection, withoutBranches bool, in io.ReaderAt) (cut, error) {
	f := c.File
	t := cut{conv: c, selection: selection, turns: selection.omitted != nil, branches: withoutBranches && f.Branches > 0}
	if !t.turns && !t.branches {
		return t, nil
	}
	t.records = make([]bool, f.Records.Len())
	t.remaining, t.removed = map[promptKey]bool{}, map[promptKey]bool{}
	r := &reader{file: f, in: in}
	for i := range f.Records.Len() {
		t.records[i] = t.isInTurn(i)
		if err := t.notePrompt(r, i); err != nil {
			return t, err
		}
	}
	for i := range f.Records.Len() {
		if t.records[i] || f.UUID(i) != "" || f.Records.At(i).Class == parser.ClassDamaged {
			continue
		}
		line, err := r.line(i)
		if err != nil {
			return t, err
		}
		t.records[i] = t.repeats(i, line)
	}
	for sent := range f.Records.Len() {
		if queued, ok := c.Typed(sent); ok && t.records[sent] {
			t.records[queued] = true
		}
	}
	return t, nil
}

// isInTurn reports whether a record is in a turn, or in an abandoned branch, that is left out.
func (c *cut) isInTurn(index int32) bool {
	f := c.conv.File
	r := f.Records.At(index)
	hasID := f.UUID(index) != ""
	if !hasID && slices.Contains(sessionLabels, f.Name(r.Label)) {
		return false
	}
	if c.branches && (r.Branch != 0 || !hasID && c.selection.isInBranch(index)) {
		return true
	}
	return c.turns && (c.isRepeated(index, r) || c.selection.isOmitted(index))
}

// isRepeated reports whether a record of a prompt or a reply repeats another one, or was replaced by it.
// Without the other one, it would count.
func (c *cut) isRepeated(index int32, r *parser.Record) bool {
	switch r.Class {
	case parser.ClassPrompt, parser.ClassCommand, parser.ClassAssistant:
		return r.Conv == int32(c.conv.Index) && !c.selection.shown[index]
	}
	return r.IsRetracted()
}

// has reports whether a record of the file of the conversation is left out with a turn or a branch.
func (c *cut) has(index int32) bool {
	return c.records != nil && c.records[index]
}

// isUnlinked reports whether an agent has no known place in the conversation, so that it may have worked for
// what is left out, or have a copy of it: Claude Code's own agents do.
func (t *exportedSession) isUnlinked(a *parser.Agent) bool {
	if a.Call.File != nil || a == t.agent || t.cut.records == nil {
		return false
	}
	parent := t.session.Parent(a)
	return a.Internal || t.cut.turns && (parent == nil || parent == t.conv)
}

// notePrompt notes the text of a prompt, of a command, or of another text that was sent to the model like one.
func (c *cut) notePrompt(r *reader, index int32) error {
	class := r.file.Records.At(index).Class
	switch class {
	case parser.ClassPrompt, parser.ClassScheduled, parser.ClassCommand, parser.ClassShell, parser.ClassNotification,
		parser.ClassPeer, parser.ClassQueuedPrompt:
	default:
		return nil
	}
	line, err := r.line(index)
	if err != nil {
		return err
	}
	text := []byte(r.text(line))
	keys := []promptKey{newPromptKey(text), newPromptKey(tags.StripContext(text))}
	switch class {
	case parser.ClassCommand:
		keys = append(keys, newPromptKey([]byte(tags.CommandLine(text))))
	case parser.ClassShell:
		keys = append(keys, newPromptKey(tags.Inside(text, "bash-input")))
	}
	of := c.remaining
	if c.records[index] {
		of = c.removed
	}
	for _, key := range keys {
		if key != "" {
			of[key] = true
		}
	}
	return nil
}

// repeats reports whether a record without an id refers to a record that is left out as the end of the
// session, or repeats the text of a prompt that is.
func (c *cut) repeats(index int32, line []byte) bool {
	f := c.conv.File
	label := f.Name(f.Records.At(index).Label)
	if label == "last-prompt" || label == "summary" {
		leaf, _ := record.MemberText(line, 0, "leafUuid", idBytes)
		if at, ok := f.Lookup(leaf); ok && c.records[at] {
			return true
		}
	}
	if label == "last-prompt" { // its prompt may be in no record
		text, _ := record.MemberText(line, 0, "lastPrompt", 1<<10)
		key := newPromptKey([]byte(text))
		return key != "" && !c.remaining[key]
	}
	shortest := repeatedCharacters
	if label == "queue-operation" {
		shortest = 1
	}
	return c.isRepeatedIn(line, 0, shortest)
}

// isRepeatedIn reports whether a value contains the text of a prompt that is left out.
func (c *cut) isRepeatedIn(line []byte, at, shortest int) bool {
	found := false
	var visit func(at int) int
	visit = func(at int) int {
		switch line[at] {
		case '{':
			return jsonl.Object(line, at, func(_ []byte, at int) int { return visit(at) })
		case '[':
			return jsonl.Array(line, at, visit)
		case '"':
			text := record.AppendString(nil, line, at, 1<<16)
			for _, key := range []promptKey{newPromptKey(text), newPromptKey(tags.StripContext(text))} {
				found = found || len(key) >= shortest && c.removed[key] && !c.remaining[key]
			}
		}
		return jsonl.Skip(line, at)
	}
	visit(at)
	return found
}
