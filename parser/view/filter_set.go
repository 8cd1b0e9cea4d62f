package view

import (
	"fmt"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A filter selects the rows of a session. The zero filter keeps all of them.
//
// What is inside a hidden row is hidden with it. Rows that are kept also keep the rows
// of the agents that contain them, see [list.holds]. Rows of no kind, marks such as a
// compaction, are kept as long as any other row is.
type filter struct {
	page        choice // the rows that the page keeps
	asked       int    // number of times the page changed its choice
	reader      choice // the rows of these that the reader wants to see
	agent       string // id of the selected agent; "" for the whole session
	first, last int    // turns of the main conversation, from 1; 0 for all
}

// A kinds value is a set of row kinds that rows are filtered by.
type kinds uint16

// The kinds, with the values of Row.Kind that they cover.
const (
	// prompt, interrupt: messages of the user or of whatever else starts a turn, and
	// interruptions by the user
	prompts kinds = 1 << iota
	// text, image
	replies
	// thinking
	thinking
	// tool, series, output: calls that start no agent, and the output of commands
	tools
	// error, interrupt, damaged; tools whose result reports a failure, or that were
	// rejected or interrupted; internal records that failed
	errored
	// tool with a run, phase, end, internal, and every row inside an agent
	agents
	// machinery, note, unknown, internal: what Claude Code does and writes itself
	machinery
	// output: the output of commands, and results without a call
	results
	// tool calls that write to files: edit, write, notebook
	editing
	// every row of an abandoned attempt
	branches

	// compaction, summary, gap, restart, link, broken; and copied, attempts and branch,
	// which are kept as long as something inside them is
	marks kinds = 0
)

// kindsOfItem returns the kinds of an item kind, and machinery for unknown ones. The
// kinds of a tool call also depend on what it did, and failed internal records also
// count as errors.
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

// wrote returns the head of a user's text in quotation marks, for an error message.
func wrote(text string) string { return "“" + string(record.Prefix([]byte(text), 40)) + "”" }

// lastTurn is the end of an open-ended range of turns.
const lastTurn = 1_000_000_000

// parseTurns parses an inclusive range of turns. It returns 0, 0 for "".
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

// parseTurn parses the number of a turn. It returns missing for an empty text, and -1
// for anything that is not a number.
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

// Narrow sets which rows a session has from now on: those of some turns, "12-18", "12",
// "12-" or "-5" ("" for all), and of some kinds. show lists the kinds to keep ("" for
// all), and hide those to leave out: see [kindNames].
//
// It applies to everything that is about rows: their number, [Viewer.Find],
// [Viewer.Matches]. Statistics and diagnostics remain those of the whole session. Narrow
// can be called before the session is known.
func (v *rowReader) Narrow(session int, turns, show, hide string) error {
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

func (v *rowReader) narrow(session int, n filter) {
	v.narrowed[session] = n
	if s := v.Store.Session(session); s != nil && v.lists[s] != nil {
		l := v.lists[s]
		l.filter, l.led = n, false
		clear(l.shut)
		l.opened++
	}
}

// ofPage returns a copy of the list that applies only the filter of the page, not that
// of the reader. The copy is only for queries: it builds no rows of its own.
func (l *list) ofPage() *list {
	of := *l
	of.filter.reader, of.filter.agent, of.visible = choice{}, "", map[string]bool{}
	of.findTurns()
	return &of
}
