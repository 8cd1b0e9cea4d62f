package document

import (
	"slices"

	"unspool/parser"
	"unspool/parser/view"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
)

// overview returns what the head says about the conversation that is shown. Of an agent, it has only that: its
// figures include those of the agents that it started, like those of a session.
func (w *walker) overview() protocol.Summary {
	if w.of == nil {
		return view.Summarize(w.session, w.prices)
	}
	out := protocol.Summary{Session: w.whole.ID, Title: w.agentTitle()}
	for i := range w.session.Main.Turns {
		if t := &w.session.Main.Turns[i]; !t.Event && t.Branch == 0 {
			out.TypedPrompts++
		}
	}
	own := map[*parser.Conversation]bool{}
	for c := range w.session.Conversations() {
		own[c] = true
	}
	for call := range w.session.ToolCalls() {
		if own[call.File.Conversations[max(0, call.Call().Conv)]] {
			out.ToolCalls++
		}
	}
	var used parser.UsageCost
	for _, a := range slices.Concat([]*parser.Agent{w.of}, w.session.Agents) {
		for r := range w.whole.AgentResponses(a) {
			used.Add(w.prices, &r)
		}
	}
	out.Models = cost.Models(&used)
	out.Totals.Usage, out.Totals.Cost = cost.Usage(&used.Usage), cost.Of(&used)
	for _, a := range w.session.Agents {
		out.Agents++
		if a.Internal {
			out.Internal++
		}
	}
	c := w.session.Main
	for i := range c.Items {
		item := &c.Items[i]
		if item.Kind == parser.ItemCompaction {
			out.Compactions++
		}
		if at := float64(c.File.Records.At(item.Record).Time); at > 0 {
			if out.Facts.Start == 0 {
				out.Facts.Start = at
			}
			out.Facts.End = max(out.Facts.End, at)
		}
	}
	return out
}

// agentTitle returns the name of the selected agent and its task.
func (w *walker) agentTitle() string {
	name, task := w.rows.Agents.Name(w.of)
	switch {
	case name == "" && task == "":
		return "Agent " + w.of.ID
	case name == "":
		return task
	case task == "":
		return name
	}
	return name + ": " + task
}
