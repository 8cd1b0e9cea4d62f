// Package filter selects rows of a session by their kinds, by tool, turn and agent.
//
// In: lists of kinds, tools and turns, as users and addresses write them: [Parse] and
// [ParseTurns]. Out: a [Filter], which decides about one row by its kinds. The package knows
// nothing of sessions: callers determine the kinds of a row and the rows inside it. A page and
// its reader filter a session independently; [Filter.With] combines both.
//
// Invariants: the zero Filter keeps all rows; a hidden kind or tool prevails over a shown one;
// a word that is not known is an [Error] and never ignored.
package filter

import "slices"

// A Filter selects rows. The zero Filter keeps all of them.
type Filter struct {
	Show    []Set  // only rows that are in each of these sets are kept
	Hide    []Set  // rows that are in any of these sets are not kept
	Turns   Range  // turns of the main conversation
	Prompts Range  // its prompts, each with what follows it
	Agent   string // id of the only agent whose rows are kept, "" for all
}

// IsZero reports whether the filter keeps all rows.
func (f *Filter) IsZero() bool {
	return len(f.Show) == 0 && len(f.Hide) == 0 && f.Turns.IsZero() && f.Prompts.IsZero() && f.Agent == ""
}

// Keep reports whether the filter keeps rows of these kinds, in a turn and of an agent
// that it keeps. tool is the tool name of a call, "" for other rows. Rows of no kind,
// marks such as a compaction, are kept unless they are hidden as parts of a branch.
func (f *Filter) Keep(kinds Kinds, tool string) bool {
	isMissing := func(s Set) bool { return !s.Has(kinds, tool) }
	return !f.Hides(kinds, tool) && (kinds&^Branches == Marks || !slices.ContainsFunc(f.Show, isMissing))
}

// Hides reports whether the filter names rows of these kinds or this tool to be hidden.
func (f *Filter) Hides(kinds Kinds, tool string) bool {
	return slices.ContainsFunc(f.Hide, func(s Set) bool { return s.Has(kinds, tool) })
}

// Names reports whether the filter names rows of any of these kinds to be shown.
func (f *Filter) Names(kinds Kinds) bool {
	return slices.ContainsFunc(f.Show, func(s Set) bool { return s.Kinds&kinds != 0 })
}

// KeepsParents reports whether rows of agents are kept as long as something inside them is:
// the filter neither keeps agents as such nor hides them.
func (f *Filter) KeepsParents() bool { return !f.Keep(Agents, "") && !f.Hides(Agents, "") }

// With returns the filter with the conditions of other added: it keeps rows of the kinds and tools
// that both keep. The turns, the prompts and the agent of other, if it selects any, replace those of f.
func (f Filter) With(other Filter) Filter {
	f.Show, f.Hide = slices.Concat(f.Show, other.Show), slices.Concat(f.Hide, other.Hide)
	if !other.Turns.IsZero() {
		f.Turns = other.Turns
	}
	if !other.Prompts.IsZero() {
		f.Prompts = other.Prompts
	}
	if other.Agent != "" {
		f.Agent = other.Agent
	}
	return f
}

// A Set is a set of rows: those of some kinds, and the calls of some tools.
type Set struct {
	Kinds Kinds
	Tools map[string]bool // by the recorded names
}

// Has reports whether the set contains rows with any of these kinds or of this tool.
func (s *Set) Has(kinds Kinds, tool string) bool { return s.Kinds&kinds != 0 || s.Tools[tool] }

// A Range is an inclusive range of numbers of turns or prompts, which begin at 1. The zero Range
// has all of them, and rows outside of them.
type Range struct{ First, Last int }

// IsZero reports whether the range has everything.
func (r Range) IsZero() bool { return r.Last == 0 }

// Has reports whether the range has a number, 0 for rows outside.
func (r Range) Has(number int) bool { return r.IsZero() || number >= r.First && number <= r.Last }
