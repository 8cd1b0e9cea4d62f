package rows

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
	Attempts Attempts // set before the first use: it can depend on rows
}

// New returns a reader of the rows of the sessions in a store. Reader.Attempts has to be set
// before the first request.
func New(store *parser.Store, src *source.Reader, prices *price.Table) *Reader {
	records := &RecordReader{src}
	prompts, agents := &PromptReader{records}, newAgentReader(src)
	return &Reader{Store: store, Lists: newLists(store), Source: src, Records: records, Prompts: prompts, Agents: agents,
		Titles: &TitleReader{prompts: prompts, bySession: map[*parser.Session]*titles{}},
		runs:   &runReader{RecordReader: records, agents: agents, prices: prices}, Prices: prices}
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
	row := protocol.Row{Key: r.key(), Depth: int(r.depth), Inside: r.inside, Threads: v.Agents.threads(l.Session, r.in)}
	switch {
	case r.AgentRow != nil:
		v.runs.row(l.Session, r.AgentRow, l.open.isOpen(row.Key), &row)
		return row
	case r.link != nil:
		v.linkRow(l, r, &row)
		return row
	}
	if r.notice {
		row.Kind = "broken"
		return row
	}
	if r.Conv != l.Session.Main {
		row.Agent = r.Conv.Agent
	}
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	e := f.Records.At(item.Record)
	row.Time, row.Branch = float64(e.Time), e.Branch > 0
	row.Turn = TurnNumber(r.Conv, item.Turn)
	row.Opens = l.Visible.opensTurn(r)
	switch {
	case r.Fold == ModelMark:
		v.modelRow(r, &row)
		return row
	case r.Fold == attemptsFold, r.Fold == branchFold:
		v.branchRow(l, r, &row)
		return row
	case r.Fold == copyFold:
		v.copiedRow(l, r, &row)
		return row
	}
	row.Copied = f.CopyOf(item.Record) != nil
	if !r.inside {
		v.speaker(l, r, &row)
	}
	row.Ends = row.Branch && l.Visible.isLast(r)
	if r.Fold == seriesFold {
		v.seriesRow(l, r, &row)
		row.Ends = row.Ends && !row.Series.Open
		return row
	}
	v.itemRow(l, r, &row)
	return row
}

// itemRow fills in the row of items by their kind.
func (v *Reader) itemRow(l *List, r *Ref, row *protocol.Row) {
	f, item := r.Conv.File, &r.Conv.Items[r.From]
	switch item.Kind {
	case parser.ItemPrompt:
		v.Prompts.Row(r.Conv, item, row)
	case parser.ItemTool:
		v.ToolRow(l, f, item, row)
	case parser.ItemCompaction:
		v.Records.CompactionRow(f, item, row)
		if r.To > r.From+1 { // its summary
			v.Records.recordText(f, r.Conv.Items[r.To-1].Record, row)
		}
	case parser.ItemOutput:
		row.Kind = "output"
		v.Records.recordText(f, item.Record, row)
		row.Text = CommandOutput(row.Text)
		v.outputOf(r, row)
	case parser.ItemFailure:
		v.Records.failureRow(r, row)
	case parser.ItemDamage:
		row.Kind, row.Fold = "damaged", foldOf(r)
		for _, item := range r.Conv.Items[r.From:r.To] {
			row.Size += int(f.Records.At(item.Record).Length)
		}
	case parser.ItemInternal:
		v.internalRow(r, row)
	default:
		if !v.Records.row(f, item, row) {
			v.internalRow(r, row)
		}
	}
}

// internalRow fills in the row of internal records, or of items of an unknown kind.
func (v *Reader) internalRow(r *Ref, row *protocol.Row) {
	row.Kind, row.Fold = "machinery", foldOf(r)
	if row.Fold.Failed > 0 {
		row.Fold.What, row.Fold.Why = records.FailedHook(v.Source, r.Conv.File, r.Conv.Items[r.From].Record)
	}
}

// speaker sets whose words begin with a row, if the speaker changes there.
func (v *Reader) speaker(l *List, r *Ref, row *protocol.Row) {
	me := voice(r.Conv, r.From)
	if me == "" || me == "nobody" {
		return
	}
	f := r.Conv.File
	where := RangeOf(f, &r.Conv.Items[r.From])
	for i := r.From - 1; i >= 0 && !row.Opens; i-- {
		if RangeOf(f, &r.Conv.Items[i]) != where {
			break
		}
		if before := voice(r.Conv, i); before != "" && l.Visible.Keeps(r.Conv, &r.Conv.Items[i]) {
			if before == me {
				return
			}
			break
		}
	}
	if me == "you" {
		row.By, row.Before = "you", before(r.Conv, &r.Conv.Items[r.From], row.Opens)
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

// reply summarizes the answer to the turn of a row. If prompts divide the answer, only its
// first part has the totals.
func (v *Reader) reply(l *List, r *Ref) *protocol.Reply {
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	at := f.Records.At(item.Record).Message
	if at < 0 || item.Turn < 0 {
		return nil
	}
	out := &protocol.Reply{Model: f.Name(f.Messages.At(at).Model), Duration: -1}
	for i := at; i < f.Messages.Len(); i++ {
		if m := f.Messages.At(i); m.Conv == r.Conv.Index {
			if m.Turn != item.Turn {
				break
			}
			if m.Counted {
				out.Context = float64(m.Usage.Context())
			}
		}
	}
	if !l.Visible.isFirst(r, true) {
		return &protocol.Reply{Model: out.Model, Output: -1, Context: -1, Duration: -1}
	}
	usage := parser.UsageOf(v.Prices, l.Session.TurnResponses(r.Conv, item.Turn))
	out.Output, out.Cost, out.Low = float64(usage.Usage.Output), cost.Of(&usage), cost.UnderReported(&usage)
	if usage.Responses == 0 {
		out.Output = -1
	}
	out.Headless = r.Conv.Turns[item.Turn].Driver == parser.ClassOther
	if ms, ok := cost.TurnDuration(&r.Conv.Turns[item.Turn]); ok {
		out.Duration = ms
	}
	return out
}

// outputOf adds a chip with the command that printed the output, if no row before shows the
// command.
func (v *Reader) outputOf(r *Ref, row *protocol.Row) {
	if r.From > 0 && r.Conv.Items[r.From-1].Kind == parser.ItemPrompt {
		return
	}
	if command := v.Records.commandRun(r.Conv.File, r.Conv.Items[r.From].Record); command != "" {
		row.Chips = []protocol.Chip{{Kind: "command", Label: command}}
	}
}

// ToolRow fills in the row of a tool call, with the agents that it started.
func (v *Reader) ToolRow(l *List, f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "tool"
	index := f.Blocks.At(item.Block).Call
	c := tool.Read(v.Source, f, index, tool.RowLimit)
	t := c.Row()
	row.Tool = &t
	row.Run = v.runs.ofCall(l.Session, &c, index, l.open.isOpen(row.Key))
	// An agent reports its end itself.
	if end, ended := l.Session.EndOf(f, index); ended && t.Status == "background" && row.Run == nil {
		if t.Answer, t.Status = tool.EndState(end.Status), "ok"; t.Answer == "failed" { // what was stopped was stopped on purpose
			t.Status = "error"
		}
	}
}

// foldOf counts the internal records that one row stands for.
func foldOf(r *Ref) *protocol.Fold {
	f := r.Conv.File
	counts := map[string]int{}
	out := &protocol.Fold{Count: int(r.To - r.From)}
	for i := r.From; i < r.To; i++ {
		e := f.Records.At(r.Conv.Items[i].Record)
		counts[records.NameOf(f, e)]++
		if e.Failed {
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
