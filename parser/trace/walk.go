package trace

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"unspool/parser"
)

// A walk adds the spans of a turn, or of an agent's work, to the trace.
type walk struct {
	*builder
	parent SpanID
	depth  int

	prompt, reply *textRef // of the turn

	message  int32 // in File.Messages, of the current response
	response *Span
	hasOne   bool     // there is a current response
	calls    int      // of the current response
	replies  []string // its texts
}

// items adds the responses, calls and agents of consecutive items of a conversation within a period.
func (w *walk) items(c *parser.Conversation, items []parser.Item, within period) {
	f := c.File
	for i := range items {
		item := &items[i]
		r := f.Records.At(item.Record)
		if r.Branch > 0 {
			continue
		}
		// A response that was withdrawn or repeats a call was paid for, too.
		if r.Message >= 0 && (!w.hasOne || r.Message != w.message) {
			w.respond(c, item, within)
		}
		if r.IsRetracted() {
			continue
		}
		switch item.Kind {
		case parser.ItemPrompt:
			if w.prompt == nil {
				w.prompt = w.recordText(f, item.Record)
			}
		case parser.ItemText:
			w.reply = w.blockText(f, item)
			w.quoteReply()
		case parser.ItemTool:
			if w.hasOne {
				w.call(f, item, within)
			}
		}
	}
	w.endResponse(within.to)
}

// respond begins the span of a response. The one before it ends there.
func (w *walk) respond(c *parser.Conversation, item *parser.Item, within period) {
	f := c.File
	r := f.Records.At(item.Record)
	m := f.Messages.At(r.Message)
	at := clamp(r.Time, within)
	w.endResponse(at)
	model := f.Name(m.Model)
	name := model
	if name == "" {
		name = "response"
	}
	w.response = w.span(w.parent, "response "+f.Ident(m.ID)+" "+keyOf(f, m.First), name, period{at, at})
	isFirstOfTurn := !w.hasOne
	w.message, w.hasOne, w.calls, w.replies = r.Message, true, 0, nil
	a := &w.response.Attributes
	put(a, genOperation, "chat")
	put(a, genProvider, "anthropic")
	put(a, genConversation, w.session.ID)
	put(a, langfuseType, "generation")
	put(a, langfuseSession, w.session.ID)
	if model != "" {
		put(a, genModel, model)
		put(a, langfuseModel, model)
	}
	put(a, genResponse, f.Ident(m.ID))
	if r.Untimed {
		put(a, ownUntimed, true)
	}
	key := messageKey{f, r.Message}
	if used, ok := w.session.Response(f, r.Message); ok && !w.counted[key] && w.firsts.isFirst(c, item) {
		w.counted[key] = true // an agent can be in a turn twice
		w.usage(a, &used)
	}
	if isFirstOfTurn && w.prompt != nil {
		put(a, langfuseInput, message("user", w.prompt.text))
	}
}

// usage adds the tokens and the cost of a response.
func (w *walk) usage(a *Attributes, r *parser.Response) {
	u := &r.Usage
	put(a, genInput, u.Context())
	put(a, genOutput, u.Output)
	put(a, genCacheRead, u.CacheRead)
	put(a, genCacheWrite, u.CacheWrite5m+u.CacheWrite1h)
	if r.Placeholder {
		put(a, ownLow, true)
	}
	put(a, langfuseUsage, object(map[string]int64{
		"input": u.Input, "output": u.Output, "total": u.Input + u.Output,
		"cache_read_input_tokens": u.CacheRead, "cache_creation_input_tokens": u.CacheWrite5m + u.CacheWrite1h,
	}))
	var sum parser.UsageCost
	if sum.Add(w.options.Prices, r); sum.USD > 0 && !math.IsInf(sum.USD, 1) {
		put(a, ownCost, sum.USD)
		put(a, langfuseCost, object(map[string]float64{"total": sum.USD}))
	}
}

// endResponse ends the span of the current response.
func (w *walk) endResponse(at int64) {
	if !w.hasOne {
		return
	}
	w.response.End = max(w.response.Start, at)
	a := &w.response.Attributes
	put(a, langfuseMetadata+"tool_count", int64(w.calls))
	if len(w.replies) > 0 {
		put(a, langfuseOutput, message("assistant", strings.Join(w.replies, "\n\n")))
	}
}

// call adds the span of a tool call, and those of the agents that it started.
func (w *walk) call(f *parser.File, item *parser.Item, within period) {
	index := f.Blocks.At(item.Block).Call
	c := f.Calls.At(index)
	w.calls++
	use := f.Records.At(c.Use)
	when := period{clamp(use.Time, within), clamp(use.Time, within)}
	if c.Result >= 0 {
		when.to = clamp(f.Records.At(c.Result).Time, within)
	}
	name, id := f.Name(c.Name), f.Ident(c.ID)
	span := w.span(w.response.ID, fmt.Sprintf("call %s %d", keyOf(f, c.Use), item.Block-use.First), name, when)
	a := &span.Attributes
	put(a, genOperation, "execute_tool")
	put(a, genTool, name)
	put(a, genCall, id)
	put(a, genConversation, w.session.ID)
	put(a, langfuseType, "tool")
	put(a, langfuseSession, w.session.ID)
	put(a, langfuseMetadata+"tool_name", name)
	put(a, langfuseMetadata+"tool_id", id)
	if c.Failed && !c.Negative {
		kind := "failed"
		if c.Declined {
			kind = "rejected"
		}
		put(a, errorType, kind)
		put(a, langfuseLevel, "ERROR")
		span.Failed = true
	}
	if w.options.Content {
		put(a, langfuseInput, w.texts.json(f, c.Use, c.Input))
		if c.Result >= 0 {
			put(a, langfuseOutput, w.texts.words(f, c.Result, f.Blocks.At(c.ResultBlk).Text))
		}
	}
	id8 := span.ID
	for _, invocation := range w.session.InvocationsOf(f, index) {
		w.invocation(invocation, id8, within)
	}
	if run := w.session.RunOf(f, index); run != nil {
		for i := range run.Phases {
			for j := range run.Phases[i].Tasks {
				if agent := run.Phases[i].Tasks[j].Agent; agent != nil && agent.Conv != nil {
					w.agent(agent, agent.Conv.Items, id8, within)
				}
			}
		}
	}
}

// invocation adds the part of an agent's work that a call led to.
func (w *walk) invocation(in *parser.AgentInvocation, parent SpanID, within period) {
	conv := in.Agent.Conv
	if conv == nil || in.From < 0 {
		return
	}
	to := in.To
	if to < 0 {
		to = int32(len(conv.Items))
	}
	w.agent(in.Agent, conv.Items[min(in.From, to):to], parent, within)
}

// agent adds the work of an agent. An agent in the background may end after the turn that started it.
func (w *walk) agent(agent *parser.Agent, items []parser.Item, parent SpanID, within period) {
	if w.depth >= maxDepth || len(items) == 0 {
		return
	}
	f := agent.Conv.File
	when := period{f.Records.At(items[0].Record).Time, 0}
	for i := range items {
		t := f.Records.At(items[i].Record).Time
		when.from, when.to = min(when.from, t), max(when.to, t)
	}
	name := agent.Type
	if name == "" {
		name = "agent"
	}
	span := w.span(parent, fmt.Sprintf("agent %s %d", agent.ID, items[0].Record), name, when)
	a := &span.Attributes
	put(a, genOperation, "invoke_agent")
	put(a, genAgent, name)
	put(a, genAgentID, agent.ID)
	put(a, genConversation, w.session.ID)
	put(a, langfuseType, "agent")
	put(a, langfuseSession, w.session.ID)
	inner := walk{builder: w.builder, parent: span.ID, depth: w.depth + 1}
	inner.items(agent.Conv, items, when)
	w.quote(a, inner.prompt, inner.reply)
}

func clamp(at int64, within period) int64 {
	return min(max(at, within.from), max(within.from, within.to))
}

// object returns a JSON object.
func object(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "{}" // numbers that JSON does not have
	}
	return string(text)
}
