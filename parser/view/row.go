package view

import (
	"sort"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// maxRows is the maximum number of rows in one answer.
const maxRows = 200

// A rowReader makes the rows of sessions.
type rowReader struct {
	*lists
	Store    *parser.Store
	source   *source.Reader
	records  *recordReader
	prompts  *promptReader
	agents   *agentReader
	titles   *titleReader
	runs     *runReader
	prices   *price.Table
	attempts Attempts // set before the first use: it can depend on rows
}

func newRowReader(store *parser.Store, src *source.Reader, prices *price.Table) *rowReader {
	records := &recordReader{src}
	prompts, agents := &promptReader{records}, newAgentReader(src)
	return &rowReader{Store: store, lists: newLists(store), source: src, records: records, prompts: prompts, agents: agents,
		titles: &titleReader{prompts: prompts, bySession: map[*parser.Session]*titles{}},
		runs:   &runReader{recordReader: records, agents: agents, prices: prices}, prices: prices}
}

// SetPrices replaces the price table.
func (v *rowReader) SetPrices(prices *price.Table) { v.prices, v.runs.prices = prices, prices }

// list returns the rows of a session, brought up to date, for one answer.
func (v *rowReader) list(s *parser.Session) *list {
	v.agents.newAnswer()
	return v.lists.of(s)
}

// Rows returns at most [MaxRows] rows of a session, starting at the index from.
func (v *rowReader) Rows(session, from, count int) protocol.Page {
	s := v.Store.Session(session)
	if s == nil {
		return protocol.Page{}
	}
	l := v.list(s)
	total := len(l.shown())
	from = min(max(from, 0), total)
	to := min(from+min(max(count, 0), maxRows), total)
	page := protocol.Page{From: from, Total: total, Revision: l.revision(), Rows: make([]protocol.Row, 0, to-from)}
	for i := from; i < to; i++ {
		page.Rows = append(page.Rows, v.row(l, i))
	}
	return page
}

// row returns the row at an index of the list.
func (v *rowReader) row(l *list, at int) protocol.Row { return v.rowOf(l, &l.rows[at]) }

// rowOf returns the row of a ref, also of one that is not in the list now.
func (v *rowReader) rowOf(l *list, r *ref) protocol.Row {
	row := protocol.Row{Key: r.key(), Depth: int(r.depth), Inside: r.inside, Threads: v.agents.threads(l.session, r.in)}
	switch {
	case r.agentRow != nil:
		v.runs.row(l.session, r.agentRow, l.open.isOpen(row.Key), &row)
		return row
	case r.link != nil:
		v.linkRow(l, r, &row)
		return row
	}
	if r.notice {
		row.Kind = "broken"
		return row
	}
	if r.conv != l.session.Main {
		row.Agent = r.conv.Agent
	}
	f := r.conv.File
	item := &r.conv.Items[r.from]
	e := f.Records.At(item.Record)
	row.Time, row.Branch = float64(e.Time), e.Branch > 0
	row.Turn = turnNumber(r.conv, item.Turn)
	row.Opens = l.visible.opensTurn(r)
	switch {
	case r.fold == modelMark:
		v.modelRow(r, &row)
		return row
	case r.fold == attemptsFold, r.fold == branchFold:
		v.branchRow(l, r, &row)
		return row
	case r.fold == copyFold:
		v.copiedRow(l, r, &row)
		return row
	}
	row.Copied = f.CopyOf(item.Record) != nil
	if !r.inside {
		v.speaker(l, r, &row)
	}
	row.Ends = row.Branch && l.visible.isLast(r)
	if r.fold == seriesFold {
		v.seriesRow(l, r, &row)
		row.Ends = row.Ends && !row.Series.Open
		return row
	}
	v.itemRow(l, r, &row)
	return row
}

// itemRow fills in the row of items by their kind.
func (v *rowReader) itemRow(l *list, r *ref, row *protocol.Row) {
	f, item := r.conv.File, &r.conv.Items[r.from]
	switch item.Kind {
	case parser.ItemPrompt:
		v.prompts.row(r.conv, item, row)
	case parser.ItemTool:
		v.toolRow(l, f, item, row)
	case parser.ItemCompaction:
		v.records.compactionRow(f, item, row)
		if r.to > r.from+1 { // its summary
			v.records.recordText(f, r.conv.Items[r.to-1].Record, row)
		}
	case parser.ItemOutput:
		row.Kind = "output"
		v.records.recordText(f, item.Record, row)
		row.Text = commandOutput(row.Text)
		v.outputOf(r, row)
	case parser.ItemFailure:
		v.records.failureRow(r, row)
	case parser.ItemDamage:
		row.Kind, row.Fold = "damaged", foldOf(r)
		for _, item := range r.conv.Items[r.from:r.to] {
			row.Size += int(f.Records.At(item.Record).Length)
		}
	case parser.ItemInternal:
		v.internalRow(r, row)
	default:
		if !v.records.row(f, item, row) {
			v.internalRow(r, row)
		}
	}
}

// internalRow fills in the row of internal records, or of items of an unknown kind.
func (v *rowReader) internalRow(r *ref, row *protocol.Row) {
	row.Kind, row.Fold = "machinery", foldOf(r)
	if row.Fold.Failed > 0 {
		row.Fold.What, row.Fold.Why = records.FailedHook(v.source, r.conv.File, r.conv.Items[r.from].Record)
	}
}

// speaker sets whose words begin with a row, if the speaker changes there.
func (v *rowReader) speaker(l *list, r *ref, row *protocol.Row) {
	me := voice(r.conv, r.from)
	if me == "" || me == "nobody" {
		return
	}
	f := r.conv.File
	where := rangeOf(f, &r.conv.Items[r.from])
	for i := r.from - 1; i >= 0 && !row.Opens; i-- {
		if rangeOf(f, &r.conv.Items[i]) != where {
			break
		}
		if before := voice(r.conv, i); before != "" && l.visible.keeps(r.conv, &r.conv.Items[i]) {
			if before == me {
				return
			}
			break
		}
	}
	if me == "you" {
		row.By, row.Before = "you", before(r.conv, &r.conv.Items[r.from], row.Opens)
		return
	}
	row.By = "claude"
	if r.conv.Agent != "" {
		row.By = "agent"
		row.Speaker, _ = v.agents.nameOf(l.session.AgentOf(r.conv))
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

// reply summarizes the answer to the turn of a row. If prompts divide the answer, only its
// first part has the totals.
func (v *rowReader) reply(l *list, r *ref) *protocol.Reply {
	f := r.conv.File
	item := &r.conv.Items[r.from]
	at := f.Records.At(item.Record).Message
	if at < 0 || item.Turn < 0 {
		return nil
	}
	out := &protocol.Reply{Model: f.Name(f.Messages.At(at).Model), Duration: -1}
	for i := at; i < f.Messages.Len(); i++ {
		if m := f.Messages.At(i); m.Conv == r.conv.Index {
			if m.Turn != item.Turn {
				break
			}
			if m.Counted {
				out.Context = float64(m.Usage.Context())
			}
		}
	}
	if !l.visible.isFirst(r, true) {
		return &protocol.Reply{Model: out.Model, Output: -1, Context: -1, Duration: -1}
	}
	usage := parser.UsageOf(v.prices, l.session.TurnResponses(r.conv, item.Turn))
	out.Output, out.Cost, out.Low = float64(usage.Usage.Output), cost.Of(&usage), cost.UnderReported(&usage)
	if usage.Responses == 0 {
		out.Output = -1
	}
	out.Headless = r.conv.Turns[item.Turn].Driver == parser.ClassOther
	out.Duration = cost.TurnDuration(&r.conv.Turns[item.Turn])
	return out
}

// outputOf adds a chip with the command that printed the output, if no row before shows the
// command.
func (v *rowReader) outputOf(r *ref, row *protocol.Row) {
	if r.from > 0 && r.conv.Items[r.from-1].Kind == parser.ItemPrompt {
		return
	}
	if command := v.records.commandRun(r.conv.File, r.conv.Items[r.from].Record); command != "" {
		row.Chips = []protocol.Chip{{Kind: "command", Label: command}}
	}
}

// toolRow fills in the row of a tool call, with the agents that it started.
func (v *rowReader) toolRow(l *list, f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "tool"
	index := f.Blocks.At(item.Block).Call
	c := tool.Read(v.source, f, index, tool.RowLimit)
	t := c.Row()
	row.Tool = &t
	row.Run = v.runs.ofCall(l.session, &c, index, l.open.isOpen(row.Key))
	// An agent reports its end itself.
	if end, ended := l.session.EndOf(f, index); ended && t.Status == "background" && row.Run == nil {
		if t.Answer, t.Status = tool.EndState(end.Status), "ok"; t.Answer == "failed" { // what was stopped was stopped on purpose
			t.Status = "error"
		}
	}
}

// foldOf counts the internal records that one row stands for.
func foldOf(r *ref) *protocol.Fold {
	f := r.conv.File
	counts := map[string]int{}
	out := &protocol.Fold{Count: int(r.to - r.from)}
	for i := r.from; i < r.to; i++ {
		e := f.Records.At(r.conv.Items[i].Record)
		counts[records.NameOf(f, e)]++
		if e.Failed {
			out.Failed++
		}
	}
	out.Kinds = ranked(counts)
	return out
}

// ranked lists names with their counts, the most frequent first.
func ranked(counts map[string]int) []protocol.Count {
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
