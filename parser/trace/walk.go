package trace

import (
	"cmp"
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
	// inCopies holds the responses, by ID, that count in a copy of the agent's file.
	inCopies map[string]parser.Response

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
	isFirstOfTurn := !w.hasOne
	id := f.Ident(m.ID)
	w.response = w.chat(w.parent, "response "+id+" "+keyOf(f, m.First), f.Name(m.Model), id, period{at, at})
	w.message, w.hasOne, w.calls, w.replies = r.Message, true, 0, nil
	a := &w.response.Attributes
	if r.Untimed {
		put(a, ownUntimed, true)
	}
	key := messageKey{f, r.Message}
	used, ok := w.session.Response(f, r.Message)
	if !ok {
		used, ok = w.inCopies[id]
	}
	if ok && !w.counted[key] && w.firsts.isFirst(c, item) {
		delete(w.inCopies, id)
		w.counted[key] = true // an agent can be in a turn twice
		w.usage(a, &used)
	}
	if isFirstOfTurn && w.prompt != nil {
		put(a, langfuseInput, message("user", w.prompt.text))
	}
}

// chat adds the span of a response. Its key identifies it within the trace.
func (b *builder) chat(parent SpanID, key, model, id string, when period) *Span {
	span := b.span(parent, key, cmp.Or(model, "response"), when)
	a := &span.Attributes
	put(a, genOperation, "chat")
	put(a, genProvider, "anthropic")
	put(a, genConversation, b.session.ID)
	put(a, langfuseType, "generation")
	put(a, langfuseSession, b.session.ID)
	if model != "" {
		put(a, genModel, model)
		put(a, langfuseModel, model)
	}
	put(a, genResponse, id)
	return span
}

// usage adds the tokens and the cost of a response.
func (b *builder) usage(a *Attributes, r *parser.Response) {
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
	if sum.Add(b.options.Prices, r); sum.USD > 0 && !math.IsInf(sum.USD, 1) {
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

// call adds the span of a tool call, and those of the agents that it started or resumed.
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
	w.agents(f, index, span.ID, within)
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
