package session

import (
	"iter"
	"sort"

	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// A Response is one API response and its usage. Each response counts at one message only, however
// often it is repeated: FORMAT.md, "De-duplication".
type Response struct {
	File    *transcript.File // where it counts
	Message int32            // in File.Messages; -1 if only progress records of File mention it
	Relay   int32            // in File.Relays if Message is -1
	Agent   string
	Model   string
	Time    int64 // ms since 1970, 0 if unknown
	Usage   record.Usage
	Advice  []record.AdvisorUsage // usage of advisors, in addition to Usage
	CostUSD float64               // as Claude Code recorded it until 1.0.8, 0 for none
	// Placeholder is true if no record of the response contains a stop reason: its output is then
	// usually the number from the start of the stream, which is too low.
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

// Response returns the usage of a message; ok is false if none is recorded, or if it counts at
// another message.
func (s *Session) Response(f *transcript.File, message int32) (r Response, ok bool) {
	return s.responses.response(recordedMessage{f, message})
}

// UsageRevision returns a number that increases whenever the usage that counts in the session's
// files may have changed.
func (s *Session) UsageRevision() int {
	sum := 0
	for _, f := range s.Files {
		sum += s.responses.usageRevision(f)
	}
	return sum
}

func (b *responseIndex) response(p recordedMessage) (r Response, ok bool) {
	m, x := p.message(), b.states[p.file]
	if !m.Counted || x.duplicates[p.at] {
		return r, false
	}
	r = Response{File: p.file, Message: max(p.at, transcript.None), Time: m.Time, CostUSD: m.CostUSD,
		Placeholder: m.Stop == transcript.StopNone}
	if p.at < 0 {
		r.Relay = ^p.at
		r.Agent = p.file.Relays[r.Relay].Agent
	} else {
		r.Agent = p.file.Conversations[m.Conv].Agent
	}
	from := p
	if better, ok := x.usageFrom[p.at]; ok {
		from = better
		r.Placeholder = r.Placeholder && better.message().Stop == transcript.StopNone
	}
	stated := from.message()
	r.Model, r.Usage, r.Advice = from.file.Name(stated.Model), stated.Usage, from.file.Advice[from.at]
	r.Usage.WebSearches += int64(m.Searches)
	return r, true
}

// Responses iterates over the responses that count in the session's files, including those of
// agents and Claude Code's own.
func (s *Session) Responses() iter.Seq[Response] {
	return func(yield func(Response) bool) {
		for _, f := range s.Files {
			part := s.Part(f)
			for i := part.Messages[0]; i < part.Messages[1]; i++ {
				if r, ok := s.Response(f, i); ok && !yield(r) {
					return
				}
			}
			for i := range f.Relays {
				if r, ok := s.responses.response(recordedMessage{f, ^int32(i)}); ok && !yield(r) {
					return
				}
			}
		}
	}
}

// ConversationResponses iterates over the responses that count in a conversation.
func (s *Session) ConversationResponses(c *transcript.Conversation) iter.Seq[Response] {
	return responsesIn(s, c, transcript.None)
}

// TurnResponses iterates over the responses that count in one turn of a conversation, without those
// of the agents that the turn started.
func (s *Session) TurnResponses(c *transcript.Conversation, turn int32) iter.Seq[Response] {
	return responsesIn(s, c, turn)
}

func responsesIn(s *Session, c *transcript.Conversation, turn int32) iter.Seq[Response] {
	return func(yield func(Response) bool) {
		if len(c.Items) == 0 {
			return
		}
		f := c.File
		from, last := int32(0), c.Items[len(c.Items)-1].Record
		if turn != transcript.None {
			from = c.Turns[turn].Began
		}
		at := int32(sort.Search(int(f.Messages.Len()), func(i int) bool { return f.Messages.At(int32(i)).First >= from }))
		for ; at < f.Messages.Len() && f.Messages.At(at).First <= last; at++ {
			m := f.Messages.At(at)
			if m.Conv != c.Index || turn != transcript.None && m.Turn < turn {
				continue
			}
			if turn != transcript.None && m.Turn > turn {
				return
			}
			if r, ok := s.Response(f, at); ok && !yield(r) {
				return
			}
		}
	}
}

// AgentResponses iterates over the responses that count for an agent of the session: those of its
// own records and, if these are missing, those that progress records mention. Agents that it
// started are counted separately.
func (s *Session) AgentResponses(a *Agent) iter.Seq[Response] {
	return func(yield func(Response) bool) {
		all := a.copies
		if a.Conv != nil {
			all = append([]*transcript.Conversation{a.Conv}, all...)
		}
		for _, c := range all {
			for r := range s.ConversationResponses(c) {
				if !yield(r) {
					return
				}
			}
		}
		for _, f := range s.Files {
			for i := range f.Relays {
				if a.again || f.Relays[i].Agent != a.ID {
					continue
				}
				if r, ok := s.responses.response(recordedMessage{f, ^int32(i)}); ok && !yield(r) {
					return
				}
			}
		}
	}
}

// A UsageCost is the usage of responses, and its cost at public prices.
type UsageCost struct {
	Usage        record.Usage // of all responses, including advisors
	USD          float64
	Split        price.Split // USD by purpose
	Responses    int
	Placeholders int // responses whose output is not recorded: see [Response]
	Models       []ModelUsage
	RecordedUSD  float64 // sum of the costs that are recorded with the responses
}

// Tokens counts tokens of all kinds.
func (c *UsageCost) Tokens() int64 { return c.Usage.Context() + c.Usage.Output }

// A ModelUsage is the usage of one model. Responses in a mode that has no price (fast) are listed
// separately.
type ModelUsage struct {
	Model        string
	Responses    int
	Placeholders int // of these responses
	Usage        record.Usage
	USD          float64
	Priced       bool // false if no price is known; USD is 0 then
}

// Tokens counts tokens of all kinds.
func (m *ModelUsage) Tokens() int64 { return m.Usage.Context() + m.Usage.Output }

// UsageOf returns the sum over responses: those of a session, a turn, an agent.
func UsageOf(t *price.Table, responses iter.Seq[Response]) UsageCost {
	var sum UsageCost
	for r := range responses {
		sum.Add(t, &r)
	}
	return sum
}

// Cost returns the usage cost of the whole session.
func (s *Session) Cost(t *price.Table) UsageCost { return UsageOf(t, s.Responses()) }

// Add adds a response.
func (c *UsageCost) Add(t *price.Table, r *Response) {
	c.Responses++
	c.RecordedUSD += r.CostUSD
	m := c.add(t, r.Model, r.Time, &r.Usage)
	if r.Placeholder {
		c.Placeholders++
		m.Placeholders++
	}
	for i := range r.Advice {
		model := r.Advice[i].Model
		if model == "" {
			model = "advisor"
		}
		c.add(t, model, r.Time, &r.Advice[i].Usage)
	}
}

// maxModels limits how many models are listed; further ones are counted as "others".
const maxModels = 100

func (c *UsageCost) add(t *price.Table, model string, at int64, u *record.Usage) *ModelUsage {
	split, priced := t.Split(model, at, *u)
	usd := split.Sum()
	c.Split.Add(&split)
	c.Usage.Add(u)
	c.USD += usd
	if !priced && u.Fast {
		model += " (fast)"
	}
	m := c.part(model, priced)
	m.Responses++
	m.Usage.Add(u)
	m.USD += usd
	return m
}

func (c *UsageCost) part(model string, priced bool) *ModelUsage {
	for i := range c.Models {
		if m := &c.Models[i]; m.Priced == priced && (m.Model == model || i >= maxModels) {
			return m
		}
	}
	if len(c.Models) >= maxModels {
		model = "others"
	}
	c.Models = append(c.Models, ModelUsage{Model: model, Priced: priced})
	return &c.Models[len(c.Models)-1]
}

// Unpriced returns the models without a known price, those with the most tokens first. The cost
// does not include them.
func (c *UsageCost) Unpriced() []ModelUsage {
	var list []ModelUsage
	for _, m := range c.Models {
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
