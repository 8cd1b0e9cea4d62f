package export

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"unspool/parser"
)

// LeftOut counts what a transcript lacks.
type LeftOut struct {
	Turns    int `json:"turns,omitempty"` // of the conversation
	Branches int `json:"branches,omitempty"`
	Calls    int `json:"calls,omitempty"`    // also those of turns and agents
	Results  int `json:"results,omitempty"`  // of calls that are kept
	Thinking int `json:"thinking,omitempty"` // blocks
	Agents   int `json:"agents,omitempty"`
	Totals   int `json:"totals,omitempty"` // records with totals of the whole session
	Files    int `json:"files,omitempty"`
	Records  int `json:"records,omitempty"` // in the files that are written
	Damaged  int `json:"damaged,omitempty"` // ranges of bytes that are not records
	Unread   int `json:"unread,omitempty"`  // records beyond the limit of the index
	Summary  int `json:"summary,omitempty"` // compressed turns of which the summary lacks something beyond its limit
}

// leftOutNames are the names for people of the counts of LeftOut, in their order.
var leftOutNames = [...]string{"turns", "abandoned branches", "tool calls", "results", "blocks of thinking", "agents", "recorded totals",
	"files", "records", "damaged ranges", "records beyond the limit",
	"turns cut in the summary"}

// counts returns the counts in the order of leftOutNames.
func (l *LeftOut) counts() [len(leftOutNames)]*int {
	return [...]*int{&l.Turns, &l.Branches, &l.Calls, &l.Results, &l.Thinking, &l.Agents, &l.Totals,
		&l.Files, &l.Records, &l.Damaged, &l.Unread, &l.Summary}
}

func (l *LeftOut) add(o LeftOut) {
	others := o.counts()
	for i, n := range l.counts() {
		*n += *others[i]
	}
}

// Counts returns the counts that are not 0 by their names, such as "blocks of thinking".
func (l LeftOut) Counts() map[string]int {
	byName := map[string]int{}
	for i, n := range l.counts() {
		if *n != 0 {
			byName[leftOutNames[i]] = *n
		}
	}
	return byName
}

// A Redaction is what package redact replaces in a transcript, or leaves out of it.
type Redaction struct {
	Values map[string]int `json:"values,omitempty"` // that are replaced, by their kind
	Parts  []string       `json:"parts,omitempty"`  // that are left out as a whole, such as "images"
}

// IsZero reports whether nothing is replaced or left out.
func (r Redaction) IsZero() bool { return len(r.Values) == 0 && len(r.Parts) == 0 }

func (r *Redaction) add(o Redaction) {
	values := maps.Clone(r.Values)
	for kind, n := range o.Values {
		if values == nil {
			values = map[string]int{}
		}
		values[kind] += n
	}
	r.Values = values
	r.Parts = slices.Compact(slices.Sorted(slices.Values(slices.Concat(r.Parts, o.Parts))))
}

// headVersion is the version of the form of a head.
const headVersion = 1

// A head is the first record of a transcript that lacks something, or in which values were replaced. It has no member that Claude Code
// reads from the beginning of a file to list sessions, such as cwd and timestamp.
type head struct {
	Type     string      `json:"type"`
	Version  int         `json:"version"`
	LeftOut  LeftOut     `json:"leftOut"`
	Redacted Redaction   `json:"redacted,omitzero"`
	Options  headOptions `json:"options,omitzero"`
}

// headOptions are the options of an export, by the names of the flags.
type headOptions struct {
	Agent           string   `json:"agent,omitempty"`
	Prompts         []int    `json:"prompts,omitempty"` // first and last
	WithoutBranches bool     `json:"withoutBranches,omitempty"`
	WithoutThinking bool     `json:"withoutThinking,omitempty"`
	WithoutTools    []string `json:"withoutTools,omitempty"`
	ResultsOnly     bool     `json:"resultsOnly,omitempty"`
	KeepTurns       int      `json:"keepTurns,omitempty"`
	Compress        int      `json:"compress,omitempty"`
}

func newHeadOptions(o *TranscriptOptions) headOptions {
	h := headOptions{
		Agent: o.Agent, WithoutBranches: o.WithoutBranches, WithoutThinking: o.Thinking,
		WithoutTools: o.Tools.Names, ResultsOnly: o.ResultsOnly, KeepTurns: o.Tools.KeepTurns, Compress: o.Compress,
	}
	if o.Tools.All {
		h.WithoutTools = []string{"all"}
	}
	if !o.Prompts.IsZero() {
		h.Prompts = []int{o.Prompts.First, o.Prompts.Last}
	}
	return h
}

// headBytes is the length of the longest head that is read.
const headBytes = 64 << 10

// isHead reports whether a record is the head of an earlier export.
func isHead(f *parser.File, r *parser.Record) bool { return f.Name(r.Label) == parser.ExportLabel }

// newHead returns the head of a transcript, or nil if it has everything as it was. It also counts what
// earlier exports left out, by their heads in the file of the conversation, which it replaces. What they replaced in
// the session counts for an agent as well: only the main file has a head.
func (t *exportedSession) newHead(open func(file int) io.ReaderAt) ([]byte, error) {
	h := head{Type: parser.ExportLabel, Version: headVersion, LeftOut: t.report.LeftOut, Redacted: t.options.Redaction}
	if h.LeftOut != (LeftOut{}) {
		h.Options = newHeadOptions(&t.options)
	}
	file, main := t.conv.File, t.session.Main.File
	earlier, err := heads(file, open(file.Number))
	if err != nil {
		return nil, err
	}
	if main != file {
		_, redacted, err := Earlier(main, open(main.Number))
		if err != nil {
			return nil, err
		}
		h.Redacted.add(redacted)
	}
	for _, one := range earlier {
		h.LeftOut.add(one.LeftOut)
		h.Redacted.add(one.Redacted)
		if t.report.LeftOut == (LeftOut{}) {
			h.Options = one.Options
		}
	}
	return h.line()
}

// heads returns the heads in a file.
func heads(f *parser.File, in io.ReaderAt) ([]head, error) {
	var list []head
	r := reader{file: f, in: in}
	for i := range f.Records.Len() {
		e := f.Records.At(i)
		if !isHead(f, e) || e.Length > headBytes {
			continue
		}
		line, err := r.line(i)
		if err != nil {
			return nil, err
		}
		var one head
		if json.Unmarshal(line, &one) != nil || one.Version != headVersion {
			continue // of another program, or of a later version
		}
		list = append(list, one)
	}
	return list, nil
}

// Earlier returns what an earlier export left out of the file of a conversation, and what was replaced in
// it, by its heads.
func Earlier(f *parser.File, in io.ReaderAt) (LeftOut, Redaction, error) {
	var left LeftOut
	var redacted Redaction
	earlier, err := heads(f, in)
	for _, one := range earlier {
		left.add(one.LeftOut)
		redacted.add(one.Redacted)
	}
	return left, redacted, err
}

// EarlierCounts returns what Earlier finds in the main file of a session as counts by name, such as "tool_calls", and
// "redacted.email" for values that were replaced. Parts that were left out as a whole count once, as "redacted.images".
func EarlierCounts(s *parser.Session, open func(file int) io.ReaderAt) (map[string]int, error) {
	f := s.Main.File
	left, redacted, err := Earlier(f, open(f.Number))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	counts := map[string]int{}
	for name, n := range left.Counts() {
		counts[strings.ReplaceAll(name, " ", "_")] = n
	}
	for kind, n := range redacted.Values {
		counts["redacted."+kind] = n
	}
	for _, part := range redacted.Parts {
		counts["redacted."+part] = 1
	}
	return counts, nil
}

// HeadLine returns the first record of a transcript that is copied and lacks something, or in which values were replaced.
// It is nil if there is nothing to count.
func HeadLine(l LeftOut, r Redaction) ([]byte, error) {
	return head{Type: parser.ExportLabel, Version: headVersion, LeftOut: l, Redacted: r}.line()
}

// line returns the head as a line, or nil if it counts nothing.
func (h head) line() ([]byte, error) {
	if h.LeftOut == (LeftOut{}) && h.Redacted.IsZero() {
		return nil, nil
	}
	line, err := json.Marshal(h)
	return append(line, '\n'), err
}
