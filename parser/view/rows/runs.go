package rows

import (
	"strings"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// A runReader describes agents and workflow runs, with sums over their records.
type runReader struct {
	*RecordReader
	agents *AgentReader
	prices *price.Table
}

// row returns the row of an agent or a run without a call row, of a phase, or of the
// internal agents.
func (v *runReader) row(s *parser.Session, x *AgentRow, open bool, base protocol.RowBase) protocol.Row {
	var run *protocol.AgentRun
	switch {
	case x.of != "":
		row := &protocol.EndRow{RowBase: base, Of: x.of}
		row.Name, row.Text = v.agents.Name(x.Agent)
		return row
	case x.Agent != nil:
		base.Time = float64(x.Agent.Start())
		run = v.agentRun(s, x, open)
	case x.Run == nil:
		return &protocol.InternalRow{RowBase: base, Run: v.internalRun(s, open)}
	case x.phase < 0:
		run = v.workflow(s, x.Run, open)
		run.Unlinked = true
	default:
		p := &x.Run.Phases[x.phase]
		return &protocol.PhaseRow{RowBase: base, RowText: protocol.RowText{Text: p.Title},
			Fold: protocol.Fold{Count: len(p.Tasks), Failed: count(p.Tasks, parser.TaskFailed)}}
	}
	tool := protocol.Tool{Kind: run.Kind, Status: protocol.CallOK, Target: run.Title, Duration: run.Duration}
	return &protocol.ToolRow{RowBase: base, Run: run, Tool: tool}
}

// agentRun describes the agent of a row without a call.
func (v *runReader) agentRun(s *parser.Session, x *AgentRow, open bool) *protocol.AgentRun {
	run := v.run(s, &parser.AgentInvocation{Agent: x.Agent, To: -1}, open)
	if run.Title == "" && x.Agent.Conv != nil && x.Agent.Conv.FirstMessage >= 0 && !x.Agent.Internal {
		words, _ := v.source.RecordText(x.Agent.Conv.File, x.Agent.Conv.FirstMessage, 1000)
		remainder, _ := cutTags([]byte(words))
		_, words = senders(string(remainder))
		run.Title = source.OneLine(words, 120)
	}
	if x.task != nil {
		v.task(x.task, run)
	} else {
		run.Unlinked = !x.Agent.Internal
	}
	return run
}

// ofCall describes the agents that a call started. It returns nil for other calls.
func (v *runReader) ofCall(s *parser.Session, c *tool.Call, index int32, open bool) *protocol.AgentRun {
	var run *protocol.AgentRun
	if w := s.RunOf(c.File, index); w != nil {
		run = v.workflow(s, w, open)
	} else {
		for _, x := range s.InvocationsOf(c.File, index) {
			if run == nil || x.Agent.Conv != nil && run.Rows == 0 {
				run = v.run(s, x, open)
			}
		}
		if run == nil {
			return nil
		}
		if run.Resumed {
			v.nameBy(run, s, index, c.File)
		}
		if run.Title == "" {
			run.Title = c.Target()
		}
		if run.Type == "" && c.Kind.DescribesAgent {
			run.Type = c.Note()
		}
	}
	run.Background = c.Flags&record.Async != 0
	if end, ok := s.EndOf(c.File, index); ok {
		run.State = tool.EndState(end.Status)
		if ms, ok := c.File.Records.At(c.Use).Until(end.Time); ok {
			run.After = new(float64(ms))
		}
		run.Ended = float64(end.Time)
		if e := end.File.Records.At(end.Record); e.Item >= 0 && end.File.Conversations[e.Conv].Items[e.Item].Kind != parser.ItemInternal {
			run.Notice = RecordKey(end.File, end.Record)
		}
	} else if run.Background && run.State == "" {
		run.State = "open"
		if !c.File.Closed {
			run.State = "running"
		}
	}
	return run
}

// nameBy sets the title of a resumed agent to the one from its first call.
func (v *runReader) nameBy(run *protocol.AgentRun, s *parser.Session, index int32, f *parser.File) {
	for _, x := range s.InvocationsOf(f, index) {
		if first := x.Agent.Call; x.Agent.ID == run.ID && first.File != nil {
			c := tool.ReadInput(v.source, first.File, first.Index)
			if run.Title == "" {
				run.Title = c.Target()
			}
			if run.Type == "" {
				run.Type = c.Note()
			}
			return
		}
	}
}

// run describes an agent, or the part of its conversation that one call started, with the
// sums over its own records.
func (v *runReader) run(s *parser.Session, x *parser.AgentInvocation, open bool) *protocol.AgentRun {
	a := x.Agent
	run := &protocol.AgentRun{ID: a.ID, Kind: "agent", Type: a.Type, Title: a.Title, Name: a.Name, Internal: a.Internal,
		Color: v.agents.Color(s, a), Open: open, Resumed: x.Resumed}
	c := a.Conv
	if a.Meta != nil {
		run.Model = a.Meta.Model
	}
	if a.Session != nil {
		run.Session = source.OneLine(a.Session.Title(), 80)
	}
	whole := x.From == 0 && x.To < 0
	if c == nil || whole {
		usage := parser.UsageOf(v.prices, s.AgentResponses(a))
		setRunUsage(run, &usage)
		if c == nil && run.Model == "" && len(usage.Models) > 0 {
			run.Model = usage.Models[0].Model
		}
	}
	if c == nil || x.From < 0 {
		run.Calls, run.Duration = cost.CallEffort(s, x.Call)
		return run
	}
	f, end := c.File, InvocationEnd(x)
	first, last := turnsOf(c, int(x.From), end)
	for i := range f.Messages.Len() {
		if m := f.Messages.At(i); m.Conv == c.Index && int(m.Turn) >= first && int(m.Turn) < last {
			run.Model = f.Name(m.Model)
		}
	}
	calls := 0
	var from, to int64
	for _, item := range c.Items[x.From:end] {
		if item.Kind == parser.ItemTool {
			calls++
		}
		if t := f.Records.At(item.Record).Time; t > 0 && !f.Records.At(item.Record).UUID.None() {
			if from == 0 {
				from = t
			}
			to = max(to, t)
		}
	}
	run.Calls, run.Rows, run.Turns = &calls, end-int(x.From), last-max(first, 0)
	if !whole {
		var usage parser.UsageCost
		for turn := max(first, 0); turn < last; turn++ {
			for r := range s.TurnResponses(c, int32(turn)) {
				usage.Add(v.prices, &r)
			}
		}
		setRunUsage(run, &usage)
	}
	if to > from && from > 0 {
		run.Duration = new(float64(to - from))
	}
	return run
}

// turnsOf returns the turns of a range of items. A message before the first turn has the turn
// -1.
func turnsOf(c *parser.Conversation, from, end int) (first, last int) {
	first, last = -1, len(c.Turns)
	for i := range c.Turns {
		if at := int(c.Turns[i].First); from > 0 && at <= from {
			first = i
		} else if end < len(c.Items) && at >= end {
			return first, i
		}
	}
	return first, last
}

// workflow describes the run of a workflow, with the sums over its agents.
func (v *runReader) workflow(s *parser.Session, w *parser.Workflow, open bool) *protocol.AgentRun {
	run := &protocol.AgentRun{ID: w.ID, Kind: "workflow", Title: w.Name, Open: open, Calls: new(0)}
	if w.Status != "" {
		run.State = tool.EndState(w.Status)
	}
	var usage parser.UsageCost
	var from, to int64 // start of the first agent, end of the last one
	for i := range w.Phases {
		p := &w.Phases[i]
		run.Failed += count(p.Tasks, parser.TaskFailed)
		run.Cut += count(p.Tasks, parser.TaskCut)
		for k := range p.Tasks {
			a := p.Tasks[k].Agent
			addAgent(run, v.run(s, &parser.AgentInvocation{Agent: a, To: -1}, false))
			for r := range s.AgentResponses(a) {
				usage.Add(v.prices, &r)
			}
			if a.Conv == nil || len(a.Conv.Turns) == 0 {
				continue
			}
			if start := a.Conv.Turns[0].Start; start > 0 && (from == 0 || start < from) {
				from = start
			}
			to = max(to, a.Conv.Turns[len(a.Conv.Turns)-1].End)
		}
	}
	run.Rows = run.Agents
	setRunUsage(run, &usage)
	if from > 0 && to > from {
		run.Duration = new(float64(to - from))
	}
	return run
}

// addAgent adds an agent to the sums, without its usage.
func addAgent(run *protocol.AgentRun, one *protocol.AgentRun) {
	run.Agents++
	if one.Calls != nil {
		*run.Calls += *one.Calls
	}
	if len(run.Model) < 100 && !strings.Contains(run.Model, one.Model) {
		if run.Model != "" {
			run.Model += ", "
		}
		run.Model += one.Model
	}
}

func setRunUsage(run *protocol.AgentRun, b *parser.UsageCost) {
	run.Tokens = float64(b.Usage.Context() + b.Usage.Output)
	run.Cost, run.Usage = cost.Of(b), cost.Usage(&b.Usage)
	run.Low, run.Responses = cost.UnderReported(b), b.Responses
}

func count(tasks []parser.Task, state parser.TaskState) int {
	n := 0
	for i := range tasks {
		if tasks[i].State == state {
			n++
		}
	}
	return n
}

// task sets the title of an agent of a workflow and how it ended.
func (v *runReader) task(t *parser.Task, run *protocol.AgentRun) {
	if t.Label != "" {
		run.Title = t.Label
	}
	run.State = [...]string{"", "open", "completed", "failed", "cut"}[t.State]
}

// internalRun describes the agents that Claude Code ran for itself. Some contain copies of
// records of other conversations, which are counted there.
func (v *runReader) internalRun(s *parser.Session, open bool) protocol.AgentRun {
	run := protocol.AgentRun{ID: InternalKey, Kind: "internal", Internal: true, Open: open, Calls: new(0)}
	var usage parser.UsageCost
	for _, a := range InternalAgents(s) {
		run.Agents++
		for i := range a.Conv.Items {
			if a.Conv.Items[i].Kind == parser.ItemTool {
				*run.Calls++
			}
		}
		for r := range s.AgentResponses(a) {
			usage.Add(v.prices, &r)
		}
	}
	run.Rows = run.Agents
	setRunUsage(&run, &usage)
	return run
}
