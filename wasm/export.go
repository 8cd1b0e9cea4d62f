//go:build js && wasm && export

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"slices"

	"unspool/parser"
	"unspool/parser/document"
	"unspool/parser/export"
	"unspool/parser/redact"
	"unspool/parser/share"
	"unspool/parser/view"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
)

// exports are the scan and the export in progress.
type exports struct {
	store *parser.Store
	open  func(file int) io.ReaderAt

	found *redact.Values // of the last scan
	scan  func() (int64, error, bool)
	read  int64

	replaced *redact.Values // of the last export
	export   func() (share.Piece, error, bool)
	stop     func() // of the last scan or export
}

var (
	errNoScan   = errors.New("there is no scan")
	errNoExport = errors.New("there is no export")
	errNoTools  = errors.New("resultsOnly and keepTurns need withoutTools")
)

// exportQueries returns the queries of [protocol.ExportQueries].
func exportQueries(store *parser.Store, open func(file int) io.ReaderAt) []query {
	e := &exports{store: store, open: open}
	return []query{
		newQuery("scan", func(_ *view.Viewer, r *protocol.ScanRequest) (any, error) { return e.beginScan(r) }),
		newQuery("scanStep", func(*view.Viewer, *protocol.SessionRequest) (any, error) { return e.scanStep() }),
		newQuery("found", func(_ *view.Viewer, r *protocol.PageRequest) (any, error) { return e.foundValues(r.From) }),
		newQuery("export", func(v *view.Viewer, r *protocol.ExportRequest) (any, error) { return nil, e.beginExport(v, r) }),
		newQuery("exportStep", func(*view.Viewer, *protocol.SessionRequest) (any, error) { return e.exportStep() }),
		newQuery("replaced", func(*view.Viewer, *protocol.SessionRequest) (any, error) { return e.replacedValues(), nil }),
		newQuery("redactTitle", func(_ *view.Viewer, r *protocol.TitleRequest) (any, error) { return e.redactTitle(r.Title), nil }),
	}
}

// end stops the scan or the export in progress.
func (e *exports) end() {
	if e.stop != nil {
		e.stop()
	}
	e.stop, e.scan, e.export = nil, nil, nil
}

func (e *exports) beginScan(r *protocol.ScanRequest) (any, error) {
	e.end()
	options := redact.FinderOptions{Words: r.Words}
	for _, text := range r.Patterns {
		pattern, err := regexp.Compile(text)
		if err != nil {
			return protocol.Steps{Error: err.Error()}, nil
		}
		options.Patterns = append(options.Patterns, pattern)
	}
	finder, err := redact.NewFinder(options)
	if err != nil {
		return protocol.Steps{Error: err.Error()}, nil
	}
	e.found, e.read = new(redact.Values), 0
	e.scan, e.stop = iter.Pull2(share.Scan(e.session(r.Session), finder, e.found))
	return protocol.Steps{Bytes: float64(share.Size(e.store.Session(r.Session)))}, nil
}

func (e *exports) session(number int) *share.Session {
	return &share.Session{Session: e.store.Session(number), Store: e.store, Open: e.open}
}

func (e *exports) scanStep() (any, error) {
	if e.scan == nil {
		return nil, errNoScan
	}
	read, err, more := e.scan()
	if err != nil {
		e.end()
		return nil, err
	}
	if more {
		e.read = read
	} else {
		e.end()
	}
	return protocol.Step{Bytes: float64(e.read), Done: !more}, nil
}

// maxFound limits the values of one answer.
const maxFound = 500

func (e *exports) foundValues(from int) (any, error) {
	if e.found == nil {
		return nil, errNoScan
	}
	out := protocol.FoundValues{Total: e.found.Len()}
	at := 0
	for v := range e.found.All() {
		if at >= from && len(out.Values) < maxFound {
			out.Values = append(out.Values, protocol.FoundValue{Kind: v.Kind.String(), Rule: v.Rule, Value: v.Value, Count: v.Count,
				File: v.File, Before: v.Before, After: v.After})
		}
		at++
	}
	return out, nil
}

func (e *exports) beginExport(v *view.Viewer, r *protocol.ExportRequest) error {
	e.end()
	values := new(redact.Values)
	if r.Redact {
		if e.found == nil {
			return errNoScan
		}
		values = e.found.Clone()
		values.Delete(func(v *redact.Value) bool {
			return slices.Contains(r.Keep, v.Value) || slices.Contains(r.Keep, v.Rule) || slices.Contains(r.Keep, v.Kind.String())
		})
	}
	for _, v := range r.Absent {
		kind, err := redact.ParseKind(v.Kind)
		if err != nil {
			return err
		}
		values.Add(redact.Finding{Kind: kind, Rule: v.Rule, Value: v.Value}, "")
	}
	parts, err := redact.ParseParts(r.Drop)
	if err != nil {
		return err
	}
	o := share.Options{Format: r.Format, FromCompaction: r.FromCompaction, Content: r.Content, Prices: v.Prices(),
		Values: values, Parts: parts}
	o.Transcript = export.TranscriptOptions{Thinking: r.WithoutThinking, ResultsOnly: r.ResultsOnly,
		Compress: r.Compress, MainOnly: r.MainOnly}
	o.Transcript.Agent, o.Transcript.WithoutBranches = r.Agent, r.WithoutBranches
	if r.First > 0 || r.Last > 0 {
		o.Transcript.Prompts = filter.Range{First: max(r.First, 1), Last: cmp.Or(r.Last, math.MaxInt32)}
	}
	if o.Document.Level, err = document.ParseLevel(r.Level); err != nil {
		return err
	}
	if len(r.WithoutTools) == 0 && (r.ResultsOnly || r.KeepTurns > 0) {
		return errNoTools
	}
	o.Transcript.Tools = export.ToolSelection{All: slices.Contains(r.WithoutTools, "all"), Names: r.WithoutTools, KeepTurns: r.KeepTurns}
	if r.Clone {
		o.Transcript.ID = export.NewID()
	}
	e.replaced = values
	e.export, e.stop = iter.Pull2(share.Export(e.session(r.Session), o))
	return nil
}

func (e *exports) exportStep() (any, error) {
	if e.export == nil {
		return nil, errNoExport
	}
	piece, err, more := e.export()
	if err != nil {
		e.end()
		if left := new(redact.LeftError); errors.As(err, &left) {
			return protocol.ExportPiece{Done: true, Left: left.Error()}, nil
		}
		if selectsNothing(err) {
			return protocol.ExportPiece{Done: true, Error: err.Error()}, nil
		}
		return nil, fmt.Errorf("export: %w", err)
	}
	if !more {
		e.end()
	}
	return protocol.ExportPiece{File: piece.File, Bytes: piece.Bytes, Done: !more}, nil
}

// selectsNothing reports whether the options of an export select no part of the session, which is no error of the parser.
func selectsNothing(err error) bool {
	return errors.Is(err, export.ErrNoPrompts) || errors.Is(err, export.ErrNoAgent) || errors.Is(err, export.ErrAmbiguousAgent)
}

func (e *exports) redactTitle(title string) protocol.Title {
	if e.replaced == nil {
		return protocol.Title{Title: title, ID: title}
	}
	r := redact.NewReplacer(e.replaced, redact.ReplacerOptions{})
	return protocol.Title{Title: r.Text(title), ID: r.Name(title)}
}

func (e *exports) replacedValues() []protocol.ReplacedValue {
	var out []protocol.ReplacedValue
	if e.replaced == nil {
		return nil
	}
	for v := range e.replaced.All() {
		out = append(out, protocol.ReplacedValue{Kind: v.Kind.String(), Rule: v.Rule, Value: v.Value, Placeholder: v.Placeholder})
	}
	return out
}
