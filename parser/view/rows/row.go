package rows

import (
	"sort"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// MaxRows is the maximum number of rows in one answer.
const MaxRows = 200

// A Reader makes the rows of sessions.
type Reader struct {
	*Lists
	Store    *parser.Store
	Source   *source.Reader
	Records  *RecordReader
	Prompts  *PromptReader
	Agents   *AgentReader
	Titles   *TitleReader
	runs     *runReader
	Prices   *price.Table
	attempts Attempts
}

// New returns a reader of the rows of the sessions in a store. newAttempts returns what describes
// the attempts of sessions, which depends on the reader itself.
func New(store *parser.Store, src *source.Reader, prices *price.Table, newAttempts func(*Reader) Attempts) *Reader {
	records := &RecordReader{src}
	prompts, agents := &PromptReader{records}, newAgentReader(src)
	v := &Reader{Store: store, Lists: newLists(store), Source: src, Records: records, Prompts: prompts, Agents: agents,
		Titles: &TitleReader{prompts: prompts},
		runs:   &runReader{RecordReader: records, agents: agents, prices: prices}, Prices: prices}
	v.attempts = newAttempts(v)
	return v
}

// SetPrices replaces the price table.
func (v *Reader) SetPrices(prices *price.Table) { v.Prices, v.runs.prices = prices, prices }

// List returns the rows of a session, brought up to date, for one answer.
func (v *Reader) List(s *parser.Session) *List {
	v.Agents.NewAnswer()
	return v.Lists.of(s)
}

// Rows returns at most [MaxRows] rows of a session, starting at the index from.
func (v *Reader) Rows(session, from, count int) protocol.Page {
	s := v.Store.Session(session)
	if s == nil {
		return protocol.Page{}
	}
	l := v.List(s)
	total := len(l.Rows())
	from = min(max(from, 0), total)
	to := min(from+min(max(count, 0), MaxRows), total)
	page := protocol.Page{From: from, Total: total, Revision: l.revision(), Rows: make([]protocol.Row, 0, to-from)}
	for i := from; i < to; i++ {
		page.Rows = append(page.Rows, v.Row(l, &l.rows[i]))
	}
	return page
}

// Row returns the row of a ref, also of one that is not in the list now.
func (v *Reader) Row(l *List, r *Ref) protocol.Row {
	base := protocol.RowBase{Key: r.key(), Depth: int(r.depth), Inside: r.inside, Threads: v.Agents.threads(l.Session, r.agents)}
	switch {
	case r.AgentRow != nil:
		return v.runs.row(l.Session, r.AgentRow, l.open.isOpen(base.Key), base)
	case r.link != nil:
		return linkRow(l, r, base)
	case r.notice:
		return &protocol.BrokenRow{RowBase: base}
	}
	if r.Conv != l.Session.Main {
		base.Agent = r.Conv.Agent
	}
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	if r.Fold == backgroundFold { // it can begin before the first turn
		item = &r.Conv.Items[r.To-1]
	}
	e := f.Records.At(item.Record)
	base.Time, base.Branch = float64(e.Time), e.Branch > 0
	numbers := NumbersOf(r.Conv, item.Turn)
	base.Turn, base.Prompt = numbers.Turn, numbers.Prompt
	base.Opens = l.Visible.opensPrompt(r)
	switch r.Fold {
	case ModelMark:
		return modelRow(r, base)
	case attemptsFold:
		return v.attemptsRow(l, r, base)
	case branchFold:
		return v.branchRow(l, r, base)
	case copyFold:
		return v.copiedRow(l, r, base)
	}
	_, base.Copied = l.Session.Copies.At(f, item.Record)
	if !r.inside {
		v.speaker(l, r, &base)
	}
	base.Ends = base.Branch && l.Visible.isLast(r)
	switch r.Fold {
	case seriesFold:
		return v.seriesRow(l, r, base)
	case backgroundFold:
		return v.backgroundFoldRow(l, r, base)
	}
	return v.itemRow(l, r, base)
}

// itemRow returns the row of items by their kind.
func (v *Reader) itemRow(l *List, r *Ref, base protocol.RowBase) protocol.Row {
	f, item := r.Conv.File, &r.Conv.Items[r.From]
	switch item.Kind {
	case parser.ItemPrompt:
		return v.Prompts.row(r.Conv, item, base)
	case parser.ItemTool:
		return v.toolRow(l, f, item, base)
	case parser.ItemCompaction:
		row := &protocol.CompactionRow{RowBase: base}
		row.Compacted, row.Took = v.Records.Compaction(f, item)
		if r.To > r.From+1 { // its summary
			row.RowText = v.Records.recordText(f, r.Conv.Items[r.To-1].Record)
		}
		return row
	case parser.ItemOutput:
		row := &protocol.OutputRow{RowBase: base, RowText: v.Records.recordText(f, item.Record), Chips: v.Records.commandChips(r)}
		row.Text = CommandOutput(row.Text)
		return row
	case parser.ItemFailure:
		return v.Records.failureRow(r, base)
	case parser.ItemDamage, parser.ItemInvalid, parser.ItemEncoding, parser.ItemUnfinished:
		row := &protocol.DamagedRow{RowBase: base, Fold: foldOf(r), Code: damageCode(f, item)}
		for _, item := range r.Conv.Items[r.From:r.To] {
			row.Size += int(f.Records.At(item.Record).Length)
		}
		return row
	case parser.ItemInternal:
		return v.backgroundRow(r, base)
	}
	if row, ok := v.Records.row(f, item, base); ok {
		return row
	}
	return v.backgroundRow(r, base)
}

// damageCode returns the code of the diagnostic for an item of damage, or of a flaw.
func damageCode(f *parser.File, item *parser.Item) string {
	switch item.Kind {
	case parser.ItemInvalid:
		return string(parser.CodeInvalid)
	case parser.ItemEncoding:
		return string(parser.CodeEncoding)
	case parser.ItemUnfinished:
		return string(parser.CodeUnfinished)
	}
	if code := f.Name(f.Records.At(item.Record).Label); code == string(parser.CodeZeros) {
		return code
	}
	return string(parser.CodeDamaged)
}

// backgroundRow returns the row of internal records, or of items of an unknown kind.
func (v *Reader) backgroundRow(r *Ref, base protocol.RowBase) *protocol.BackgroundRow {
	row := &protocol.BackgroundRow{RowBase: base, Fold: foldOf(r)}
	if r.Conv.File.Records.At(r.Conv.Items[r.From].Record).Failed {
		row.Fold.What, row.Fold.Why = records.FailedHook(v.Source, r.Conv.File, r.Conv.Items[r.From].Record)
	}
	return row
}

// speaker sets whose words begin with a row, if the speaker changes there.
func (v *Reader) speaker(l *List, r *Ref, row *protocol.RowBase) {
	me := voice(r.Conv, r.From)
	if me == "" || me == "nobody" {
		return
	}
	f := r.Conv.File
	where := RangeOf(l.Session, f, &r.Conv.Items[r.From])
	for i := r.From - 1; i >= 0 && !row.Opens; i-- {
		if RangeOf(l.Session, f, &r.Conv.Items[i]) != where {
			break
		}
		if before := voice(r.Conv, i); before != "" && l.Visible.hasRow(r.Conv, i) {
			if before == me {
				return
			}
			break
		}
	}
	if me == "you" {
		row.By, row.Before = "you", before(r.Conv, &r.Conv.Items[r.From], l.Visible.opensTurn(r))
		return
	}
	row.By = "claude"
	if r.Conv.Agent != "" {
		row.By = "agent"
		row.Speaker, _ = v.Agents.Name(l.Session.AgentOf(r.Conv))
	}
	row.Reply = v.reply(l, r)
}

// before returns when the turn before a prompt began, or the current turn for a prompt sent in
// its middle. Abandoned turns do not count for a prompt that was kept.
func before(c *parser.Conversation, item *parser.Item, opens bool) float64 {
	at := item.Turn
	if at >= 0 && opens {
		at--
	}
	for ; at >= 0; at-- {
		if t := &c.Turns[at]; t.Start > 0 && (t.Branch == 0 || t.Branch == c.Turns[item.Turn].Branch) {
			return float64(t.Start)
		}
	}
	return 0
}

func voice(c *parser.Conversation, at int32) string {
	item := &c.Items[at]
	switch item.Kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		return "you"
	case parser.ItemCompaction, parser.ItemInterrupt, parser.ItemOutput:
		return "nobody"
	case parser.ItemText, parser.ItemThinking, parser.ItemTool, parser.ItemImage, parser.ItemBlock:
		if c.File.Records.At(item.Record).Class == parser.ClassContext {
			return ""
		}
		return "claude"
	}
	return ""
}

// toolRow returns the row of a tool call, with the agents that it started.
func (v *Reader) toolRow(l *List, f *parser.File, item *parser.Item, base protocol.RowBase) *protocol.ToolRow {
	row := &protocol.ToolRow{RowBase: base}
	row.Tool, row.Run = v.Tool(l, f, item, l.open.isOpen(base.Key))
	return row
}

// Tool describes a tool call and the agents that it started. open reports whether their rows
// are open.
func (v *Reader) Tool(l *List, f *parser.File, item *parser.Item, open bool) (protocol.Tool, *protocol.AgentRun) {
	index := f.Blocks.At(item.Block).Call
	c := tool.Read(v.Source, f, index, tool.RowLimit)
	t, run := c.Row(), v.runs.ofCall(l.Session, &c, index, open)
	// An agent reports its end itself.
	if end, ended := l.Session.EndOf(f, index); ended && t.Status == protocol.CallBackground && run == nil {
		// Work that was stopped was stopped on purpose.
		if t.Answer, t.Status = tool.EndState(end.Status), protocol.CallOK; t.Answer == "failed" {
			t.Status = protocol.CallError
		}
	}
	return t, run
}

// foldOf counts the internal records in one row.
func foldOf(r *Ref) protocol.Fold {
	f := r.Conv.File
	counts := map[string]int{}
	out := protocol.Fold{}
	for item := range r.items() {
		e := f.Records.At(item.Record)
		out.Count++
		counts[records.NameOf(f, e)]++
		if e.Failed && !e.Minor {
			out.Failed++
		}
	}
	out.Kinds = Ranked(counts)
	return out
}

// Ranked lists names with their counts, the most frequent first.
func Ranked(counts map[string]int) []protocol.Count {
	list := []protocol.Count{}
	for name, n := range counts {
		list = append(list, protocol.Count{Name: name, Count: n})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Count > b.Count || a.Count == b.Count && a.Name < b.Name
	})
	return list
}
