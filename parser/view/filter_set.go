package view

import (
	"fmt"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A filter says which rows of a session there are. The zero narrowing leaves
// all of them.
//
// What stands inside of a row that is hidden goes with it; what is to be shown
// keeps the rows of the agents it stands in, see [list.holds]. Rows of no kind,
// marks such as a compaction, stay as long as anything else does.
type filter struct {
	page        choice // what the page leaves at all
	asked       int    // how often the page asked for something else
	reader      choice // what the reader wants to see of that
	agent       string // id of the agent of which alone there are rows; "" for all of the session
	first, last int    // turns of the main conversation, from 1; 0 for all of them
}

// kinds are what rows are narrowed by.
type kinds uint16

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
	// error, interrupt, damaged; tool with a result that tells of a failure, that
	// was refused or stopped; machinery that failed
	errored
	// tool with a run, phase, end, internal, and every row inside of an agent
	agents
	// machinery, note, unknown, internal: what Claude Code does and says itself
	machinery
	// output: what commands printed, and results without a call
	results
	// tool that writes to files: edit, write, notebook
	editing
	// every row of an attempt that was abandoned
	branches

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
	case parser.ItemTool:
		return tools
	case parser.ItemResult, parser.ItemOutput:
		return tools | results
	case parser.ItemFailure, parser.ItemDamage:
		return errored
	case parser.ItemCompaction, parser.ItemSummary, parser.ItemGap, parser.ItemRestart:
		return marks
	}
	return machinery
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
		return 0, 0, fmt.Errorf("there are no turns %s: "+
			"give one number or two, such as 12, 12-18, 12- or -5; the first turn is 1", wrote(text))
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
// kinds that are left ("" for all), hide those that are taken away: see [kindNames].
//
// It holds for everything that speaks of rows: their number, [Viewer.Find],
// [Viewer.Search]. The figures and the diagnostics stay those of the whole
// session. It may be said before the session is known.
func (v *Viewer) Narrow(session int, turns, show, hide string) error {
	n := v.narrowed[session]
	var err error
	if n.first, n.last, err = parseTurns(turns); err != nil {
		return err
	}
	if n.page, err = parseChoice(show, hide); err != nil {
		return err
	}
	n.asked++
	v.narrow(session, n)
	return nil
}

func (v *Viewer) narrow(session int, n filter) {
	v.narrowed[session] = n
	if s := v.Store.Session(session); s != nil && v.lists[s] != nil {
		l := v.lists[s]
		l.filter, l.led = n, false
		clear(l.shut)
		l.opened++
	}
}

// ofPage gives a list that knows what the page leaves, whatever its reader filters.
// It has no rows of its own.
func (l *list) ofPage() *list {
	of := *l
	of.filter.reader, of.filter.agent, of.visible = choice{}, "", map[string]bool{}
	of.findTurns()
	return &of
}
