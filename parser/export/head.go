package export

import (
	"encoding/json"
	"io"

	"unspool/parser"
	"unspool/parser/view/filter"
)

// LeftOut counts what a transcript lacks.
type LeftOut struct {
	Turns    int `json:"turns,omitempty"` // of the conversation
	Branches int `json:"branches,omitempty"`
	Calls    int `json:"calls,omitempty"`
	Results  int `json:"results,omitempty"`  // of calls that are kept
	Thinking int `json:"thinking,omitempty"` // blocks
	Agents   int `json:"agents,omitempty"`
	Files    int `json:"files,omitempty"`
	Records  int `json:"records,omitempty"` // in the files that are written
	Damaged  int `json:"damaged,omitempty"` // ranges of bytes that are not records
	Unread   int `json:"unread,omitempty"`  // records beyond the limit of the index
}

func (l *LeftOut) add(o LeftOut) {
	l.Turns += o.Turns
	l.Branches += o.Branches
	l.Calls += o.Calls
	l.Results += o.Results
	l.Thinking += o.Thinking
	l.Agents += o.Agents
	l.Files += o.Files
	l.Records += o.Records
	l.Damaged += o.Damaged
	l.Unread += o.Unread
}

// headVersion is the version of the form of a head.
const headVersion = 1

// A head is the first record of a transcript that lacks something. It has no member that Claude Code
// reads from the beginning of a file to list sessions, such as cwd and timestamp.
type head struct {
	Type    string      `json:"type"`
	Version int         `json:"version"`
	LeftOut LeftOut     `json:"leftOut"`
	Options headOptions `json:"options,omitzero"`
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
	if o.Prompts != (filter.Range{}) {
		h.Prompts = []int{o.Prompts.First, o.Prompts.Last}
	}
	return h
}

// headBytes is the length of the longest head that is read.
const headBytes = 64 << 10

// isHead reports whether a record is the head of an earlier export.
func isHead(f *parser.File, r *parser.Record) bool { return f.Name(r.Label) == parser.ExportLabel }

// newHead returns the head of a transcript, or nil if nothing was left out. It also counts what earlier
// exports left out, by their heads in the file of the conversation, which it replaces.
func (t *exportedSession) newHead(in io.ReaderAt) ([]byte, error) {
	h := head{Type: parser.ExportLabel, Version: headVersion, LeftOut: t.report.LeftOut}
	if h.LeftOut != (LeftOut{}) {
		h.Options = newHeadOptions(&t.options)
	}
	r := reader{file: t.conv.File, in: in}
	for i := range t.conv.File.Records.Len() {
		e := t.conv.File.Records.At(i)
		if !isHead(t.conv.File, e) || e.Length > headBytes {
			continue
		}
		line, err := r.line(i)
		if err != nil {
			return nil, err
		}
		var earlier head
		if json.Unmarshal(line, &earlier) != nil || earlier.Version != headVersion {
			continue // of another program, or of a later version
		}
		h.LeftOut.add(earlier.LeftOut)
		if t.report.LeftOut == (LeftOut{}) {
			h.Options = earlier.Options
		}
	}
	if h.LeftOut == (LeftOut{}) {
		return nil, nil
	}
	line, err := json.Marshal(h)
	return append(line, '\n'), err
}
