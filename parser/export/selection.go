package export

import (
	"errors"
	"fmt"
	"strings"

	"unspool/parser"
	"unspool/parser/view/filter"
)

// A Selection selects the part of a session to export. The zero value selects all of it.
type Selection struct {
	// Agent is the id of the agent whose conversation is exported instead of the main one, or the
	// beginning of its id.
	Agent string
	// Prompts are the prompts of the conversation to keep, each with all that follows it.
	Prompts filter.Range
	// WithoutBranches leaves out the abandoned branches of the conversation.
	WithoutBranches bool
}

// ErrNoAgent is wrapped by the error for a selected agent that cannot be exported.
var ErrNoAgent = errors.New("there is no such agent with records of its own")

// ErrAmbiguousAgent is wrapped by the error for the beginning of the ids of several agents.
var ErrAmbiguousAgent = errors.New("several ids begin with it")

// ErrNoPrompts is wrapped by the error for a range of prompts that has none of the conversation.
var ErrNoPrompts = errors.New("no prompt is selected")

// CheckPrompts returns an error if a range has no prompt of a conversation.
func CheckPrompts(c *parser.Conversation, prompts filter.Range) error {
	last := int32(0)
	for i := range c.Turns {
		if prompts.Has(int(c.Turns[i].Prompt)) {
			return nil
		}
		last = max(last, c.Turns[i].Prompt)
	}
	if prompts.IsZero() {
		return nil
	}
	of, plural := "session", "s"
	if c.Agent != "" {
		of = "agent"
	}
	if last == 1 {
		plural = ""
	}
	return fmt.Errorf("%w: the %s has %d prompt%s", ErrNoPrompts, of, last, plural)
}

// FindAgent returns the agent of a session whose id is, or begins with, the given one, or nil for no id.
// The agent has records of its own.
func FindAgent(s *parser.Session, id string) (*parser.Agent, error) {
	if id == "" {
		return nil, nil
	}
	var found *parser.Agent
	for _, a := range s.Agents {
		switch {
		case a.Conv == nil || !strings.HasPrefix(a.ID, id):
		case a.ID == id:
			return a, nil
		case found != nil:
			return nil, fmt.Errorf("agent %s: %w, such as %s and %s", id, ErrAmbiguousAgent, found.ID, a.ID)
		default:
			found = a
		}
	}
	if found == nil {
		return nil, fmt.Errorf("agent %s: %w", id, ErrNoAgent)
	}
	return found, nil
}

// A turnSelection selects the turns of a conversation.
type turnSelection struct {
	conv    *parser.Conversation
	omitted []bool  // turns that are left out; nil for none
	turnOf  []int32 // of each record of the file, -1 before the first; nil if no turns or branches are left out
	shown   []bool  // for each of these records, whether it has an item
	before  bool    // records before the first turn are left out
	count   int     // turns that are left out
}

// selectTurns selects the turns of a conversation to keep; those before the turn with the index from are
// left out.
func (o *Selection) selectTurns(c *parser.Conversation, from int) turnSelection {
	t := turnSelection{conv: c}
	if o.Prompts.IsZero() && from <= 0 && !o.WithoutBranches {
		return t
	}
	if !o.Prompts.IsZero() || from > 0 {
		t.omitted = make([]bool, len(c.Turns))
	}
	for i := range t.omitted {
		if t.omitted[i] = i < from || !o.Prompts.Has(int(c.Turns[i].Prompt)); t.omitted[i] {
			t.count++
		}
	}
	t.before = from > 0 || o.Prompts.First > 1
	t.turnOf, t.shown = make([]int32, c.File.Records.Len()), make([]bool, c.File.Records.Len())
	for i := range t.turnOf {
		t.turnOf[i] = -1
	}
	for i := range c.Items {
		t.turnOf[c.Items[i].Record], t.shown[c.Items[i].Record] = c.Items[i].Turn, true
	}
	latest := int32(-1)
	for i, isShown := range t.shown {
		if latest = max(latest, t.turnOf[i]); !isShown {
			t.turnOf[i] = latest
		}
	}
	return t
}

// isOmitted reports whether a record of the conversation belongs to a turn that is left out.
func (t *turnSelection) isOmitted(index int32) bool {
	if t.omitted == nil {
		return false
	}
	if turn := t.turnOf[index]; turn >= 0 {
		return t.omitted[turn]
	}
	return t.before
}

// isInBranch reports whether a record belongs to a turn of an abandoned branch.
func (t *turnSelection) isInBranch(index int32) bool {
	turn := t.turnOf[index]
	return turn >= 0 && t.conv.Turns[turn].Branch != 0
}

// lastTurns returns the index of the first of the last n turns that are exported.
func (o *Selection) lastTurns(c *parser.Conversation, n int) int {
	for i := len(c.Turns) - 1; i >= 0; i-- {
		if o.WithoutBranches && c.Turns[i].Branch != 0 || !o.Prompts.Has(int(c.Turns[i].Prompt)) {
			continue
		}
		if n--; n <= 0 {
			return i
		}
	}
	return 0
}
