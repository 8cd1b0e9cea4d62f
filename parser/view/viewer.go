package view

import (
	"errors"
	"io"
	"strings"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/changes"
	"unspool/parser/view/filter"
	"unspool/parser/view/find"
	"unspool/parser/view/inspect"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/outline"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/rows/body"
	"unspool/parser/view/source"
	"unspool/parser/view/story"
	"unspool/parser/view/timeline"
	"unspool/parser/view/usage"
)

// A Viewer answers the requests of a page. Those about sessions, rows, records and changes are its
// methods; the overviews of a session are its fields. It is not safe for concurrent use.
type Viewer struct {
	Outline  *outline.Pane
	Timeline *timeline.Pane
	Usage    *usage.Pane

	Store  *parser.Store
	Source *source.Reader // of the files of the store

	rows    *rows.Reader
	bodies  *body.Reader
	changes *changes.Pane
	find    *find.Pane
	inspect *inspect.Pane
	story   *story.Pane
	usages  memo.PerSession[memo.Memo[usageKey, *parser.UsageCost]] // of those that are being read
	listed  memo.EverySession[listedVersion]
}

// New returns a viewer of a store. open returns a reader of a file by its number in the
// store; it is called again for every read.
func New(store *parser.Store, prices *price.Table, open func(file int) io.ReaderAt) *Viewer {
	v := &Viewer{Store: store, Source: source.NewReader(store, open)}
	v.rows = rows.New(store, v.Source, prices, func(reader *rows.Reader) rows.Attempts {
		v.Outline = outline.New(reader)
		return v.Outline
	})
	v.Timeline = timeline.New(v.rows)
	v.Usage = usage.New(v.rows)
	v.bodies = body.New(v.rows)
	v.changes = changes.New(v.rows)
	v.find = find.New(v.rows)
	v.story = story.New(v.rows, v.changes)
	v.inspect = inspect.New(v.rows, v.Usage.WindowOf)
	return v
}

// PreviewOf returns the preview of a session from the beginning and the end of its file:
// [parser.PreviewOf].
func PreviewOf(name string, size int64, head, tail []byte) protocol.FilePreview {
	p := parser.PreviewOf(name, size, head, tail)
	return protocol.FilePreview{Listed: p.Session, RelationKeys: strings.Join(p.RelationKeys, "\n"), Info: protocol.SessionInfo{
		State: "waiting", ID: p.ID, Title: p.Title, Prompt: source.OneLine(p.FirstPrompt, 200), Project: p.Project,
		Branch: p.Branch, Model: p.Model,
		Start: float64(p.Start), End: float64(p.End), Bytes: float64(size), Silent: p.Metadata,
	}}
}

// Summary returns the summary of a session. The second result is false if there is no such
// session.
func (v *Viewer) Summary(session int) (protocol.Summary, bool) {
	s := v.Store.Session(session)
	if s == nil {
		return protocol.Summary{}, false
	}
	return Summarize(s, v.rows.Prices), true
}

// AllFiles lists all files, including those that belong to no session.
func (v *Viewer) AllFiles() []protocol.SessionFile {
	all := make([]protocol.SessionFile, 0, len(v.Store.Files))
	for _, f := range v.Store.Files {
		all = append(all, protocol.SessionFile{Number: f.Number, NotTranscript: f.NotTranscript()})
	}
	return all
}

// Files lists the files that belong to a session, including those with none of its records.
func (v *Viewer) Files(session int) []protocol.SessionFile {
	s := v.Store.Session(session)
	if s == nil {
		return nil
	}
	var files []protocol.SessionFile
	for _, list := range [][]*parser.File{s.Files, s.Sidecars} {
		for _, f := range list {
			files = append(files, protocol.SessionFile{Number: f.Number, Shared: s.Shares(f)})
		}
	}
	return files
}

// Body returns the expanded content of the row with the given key. It also works for a tool call
// whose row is inside a closed row. The body is empty if no row has the key. Long texts
// are cut; [Viewer.Text] returns the full text.
func (v *Viewer) Body(session int, key string) protocol.Body { return v.bodies.Body(session, key) }

// Text returns a piece of one text of a body, starting at the byte from. part is the index
// of the part, and name is "text", "command", "stderr", "old" or "new". The second result is
// false if there is no such text.
func (v *Viewer) Text(session int, key string, part int, name string, from int) (protocol.Piece, bool) {
	return v.bodies.Text(session, key, part, name, from)
}

// Diagnostics lists the diagnostics of a session.
func (v *Viewer) Diagnostics(session int) []protocol.Finding {
	s := v.Store.Session(session)
	if s == nil {
		return nil
	}
	var list []protocol.Finding
	for _, d := range s.Diagnostics() {
		list = append(list, protocol.Finding{Code: string(d.Code), Severity: d.Severity.String(), File: d.File.Number, Path: d.File.Path,
			Line: d.Line, Offset: float64(d.Offset), Length: int(d.Length), Damage: string(d.Damage), Position: d.Position,
			Excerpt: d.Excerpt, Limit: d.Limit(), Agent: d.Agent, Of: string(d.Of), Count: d.Count})
	}
	return list
}

// FilterErrorOf returns the error of Narrow or Filter in the form in which it crosses to the page,
// and nil for no error. An error that is not a [*filter.Error] is returned as it is.
func FilterErrorOf(err error) (*protocol.FilterError, error) {
	var invalid *filter.Error
	if !errors.As(err, &invalid) {
		return nil, err
	}
	return &protocol.FilterError{Code: string(invalid.Code), Value: invalid.Value,
		Kinds: filter.KindNames(), Limit: filter.MaxWords}, nil
}

// MatchErrorOf returns the error of Matches in the form in which it crosses to the page, and nil for
// no error. An error that is not a [*find.Error] is returned as it is.
func MatchErrorOf(err error) (*protocol.MatchError, error) {
	var invalid *find.Error
	if !errors.As(err, &invalid) {
		return nil, err
	}
	return &protocol.MatchError{Code: string(invalid.Code), Value: invalid.Value,
		Kinds: find.KindNames(), Limit: invalid.Limit()}, nil
}

// PriceErrorOf returns the error of [price.Parse] in the form in which it crosses to the page, and
// nil for no error. An error that is not a [*price.Error] is returned as it is.
func PriceErrorOf(err error) (*protocol.PriceError, error) {
	var invalid *price.Error
	if !errors.As(err, &invalid) {
		return nil, err
	}
	return &protocol.PriceError{Code: string(invalid.Code), Line: invalid.Line, Column: invalid.Column,
		Value: invalid.Value, Want: price.Columns}, nil
}

// Image decodes the image whose base64 text is at an offset of a file.
func (v *Viewer) Image(file int, offset int64, length int) (source.Picture, error) {
	return v.Source.Image(file, offset, length)
}
