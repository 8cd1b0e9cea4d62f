package usage

import (
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tokens"
	"unspool/parser/view/tool"
)

// sources lists what fills the context, in the order of the layers of a plot.
var sources = []protocol.ContextSource{
	protocol.SourceSystem, protocol.SourceMemory, protocol.SourceSummary, protocol.SourcePrompts, protocol.SourceFiles,
	protocol.SourceEdits, protocol.SourceCommands, protocol.SourceMCP, protocol.SourceAgents, protocol.SourceTools,
	protocol.SourceThinking, protocol.SourceReplies,
}

// sourceOfKind maps kinds of tools to what their calls add to. The others are tools by name.
var sourceOfKind = map[string]protocol.ContextSource{
	"read": protocol.SourceFiles, "write": protocol.SourceEdits, "edit": protocol.SourceEdits, "notebook": protocol.SourceEdits,
	"bash": protocol.SourceCommands, "shell": protocol.SourceCommands, "mcp": protocol.SourceMCP, "resource": protocol.SourceMCP,
	"agent": protocol.SourceAgents, "workflow": protocol.SourceAgents, "message": protocol.SourceAgents,
}

// sourceOf returns where a piece of the context is from.
func sourceOf(f *parser.File, piece *tokens.Piece) protocol.ContextSource {
	switch piece.Part {
	case tokens.Prompt, tokens.Media:
		return protocol.SourcePrompts
	case tokens.Reply:
		return protocol.SourceReplies
	case tokens.Thinking:
		return protocol.SourceThinking
	case tokens.Summary:
		return protocol.SourceSummary
	case tokens.Injected:
		if attachesFile(f, piece.Record) {
			return protocol.SourceFiles
		}
		return protocol.SourceMemory
	}
	if piece.Call >= 0 {
		if of, ok := sourceOfKind[tool.KindOf(f.Name(f.Calls.At(piece.Call).Name)).ID]; ok {
			return of
		}
	}
	return protocol.SourceTools
}

// attachesFile reports whether a record has the content of a file that is neither memory nor a reminder.
func attachesFile(f *parser.File, record int32) bool {
	switch f.Name(f.Records.At(record).Label) {
	case "attachment/file", "attachment/edited_text_file", "attachment/compact_file_reference":
		return true
	}
	return false
}

// partsOf returns the tokens from each of the sources at the responses of the columns: all values
// of the first source, then those of the second, and so on.
func partsOf(c *parser.Conversation, messages []float64) []float64 {
	places := make(map[int32]int, len(messages))
	for i, message := range messages {
		places[int32(message)] = i
	}
	index := map[protocol.ContextSource]int{}
	for i, one := range sources {
		index[one] = i
	}
	parts, sums := make([]float64, len(sources)*len(messages)), make([]float64, len(sources))
	thinking := index[protocol.SourceThinking]
	for step := range tokens.Steps(c) {
		for i := range sums {
			switch {
			case step.Restarts:
				sums[i] = 0
			case i == thinking:
				sums[i] *= step.LeftThinking
			case i > 0:
				sums[i] *= step.LeftOthers
			}
		}
		sums[0] += step.Unexplained
		for i := range step.Pieces {
			sums[index[sourceOf(c.File, &step.Pieces[i])]] += step.Pieces[i].Tokens
		}
		if at, ok := places[step.Message]; ok {
			for i, n := range sums {
				parts[i*len(messages)+at] = max(n, 0)
			}
		}
	}
	return parts
}

// maxGroups limits the lines of the contents of a context, and maxLargest the pieces that a line names.
const (
	maxGroups  = 200
	maxLargest = 3
)

// A group is a line of the contents while it is summed up.
type group struct {
	protocol.ContextGroup
	pieces []tokens.Piece // the largest ones
}

// Contents returns what the context had at a response of the main conversation, the largest parts
// first, and nil if the response is not on the current branch. Naming the files takes several requests:
// see [protocol.ContextContents]. The error is that of a read that failed.
func (p *Pane) Contents(session, message int) (*protocol.ContextContents, error) {
	s := p.rows.Store.Session(session)
	if s == nil {
		return nil, nil
	}
	var pieces []tokens.Piece
	var out protocol.ContextContents
	found := false
	for step := range tokens.Steps(s.Main) {
		if step.Restarts {
			pieces, out.System = pieces[:0], 0
		}
		if step.LeftThinking != 1 || step.LeftOthers != 1 {
			reduce(pieces, step)
		}
		pieces = append(pieces, step.Pieces...)
		out.System += step.Unexplained
		if out.Size = step.Size; step.Message == int32(message) {
			found = true
			break
		}
	}
	if !found {
		return nil, nil
	}
	out.System = max(out.System, 0)
	var err error
	if out.Groups, out.Read, err = p.groups(s, pieces); err != nil {
		return nil, err
	}
	return &out, nil
}

// reduce leaves the shares of pieces that a step leaves of the context.
func reduce(pieces []tokens.Piece, step *tokens.Step) {
	for i := range pieces {
		if pieces[i].Part == tokens.Thinking {
			pieces[i].Tokens *= step.LeftThinking
		} else {
			pieces[i].Tokens *= step.LeftOthers
		}
	}
}

// groups sums up pieces by their sources, and what is more known about these.
func (p *Pane) groups(s *parser.Session, pieces []tokens.Piece) (lines []protocol.ContextGroup, read float64, err error) {
	f := s.Main.File
	type name struct {
		source protocol.ContextSource
		detail string
	}
	byName := map[name]*group{}
	paths := p.pathsOf(s)
	room, missing, calls := maxPathReads, 0, 0
	for i := range pieces {
		piece := &pieces[i]
		of := name{source: sourceOf(f, piece)}
		switch of.source {
		case protocol.SourceFiles, protocol.SourceEdits:
			path, known := paths[pathKey{piece.Record, piece.Call}]
			if !known && room > 0 {
				if err := p.rows.Source.Check(func() { path, known = p.readPath(s, piece), true }); err != nil {
					return nil, 0, err
				}
				paths[pathKey{piece.Record, piece.Call}] = path
				room--
			}
			if calls++; !known {
				missing++
			}
			of.detail = path
		case protocol.SourceMCP, protocol.SourceTools:
			_, server, name := tool.Lookup(toolName(f, piece))
			if of.detail = server; server == "" {
				of.detail = name
			}
		case protocol.SourceMemory:
			_, of.detail, _ = strings.Cut(f.Name(f.Records.At(piece.Record).Label), "/")
		}
		g := byName[of]
		if g == nil {
			g = &group{ContextGroup: protocol.ContextGroup{Source: of.source, Detail: of.detail}}
			byName[of] = g
		}
		g.add(piece)
	}
	lines = make([]protocol.ContextGroup, 0, len(byName))
	for _, g := range byName {
		for i := range g.pieces {
			piece := &g.pieces[i]
			g.Largest = append(g.Largest, protocol.ContextPiece{Key: p.addressOf(f, piece), Tokens: piece.Tokens})
		}
		lines = append(lines, g.ContextGroup)
	}
	sort.Slice(lines, func(i, j int) bool {
		a, b := &lines[i], &lines[j]
		if a.Tokens != b.Tokens {
			return a.Tokens > b.Tokens
		}
		return string(a.Source)+a.Detail < string(b.Source)+b.Detail
	})
	if missing > 0 {
		return lines[:min(len(lines), maxGroups)], 1 - float64(missing)/float64(calls), nil
	}
	return lines[:min(len(lines), maxGroups)], 1, nil
}

// add adds a piece to a group.
func (g *group) add(piece *tokens.Piece) {
	g.Tokens += piece.Tokens
	g.Pieces++
	at := sort.Search(len(g.pieces), func(i int) bool { return g.pieces[i].Tokens < piece.Tokens })
	if at == maxLargest {
		return
	}
	g.pieces = append(g.pieces[:at], append([]tokens.Piece{*piece}, g.pieces[at:]...)...)
	g.pieces = g.pieces[:min(len(g.pieces), maxLargest)]
}

// addressOf returns the address of the row that shows a piece: for a result, that of its call.
func (p *Pane) addressOf(f *parser.File, piece *tokens.Piece) string {
	if piece.Call >= 0 {
		if call := f.Calls.At(piece.Call); call.Use >= 0 {
			return rows.KeyOf(f, call.Use, call.UseBlock)
		}
	}
	return rows.KeyOf(f, piece.Record, piece.Block)
}

func toolName(f *parser.File, piece *tokens.Piece) string {
	if piece.Call < 0 {
		return ""
	}
	return f.Name(f.Calls.At(piece.Call).Name)
}

// maxPathReads limits the inputs of calls that one request for contents reads: about 20 ms.
const maxPathReads = 1_000

// A pathKey identifies the piece that names a file: a call, or a record that attaches the file.
type pathKey struct{ record, call int32 }

// pathsOf returns the paths that are already known of a session.
func (p *Pane) pathsOf(s *parser.Session) map[pathKey]string {
	now := memo.Version[memo.Identity]{Key: memo.StateOf(s).Identity}
	return p.paths.Of(s).Get(now, 0, func() map[pathKey]string { return map[pathKey]string{} })
}

// readPath reads the path of the file that a piece is about, relative to the project if it is inside.
// It is "" if there is none.
func (p *Pane) readPath(s *parser.Session, piece *tokens.Piece) string {
	f, path := s.Main.File, ""
	if piece.Call < 0 {
		attached := p.rows.Source.Payload(f, piece.Record)
		path = attached.Text(source.MaxPath, "filename", "displayPath", "path")
	} else if call := f.Calls.At(piece.Call); call.Use >= 0 {
		input := source.Parse(p.rows.Source.Span(f, call.Use, call.Input))
		path = source.PathIn(&input)
	}
	if path == "" {
		return ""
	}
	name, _ := source.RelativePath(source.CleanPath(path, s.Project()), s.Project())
	return name
}
