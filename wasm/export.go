//go:build js && wasm && export

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
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

	scanner scanner

	replaced *redact.Values // of the last export
	export   func() (share.Piece, error, bool)
	stop     func()
}

var (
	errNoExport = errors.New("there is no export")
	errNoTools  = errors.New("resultsOnly and keepTurns need withoutTools")
)

// exportQueries returns the queries of [protocol.ExportQueries].
func exportQueries(store *parser.Store, open func(file int) io.ReaderAt) []query {
	e := &exports{store: store, open: open}
	return []query{
		newQuery("beginScan", func(_ *view.Viewer, r *protocol.BeginScanRequest) (any, error) { return e.scanner.begin(r), nil }),
		newQuery("beginPart", func(_ *view.Viewer, r *protocol.BeginPartRequest) (any, error) { return nil, e.scanner.beginPart(r) }),
		newQuery("writePart", func(_ *view.Viewer, r *protocol.WritePartRequest) (any, error) { return e.scanner.writePart(r.Bytes) }),
		newQuery("readPartValues", func(_ *view.Viewer, r *protocol.ReadValuesRequest) (any, error) {
			return e.scanner.partValues(r.From)
		}),
		newQuery("addPartValues", func(_ *view.Viewer, r *protocol.AddPartValuesRequest) (any, error) {
			return nil, e.scanner.addPartValues(r)
		}),
		newQuery("readFoundValues", func(_ *view.Viewer, r *protocol.ReadValuesRequest) (any, error) {
			return e.scanner.foundValues(r.From)
		}),
		newQuery("export", func(v *view.Viewer, r *protocol.ExportRequest) (any, error) { return nil, e.beginExport(v, r) }),
		newQuery("exportStep", func(*view.Viewer, *protocol.SessionRequest) (any, error) { return e.exportStep() }),
		newQuery("replaced", func(*view.Viewer, *protocol.SessionRequest) (any, error) { return e.replacedValues(), nil }),
		newQuery("redactTitle", func(_ *view.Viewer, r *protocol.TitleRequest) (any, error) { return e.redactTitle(r.Title), nil }),
	}
}

// end stops the export in progress.
func (e *exports) end() {
	if e.stop != nil {
		e.stop()
	}
	e.stop, e.export = nil, nil
}

func (e *exports) session(number int) *share.Session {
	return &share.Session{Session: e.store.Session(number), Store: e.store, Open: e.open}
}

func (e *exports) beginExport(v *view.Viewer, r *protocol.ExportRequest) error {
	e.end()
	values := new(redact.Values)
	if r.Redact {
		found, err := e.scanner.all()
		if err != nil {
			return err
		}
		values = found.Clone()
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
