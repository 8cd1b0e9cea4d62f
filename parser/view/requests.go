package view

import (
	"unspool/parser/price"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
)

// Rows returns at most [rows.MaxRows] rows of a session, starting at the index from.
func (v *Viewer) Rows(session, from, count int) protocol.Page {
	return v.rows.Rows(session, from, count)
}

// About returns the recorded facts about the row with a key.
func (v *Viewer) About(session int, key string) protocol.RowFacts {
	return v.rows.About(session, key)
}

// Narrow sets which rows a session has from now on, by their turns, prompts and kinds: see
// [rows.Lists.Narrow].
func (v *Viewer) Narrow(session int, turns, prompts, show, hide string) error {
	return v.rows.Narrow(session, turns, prompts, show, hide)
}

// Filter sets the reader's filter of the rows that Narrow kept: see [rows.Lists.Filter].
func (v *Viewer) Filter(session int, show, hide, agent, key string) (int, bool, error) {
	return v.rows.Filter(session, show, hide, agent, key)
}

// FilterOptions returns the options for filtering a session.
func (v *Viewer) FilterOptions(session int) protocol.Choices {
	return v.rows.FilterOptions(session)
}

// AgentOptions lists the agents that have records of their own, in the order in which they
// began, one page at a time. from is 0 at first, and then the Next of the previous
// answer.
func (v *Viewer) AgentOptions(session, from int) protocol.AgentChoices {
	return v.rows.AgentOptions(session, from)
}

// Expand shows or hides the rows of an agent or of a fold. It returns the index of the row
// with that key. The second result is false if there is none.
func (v *Viewer) Expand(session int, key string, open bool) (int, bool) {
	return v.rows.Expand(session, key, open)
}

// ExpandAll shows or hides the rows of all series and of all folds of background records.
func (v *Viewer) ExpandAll(session int, open bool) { v.rows.ExpandAll(session, open) }

// ShowBackground shows the background records of a session at their places, or folds those of
// each turn into a line.
func (v *Viewer) ShowBackground(session int, shown bool) { v.rows.ShowBackground(session, shown) }

// Find returns the index of the row that shows a record or has a key, after opening the rows
// that contain it. The second result is false if there is none.
func (v *Viewer) Find(session int, address string) (int, bool) {
	return v.rows.Find(session, address)
}

// Nearest returns the index of the row that shows a record or has a key, like Find, or of
// the nearest remaining row. The second result is false if there are no rows.
func (v *Viewer) Nearest(session int, address string) (int, bool) {
	return v.rows.Nearest(session, address)
}

// Step moves from a row by a number of rows that begin with a prompt or, with failures, that show a
// failure: see [rows.Lists.Step].
func (v *Viewer) Step(session, from, steps int, failures bool) (to int, ok bool) {
	return v.rows.Step(session, from, steps, failures)
}

// PromptAt returns the index of the first row of the prompt with a number, among the shown
// rows. The second result is false if there is none.
func (v *Viewer) PromptAt(session, number int) (int, bool) { return v.rows.PromptAt(session, number) }

// Prices returns the price table.
func (v *Viewer) Prices() *price.Table { return v.rows.Prices }

// SetPrices replaces the price table.
func (v *Viewer) SetPrices(prices *price.Table) { v.rows.SetPrices(prices) }

// Matches searches a part of a session for words: see [find.Pane.Matches].
func (v *Viewer) Matches(session int, query find.MatchQuery, from float64) (protocol.Matches, error) {
	return v.find.Matches(session, query, from)
}

// ChangedFiles returns the files that a session read, wrote or edited, sorted by name,
// one page at a time. from is 0 at first, and then the Next of the previous answer.
func (v *Viewer) ChangedFiles(session, from int) (protocol.Touched, error) {
	return v.changes.ChangedFiles(session, from)
}

// FileOps returns the operations on one file of a session, at most [rows.MaxRows] at a time.
// from is 0 at first, and then the Next of the previous answer.
func (v *Viewer) FileOps(session int, path string, from int) (protocol.Touches, error) {
	return v.changes.FileOps(session, path, from)
}

// FileOf returns the path of the file that the call with the given key operates on, or
// false if there is none. Queries about the file take this path.
func (v *Viewer) FileOf(session int, key string) (path string, ok bool) {
	return v.changes.FileOf(session, key)
}

// NetDiff returns the net change of a file of a session, in several steps: from is 0 at
// first, and then the Next of the previous answer. Requests for a few files can alternate.
func (v *Viewer) NetDiff(session int, path string, from int) (protocol.NetChange, error) {
	return v.changes.NetDiff(session, path, from)
}

// Story returns what a session was about: see [story.Pane.Story].
func (v *Viewer) Story(session int) (protocol.Story, error) { return v.story.Story(session) }

// Patch writes the changes of all files of a session in the format of git, in several steps:
// see [changes.Pane.Patch].
func (v *Viewer) Patch(session, from int) (protocol.SessionPatch, error) {
	return v.changes.Patch(session, from)
}

// Inspect returns everything that is known about the row with a key, or about the row
// that shows a record, even if the row is folded into another one.
func (v *Viewer) Inspect(session int, address string) protocol.Inspection {
	return v.inspect.Inspect(session, address)
}

// RecordAt returns the data at an offset of a file of the session: the record
// that begins at the offset or contains it. The second result is false if there is none.
func (v *Viewer) RecordAt(session, file int, offset int64) (protocol.RecordFacts, bool) {
	return v.inspect.RecordAt(session, file, offset)
}

// Ledgers returns where the bytes of a session's files went, and the diagnostics for
// these files.
func (v *Viewer) Ledgers(session int) protocol.Ledgers { return v.inspect.Ledgers(session) }

// Shape builds the report on the shapes of the records of a session, in several steps: see
// [inspect.Pane.Shape].
func (v *Viewer) Shape(session, from int) protocol.Shape { return v.inspect.Shape(session, from) }
