package filter

import (
	"math/bits"
	"slices"
)

// Kinds is a set of kinds of rows. A row can have several: a failed call is among tools
// and errors, and everything inside an agent is also among agents.
type Kinds uint16

// The kinds, with the values of Row.Kind that they cover.
const (
	// prompt, interrupt: messages of the user, and interruptions by the user
	Prompts Kinds = 1 << iota
	// prompt: what else starts a turn, such as notifications and messages of teammates
	Events
	// text, image
	Replies
	// thinking
	Thinking
	// tool, series, output: calls that start no agent, and the output of commands
	Tools
	// error, interrupt, damaged; tools whose result reports a failure, or that were
	// rejected or interrupted; internal records that failed
	Errors
	// tool with a run, phase, end, internal, and every row inside an agent
	Agents
	// background, note, unknown, internal: what Claude Code does and writes itself
	Background
	// output: the output of commands, and results without a call
	Results
	// tool calls that write to files: edit, write, notebook
	Changes
	// every row of an abandoned attempt
	Branches

	// compaction, summary, restart, link, broken; and copied, attempts and branch,
	// which are kept as long as something inside them is
	Marks Kinds = 0
)

// kindNames are the names of the kinds for users, in the order of the constants.
var kindNames = [...]string{
	"prompts", "events", "replies", "thinking", "tools", "errors", "agents", "background", "results", "changes", "branches",
}

// NumKinds is the number of kinds.
const NumKinds = len(kindNames)

// KindNames returns the names of the kinds for users, each at the index of its kind.
func KindNames() []string { return slices.Clone(kindNames[:]) }

// Index returns the index of a single kind, from 0 to [NumKinds]-1.
func (k Kinds) Index() int { return bits.TrailingZeros16(uint16(k)) }
