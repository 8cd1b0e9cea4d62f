package parser

import (
	"iter"
	"sort"

	"unspool/parser/price"
	"unspool/parser/record"
)

// A Response is one API response and what it used. Each response counts in one
// site only, wherever it is repeated: FORMAT.md, "De-duplication".
type Response struct {
	File    *File // where it counts
	Message int32 // in File.Messages; -1 where only progress records of File tell of it
	Agent   string
	Model   string
	Time    int64 // ms since 1970, 0 unknown
	Usage   record.Usage
	Advice  []record.AdvisorUsage // of advisors, on top of Usage
	CostUSD float64               // as Claude Code recorded it until 1.0.8, 0 for none
	// Placeholder says that no record of the response tells why it stopped: its
	// output is then mostly the number from the start of the stream, too low.
	Placeholder bool
}

// Tokens counts the response's tokens of all kinds.
func (r *Response) Tokens() int64 {
	n := r.Usage.Context() + r.Usage.Output
	for i := range r.Advice {
		n += r.Advice[i].Usage.Context() + r.Advice[i].Usage.Output
	}
	return n
}

// Response gives what a message used; ok is false where nothing is recorded, or
// where it counts in another site.
func (f *File) Response(message int32) (r Response, ok bool) {
	return messageRef{f, message}.response()
}

func (p messageRef) response() (r Response, ok bool) {
	m := p.message()
	if !m.Counted || m.Duplicate {
		return r, false
	}
	r = Response{File: p.file, Message: max(p.at, none), Time: m.Time, CostUSD: m.CostUSD, Placeholder: m.Stop == StopNone}
	if p.at < 0 {
		r.Agent = p.file.relays[^p.at].agent
	} else {
		r.Agent = p.file.Conversations[m.Conv].Agent
	}
	from := p
	if better, ok := p.file.canonicalUsage[p.at]; ok {
		from = better
		r.Placeholder = r.Placeholder && better.message().Stop == StopNone
	}
	stated := from.message()
	r.Model, r.Usage, r.Advice = from.file.Name(stated.Model), stated.Usage, from.file.advice[from.at]
	r.Usage.WebSearches += int64(m.Searches)
	return r, true
}

// Responses are the responses that count in the session's files, agents' ones
// and Claude Code's own included.
func (s *Session) Responses() iter.Seq[Response] {
	return func(yield func(Response) bool) {
		for _, f := range s.Files {
			part := s.Part(f)
			for i := part.Messages[0]; i < part.Messages[1]; i++ {
				if r, ok := f.Response(i); ok && !yield(r) {
					return
				}
			}
			for i := range f.relays {
				if r, ok := (messageRef{f, ^int32(i)}).response(); ok && !yield(r) {
					return
				}
			}
		}
	}
}

// Responses are the responses that count in the conversation.
func (c *Conversation) Responses() iter.Seq[Response] { return c.responses(none) }

// TurnResponses are the responses that count in one turn of it, those of agents
// that the turn started aside.
func (c *Conversation) TurnResponses(turn int32) iter.Seq[Response] { return c.responses(turn) }

func (c *Conversation) responses(turn int32) iter.Seq[Response] {
	return func(yield func(Response) bool) {
		if len(c.Items) == 0 {
			return
		}
		f := c.File
		from, last := int32(0), c.Items[len(c.Items)-1].Record
		if turn != none {
			from = c.Turns[turn].began
		}
		at := int32(sort.Search(int(f.Messages.Len()), func(i int) bool { return f.Messages.At(int32(i)).First >= from }))
		for ; at < f.Messages.Len() && f.Messages.At(at).First <= last; at++ {
			m := f.Messages.At(at)
			if m.Conv != c.Index || turn != none && m.Turn < turn {
				continue
			}
			if turn != none && m.Turn > turn {
				return
			}
			if r, ok := f.Response(at); ok && !yield(r) {
				return
			}
		}
	}
}

// AgentResponses are the responses that count for an agent of the session: those
// of its own records, and where these are missing those that progress records
// tell of. Agents that it started count for themselves.
func (s *Session) AgentResponses(a *Agent) iter.Seq[Response] {
	return func(yield func(Response) bool) {
		all := a.copies
		if a.Conv != nil {
			all = append([]*Conversation{a.Conv}, all...)
		}
		for _, c := range all {
			for r := range c.Responses() {
				if !yield(r) {
					return
				}
			}
		}
		for _, f := range s.Files {
			for i := range f.relays {
				if a.again || f.relays[i].agent != a.ID {
					continue
				}
				if r, ok := (messageRef{f, ^int32(i)}).response(); ok && !yield(r) {
					return
				}
			}
		}
	}
}

// Recorded is a cost that Claude Code itself wrote down, and where: in
// "cost-state" records (of the whole session, over its resumptions), in the
// "result" of stream-json (of all agents too), or as "costUSD" with each
// response (until 1.0.8). It is Claude Code's own reckoning and may differ from
// that of a [UsageCost].
type Recorded struct {
	Source string
	record.RecordedCost
}

// Recorded lists these figures, as far as there are any.
func (s *Session) Recorded() []Recorded {
	var list []Recorded
	for _, r := range s.facts().recorded {
		if r.Source != "" {
			list = append(list, r)
		}
	}
	sum := 0.0
	for r := range s.Responses() {
		sum += r.CostUSD
	}
	if sum > 0 {
		list = append(list, Recorded{Source: "costUSD", RecordedCost: record.RecordedCost{USD: sum}})
	}
	return list
}

// A Cost is what responses used, and what that would cost at public prices.
type UsageCost struct {
	Usage        record.Usage // of all of them, advisors included
	USD          float64
	Split        price.Split // what USD was for
	Responses    int
	Placeholders int // responses whose output is not told: see [Response]
	Models       []ModelUsage
}

// A ModelUsage is the part of one model. Responses in a mode that has no price
// (fast) are a part of their own.
type ModelUsage struct {
	Model        string
	Responses    int
	Placeholders int // of these responses
	Usage        record.Usage
	USD          float64
	Priced       bool // false: no price is known, and USD is 0
}

// Tokens counts tokens of all kinds.
func (m *ModelUsage) Tokens() int64 { return m.Usage.Context() + m.Usage.Output }

// UsageOf adds up responses: those of a session, a turn, an agent.
func UsageOf(t *price.Table, responses iter.Seq[Response]) UsageCost {
	var b UsageCost
	for r := range responses {
		b.Add(t, &r)
	}
	return b
}

// Cost counts the whole session.
func (s *Session) Cost(t *price.Table) UsageCost { return UsageOf(t, s.Responses()) }

// Add counts a response.
func (b *UsageCost) Add(t *price.Table, r *Response) {
	b.Responses++
	m := b.add(t, r.Model, r.Time, &r.Usage)
	if r.Placeholder {
		b.Placeholders++
		m.Placeholders++
	}
	for i := range r.Advice {
		model := r.Advice[i].Model
		if model == "" {
			model = "advisor"
		}
		b.add(t, model, r.Time, &r.Advice[i].Usage)
	}
}

// mostModels bounds how many models are told apart; the rest is "others".
const mostModels = 100

func (b *UsageCost) add(t *price.Table, model string, at int64, u *record.Usage) *ModelUsage {
	split, priced := t.Split(model, at, *u)
	usd := split.Sum()
	b.Split.Add(&split)
	b.Usage.Add(u)
	b.USD += usd
	if !priced && u.Fast {
		model += " (fast)"
	}
	m := b.part(model, priced)
	m.Responses++
	m.Usage.Add(u)
	m.USD += usd
	return m
}

func (b *UsageCost) part(model string, priced bool) *ModelUsage {
	for i := range b.Models {
		if m := &b.Models[i]; m.Priced == priced && (m.Model == model || i >= mostModels) {
			return m
		}
	}
	if len(b.Models) >= mostModels {
		model = "others"
	}
	b.Models = append(b.Models, ModelUsage{Model: model, Priced: priced})
	return &b.Models[len(b.Models)-1]
}

// Unpriced lists the models without a known price, those with the most tokens
// first: the sum is too low by them.
func (b *UsageCost) Unpriced() []ModelUsage {
	var list []ModelUsage
	for _, m := range b.Models {
		if !m.Priced {
			list = append(list, m)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return a.Tokens() > b.Tokens() || a.Tokens() == b.Tokens() && a.Model < b.Model
	})
	return list
}
