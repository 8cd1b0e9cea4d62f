package view

import (
	"fmt"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A narrowing says which rows of a session there are. The zero narrowing leaves
// all of them.
//
// A row can be of several kinds: a call that failed is one of tools and of
// errors, and all that stands inside of an agent is of agents besides. show
// leaves rows that are of any of its kinds, hide takes away those that are. What
// stands inside of a row that is taken away goes with it. Rows of no kind, marks
// such as a compaction, stay as long as anything else does.
type narrowing struct {
	show, hide  kinds // show is 0 for all kinds
	first, last int   // turns of the main conversation, from 1; 0 for all of them
}

// kinds are what rows are narrowed by.
type kinds uint8

// The kinds, by the kinds of rows (Row.Kind) that they cover.
const (
	// prompt, interrupt: words of the person or of whoever else begins a turn,
	// and where the person stopped it
	prompts kinds = 1 << iota
	// text, image
	replies
	// thinking
	thinking
	// tool, series, output: calls that start no agent, and what commands printed
	tools
	// error, interrupt, damaged; tool with a result that is marked as an error,
	// that was refused or stopped; machinery that failed
	errored
	// tool with a run, phase, end, internal, and every row inside of an agent
	agents
	// machinery, note, unknown, internal: what Claude Code does and says itself
	machinery

	// compaction, summary, gap, restart, link, broken; and copied, attempts and
	// branch, which stay as long as something inside of them does
	marks kinds = 0
)

// kindsOfItem says which kinds items are of; of one that is not known here, what
// Claude Code does itself. That of a call depends on what it did, and machinery
// that failed is of errors, too.
func kindsOfItem(kind parser.ItemKind) kinds {
	switch kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		return prompts
	case parser.ItemInterrupt:
		return prompts | errored
	case parser.ItemText, parser.ItemImage:
		return replies
	case parser.ItemThinking:
		return thinking
	case parser.ItemTool, parser.ItemResult, parser.ItemOutput:
		return tools
	case parser.ItemFailure, parser.ItemDamage:
		return errored
	case parser.ItemCompaction, parser.ItemSummary, parser.ItemGap, parser.ItemRestart:
		return marks
	}
	return machinery
}

// kindNames names the kinds for people, in the order of their bits.
const kindNames = "prompts replies thinking tools errors agents machinery"

// parseKinds reads a list of kinds with spaces between them.
func parseKinds(text string) (all kinds, err error) {
	for _, word := range strings.Fields(text) {
		bit := slices.Index(strings.Fields(kindNames), word)
		if bit < 0 {
			return 0, fmt.Errorf("there is no kind of rows %s: the kinds are %s, with spaces between them", wrote(word), kindNames)
		}
		all |= 1 << bit
	}
	return all, nil
}

// wrote gives the head of what somebody wrote, for a message about it.
func wrote(text string) string { return "“" + string(record.Prefix([]byte(text), 40)) + "”" }

// lastTurn stands for a range of turns without an end.
const lastTurn = 1_000_000_000

// parseTurns reads a range of turns, of which both ends are in it; 0, 0 for "".
func parseTurns(text string) (first, last int, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, 0, nil
	}
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	first, last = parseTurn(from, 1), parseTurn(to, lastTurn)
	if first < 1 || last < first || text == "-" {
		return 0, 0, fmt.Errorf("there are no turns %s: give one number or two, such as 12, 12-18, 12- or -5; the first turn is 1", wrote(text))
	}
	return first, last, nil
}

// parseTurn reads the number of a turn, -1 for anything else; without one it is
// missing.
func parseTurn(text string, missing int) int {
	if text = strings.TrimSpace(text); text == "" {
		return missing
	}
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return -1
		}
		n = min(10*n+int(c-'0'), lastTurn)
	}
	return n
}

// Narrow says which rows of a session there are from now on: those of some turns,
// "12-18", "12", "12-" or "-5" ("" for all), and of some kinds. show lists the
// kinds that are left ("" for all), hide those that are taken away: prompts,
// replies, thinking, tools, errors, agents, machinery, with spaces between them.
//
// It holds for everything that speaks of rows: their number, [Viewer.Find],
// [Viewer.Search]. The figures and the diagnostics stay those of the whole
// session. It may be said before the session is known.
func (v *Viewer) Narrow(session int, turns, show, hide string) error {
	var n narrowing
	var err error
	if n.first, n.last, err = parseTurns(turns); err != nil {
		return err
	}
	if n.show, err = parseKinds(show); err != nil {
		return err
	}
	if n.hide, err = parseKinds(hide); err != nil {
		return err
	}
	v.narrowed[session] = n
	if s := v.Store.Session(session); s != nil && v.lists[s] != nil {
		l := v.lists[s]
		l.narrowing = n
		l.opened++
	}
	return nil
}
