// Package find searches a session for words: in all text that a reader can see, first in the main
// conversation, then in agents.
//
// In: a query with its options, and the place where the last call stopped. Out: matches, each with
// the key of the row that shows it. Invariants: a call reads at most a few megabytes; each place is
// found once, also if several records repeat it; of a filtered session only what its rows show is
// found.
package find

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/search"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// A MatchQuery is a query for [Pane.Matches]. The zero value of each field but Text matches
// everything.
type MatchQuery struct {
	Text string
	// Options, separated by spaces: "case" (case-sensitive), "phrase" (the words follow
	// each other; otherwise they are in one place, in any order), "whole" (whole
	// words), "errors" (only what failed), "count" (only the number of matches, without
	// the matches).
	Options string
	Kinds   string // kinds of a [protocol.Match], separated by spaces
	Tools   string // names of tools, one per line
	Agent   string // "main" for the main conversation, "agents" for all others, or the id of an agent
}

// A Pane answers requests for the places in a session that contain words.
type Pane struct {
	rows       *rows.Reader
	scanCursor scanCursor // record at which a search stopped last
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader) *Pane { return &Pane{rows: rows} }

// A matchScan is the state of one call of [Pane.Matches].
type matchScan struct {
	pane   *Pane
	rows   *rows.Reader
	query  MatchQuery
	l      *rows.List
	finder *search.Finder
	kinds  [len(matchKinds)]bool
	tools  map[string]bool // nil for all tools
	agent  string
	errors bool
	count  bool
	room   int // number of matches in an answer

	places  []candidate // scratch space: candidates of one record
	prompts map[int]bool
	next    int // the turn with which the search for the next prompt begins
	names   map[*parser.Agent]string
	found   protocol.Matches
}

// A candidate collects the strings of a record that form one match.
type candidate struct {
	block      int32 // -1 for text outside of blocks
	structured bool  // the text is in the structured result, a copy for programs
	terms      uint32
	match      protocol.Match
}

// Matches searches a part of a session for words: in all text that a reader can see, first
// the records of the main conversation, then those of agents. It treats all white space
// alike, and returns all places that contain the words, by the rows that show them. from is
// 0 at first, and then the Next of the previous call. In a filtered session, it finds only
// what the remaining rows show. The error is an [*Error].
func (p *Pane) Matches(session int, query MatchQuery, from float64) (protocol.Matches, error) {
	h, err := p.matchScan(query)
	if err != nil {
		return protocol.Matches{}, err
	}
	s := p.rows.Store.Session(session)
	if s == nil || h.finder.All() == 0 {
		return h.answer(), nil
	}
	h.l = p.rows.List(s)
	at := scanFrom(from)
	left := scanChunk
	if from == 0 {
		left, h.room = firstChunk, firstHits
	}
	for ; at.file < len(s.Files); at = (searchPlace{file: at.file + 1}) {
		f := s.Files[at.file]
		for ; at.record < int(f.Records.Len()); at.record, at.place = at.record+1, 0 {
			index := int32(at.record)
			if !searchable(s, f, index) {
				continue
			}
			if left > 0 && len(h.found.Matches) < h.room {
				left -= int(f.Records.At(index).Length)
				if at.place = h.record(f, index, at.place); at.place == 0 {
					continue
				}
			}
			h.found.Next, h.found.Done = new(at.number()), lookedAt(s, at)
			return h.answer(), nil
		}
	}
	p.rows.Source.DropReadAhead()
	return h.answer(), nil
}

// matchScan parses a query. The error is an [*Error].
func (p *Pane) matchScan(query MatchQuery) (*matchScan, error) {
	h := &matchScan{pane: p, rows: p.rows, query: query, agent: query.Agent, room: maxHits, prompts: map[int]bool{},
		names: map[*parser.Agent]string{}, found: protocol.Matches{Matches: []protocol.Match{}, Done: 1}}
	var o search.Options
	phrase := false
	for _, word := range strings.Fields(query.Options) {
		switch word {
		case "case":
			o.Case = true
		case "whole":
			o.Whole = true
		case "phrase":
			phrase = true
		case "errors":
			h.errors = true
		case "count":
			h.count = true
		default:
			return nil, &Error{Code: UnknownOption, Value: head(word)}
		}
	}
	for _, word := range strings.Fields(query.Kinds) {
		kind := slices.Index(matchKinds[:], word)
		if kind < 0 {
			return nil, &Error{Code: UnknownKind, Value: head(word)}
		}
		h.kinds[kind] = true
	}
	if h.kinds == [len(matchKinds)]bool{} {
		for kind := range h.kinds {
			h.kinds[kind] = true
		}
	}
	if query.Tools != "" {
		h.tools = map[string]bool{}
		for _, name := range strings.Split(query.Tools, "\n") {
			h.tools[name] = true
		}
	}
	var err error
	if h.finder, err = search.NewFinder(query.Text, phrase, o); err != nil {
		return nil, finderError(err)
	}
	return h, nil
}

// lookedAt returns the share of a session that comes before a place in it, 0 to 1.
func lookedAt(s *parser.Session, at searchPlace) float64 {
	before, all := int64(0), int64(0)
	for i, f := range s.Files {
		all += f.Written()
		switch {
		case i < at.file:
			before += f.Written()
		case i == at.file && at.record < int(f.Records.Len()):
			before += f.Records.At(int32(at.record)).Offset
		}
	}
	return float64(before) / float64(max(1, all))
}

// record adds the matches of a record, beginning with the candidate at from. It returns
// the candidate to continue with if the answer is full, and 0 at the end of the record.
func (h *matchScan) record(f *parser.File, index int32, from int) (next int) {
	if left := &h.pane.scanCursor; from > 0 && left.is(h.query, f, index) {
		h.places = left.places
	} else {
		h.gather(f, index)
	}
	h.pane.scanCursor = scanCursor{}
	if from >= len(h.places) {
		return 0
	}
	turn, isVisible := h.l.Visible.Locate(f, index) // the same for all candidates
	if !isVisible {
		return 0
	}
	for i := from; i < len(h.places); i++ {
		if i > from && i%firstHits == 0 && len(h.found.Matches) >= h.room {
			h.pane.scanCursor = scanCursor{h.query, f, f.Restarts, index, h.places}
			return i
		}
		if p := &h.places[i]; p.terms == h.finder.All() && !(p.structured && h.repeats(f, index)) {
			p.match.Turn, p.match.Prompt = turn.Turn, turn.Prompt
			h.add(f, index, p)
		}
	}
	return 0
}

// A scanCursor holds a record whose matches did not fit into one answer, so that the
// next call does not search it again. There is one for all sessions, since a search continues where
// the last call stopped.
type scanCursor struct {
	query    MatchQuery
	file     *parser.File
	restarts int
	record   int32
	places   []candidate
}

// is reports whether the cursor belongs to this query and record.
func (h *scanCursor) is(query MatchQuery, f *parser.File, index int32) bool {
	return h.file == f && h.restarts == f.Restarts && h.record == index && h.query == query
}

// gather finds the candidates of a record: at most one per block and two more.
func (h *matchScan) gather(f *parser.File, index int32) {
	h.places = h.places[:0]
	position, structured := -1, -1 // indexes into places
	h.finder.Each(h.rows.Source.ScanRecord(f, index), func(p search.Place) {
		at, block := -1, int32(-1)
		own := search.IsResult(p.Member)
		if own {
			at = structured
		} else if block = blockAt(f, index, p.At); block >= 0 {
			if last := len(h.places) - 1; last >= 0 && h.places[last].block == block {
				at = last
			}
		} else {
			at = position
		}
		if at < 0 {
			at = len(h.places)
			h.places = append(h.places, candidate{block: block, structured: own})
			if m := &h.places[at].match; !h.count {
				m.Before, m.Words, m.After = p.Around()
				m.File, m.Offset = f.Number, float64(f.Records.At(index).Offset+int64(p.At))
				m.From = units(p.Text[:p.From])
				m.To = m.From + units(p.Text[p.From:p.To])
			}
			if own {
				structured = at
			} else if block < 0 {
				position = at
			}
		}
		h.places[at].terms |= p.Terms
		h.places[at].match.Count += p.Count
	})
}

// units returns the length of a text in UTF-16 code units, as JavaScript counts.
func units(text []byte) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if n++; r > 0xFFFF {
			n++
		}
		text = text[size:]
	}
	return n
}

// repeats reports whether the structured copy of a result adds nothing new: the text of
// the result, or the input of the tool, contains the searched words, too.
func (h *matchScan) repeats(f *parser.File, index int32) bool {
	for i := range h.places {
		if p := &h.places[i]; p.block >= 0 && p.terms == h.finder.All() {
			return true
		}
	}
	call := f.Records.At(index).Call
	return call >= 0 && f.Calls.At(call).Use >= 0 && h.finder.Holds(h.rows.Source.Span(f, f.Calls.At(call).Use, f.Calls.At(call).Input))
}

// add counts a match of a record, and adds it to the reply if the query includes it.
func (h *matchScan) add(f *parser.File, index int32, p *candidate) {
	item := shownBy(f, index, p.block)
	if item == nil {
		return
	}
	m := &p.match
	kind, call := kindOfMatch(f, index, p, item)
	if call >= 0 {
		m.Tool = f.Name(f.Calls.At(call).Name)
	}
	m.Failed = rows.KindsOf(h.l.Session, f, item)&filter.Errors != 0
	c := f.Conversations[f.Records.At(item.Record).Conv]
	agent := h.l.Session.AgentOf(c)
	if h.errors && !m.Failed || !h.wantsAgent(agent) {
		return
	}
	ofKind, ofTool := h.kinds[kind], h.tools == nil || h.tools[m.Tool]
	if !h.l.Visible.Keeps(c, item) || !ofKind && !ofTool {
		return
	}
	m.Kind = matchKinds[kind]
	if ofTool {
		oneMore(&h.found.Kinds, m.Kind)
	}
	if ofKind && m.Tool != "" {
		oneMore(&h.found.Tools, m.Tool)
	}
	if !ofKind || !ofTool {
		return
	}
	h.found.Places++
	h.found.Count += m.Count
	if h.count {
		return
	}
	called, _, name := tool.Lookup(m.Tool)
	m.ToolKind, m.Tool = called.ID, name
	if called.Numbered && kind == matchOutput {
		m.Before, m.After = withoutNumbers(m.Before), withoutNumbers(m.After)
	}
	m.Key = rows.ItemKey(f, item)
	m.Time = float64(f.Records.At(index).Time)
	if agent != nil {
		m.Agent = h.agentName(agent)
	}
	h.namePrompt(m.Prompt)
	h.found.Matches = append(h.found.Matches, *m)
}

// wantsAgent reports whether the query covers an agent, nil for the main conversation.
func (h *matchScan) wantsAgent(agent *parser.Agent) bool {
	switch h.agent {
	case "":
		return true
	case "main":
		return agent == nil
	case "agents":
		return agent != nil
	}
	return agent != nil && agent.ID == h.agent
}

// agentName returns the task of an agent, or else its name or type, or else its id.
func (h *matchScan) agentName(a *parser.Agent) string {
	if name, known := h.names[a]; known {
		return name
	}
	name, task := h.rows.Agents.Name(a)
	for _, better := range [...]string{name, a.ID} {
		if task == "" {
			task = better
		}
	}
	h.names[a] = source.OneLine(task, 80)
	return h.names[a]
}

// answer returns the matches, with their prompts sorted by number.
func (h *matchScan) answer() protocol.Matches {
	sort.SliceStable(h.found.Prompts, func(i, j int) bool { return h.found.Prompts[i].Prompt < h.found.Prompts[j].Prompt })
	return h.found
}

// namePrompt adds the name of the prompt of a match. The prompt is mostly in the part of the file that was read ahead
// for the match: later, it would be one more read. Prompts come in their order, except for matches of agents.
func (h *matchScan) namePrompt(number int) {
	if h.prompts[number] {
		return
	}
	h.prompts[number] = true
	turns := h.l.Session.Main.Turns
	for range turns {
		i := h.next % len(turns)
		h.next = i + 1
		if t := &turns[i]; t.Branch == 0 && !t.Event && int(t.Prompt) == number {
			title, _ := h.rows.Titles.Turn(h.l.Session, int32(i))
			h.found.Prompts = append(h.found.Prompts, protocol.FoundPrompt{Prompt: number, Title: title, Time: float64(t.Start)})
			return
		}
	}
}

// maxNames limits the number of names that one answer counts.
const maxNames = 200

// oneMore increments the count of a name.
func oneMore(list *[]protocol.Count, name string) {
	for i := range *list {
		if (*list)[i].Name == name {
			(*list)[i].Count++
			return
		}
	}
	if len(*list) < maxNames {
		*list = append(*list, protocol.Count{Name: name, Count: 1})
	}
}
