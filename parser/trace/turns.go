package trace

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"maps"
	"path"
	"slices"

	"unspool/parser"
	"unspool/parser/price"
)

// Options choose what is in a trace.
type Options struct {
	Prices *price.Table // must not be nil
	// Content adds the texts of prompts and replies, and the inputs and results of calls, up to
	// [MaxContent] bytes each. The first span of a turn counts the texts that are cut.
	Content bool
	// LeftOut makes [Turns] add the counts of [LeftOut] to the resource of each trace. They change while a session
	// grows, so a receiver would show several resources.
	LeftOut bool
	// Earlier counts what earlier exports left out of the session or replaced in it. With LeftOut, the resource has it, too.
	Earlier map[string]int
}

// maxDepth limits how deep agents are nested in a trace.
const maxDepth = 32

// Turns iterates over the turns of a session that [Select] returns, in their order. open opens
// the file with a number. The iteration ends with the first error of a read. If there are no turns, and LeftOut is
// set, it yields one trace without spans that has the counts.
func Turns(s *parser.Session, open func(file int) io.ReaderAt, o Options) iter.Seq2[*Trace, error] {
	return func(yield func(*Trace, error) bool) {
		turns, left := Select(s)
		addCounts := func(t *Trace) {
			left.addTo(&t.Resource)
			for _, name := range slices.Sorted(maps.Keys(o.Earlier)) {
				put(&t.Resource, ownEarlier+name, int64(o.Earlier[name]))
			}
		}
		if len(turns) == 0 && o.LeftOut { // the counts alone
			b := builder{session: s, trace: new(Trace)}
			b.resource()
			addCounts(b.trace)
			yield(b.trace, nil)
			return
		}
		for _, turn := range turns {
			trace, err := turn.Trace(open, o)
			if err != nil {
				yield(nil, err)
				return
			}
			if o.LeftOut {
				addCounts(trace)
			}
			if !yield(trace, nil) {
				return
			}
		}
	}
}

// A builder makes the trace of one turn.
type builder struct {
	session *parser.Session
	texts   texts
	options Options

	trace   *Trace
	firsts  firstItems
	counted map[messageKey]bool // responses whose usage is on a span
	outside map[*parser.Agent]outsideResponses
}

// A messageKey identifies a response.
type messageKey struct {
	file    *parser.File
	message int32
}

// A period is a range of time in ms since 1970. It is zero if no time is known.
type period struct{ from, to int64 }

// with returns the period extended to a time, unless that is unknown (0).
func (p period) with(at int64) period {
	switch {
	case at == 0:
		return p
	case p.to == 0:
		return period{at, at}
	}
	return period{min(p.from, at), max(p.to, at)}
}

// Trace returns the trace of a turn. It must not be called after the files of the session changed.
func (t Turn) Trace(open func(file int) io.ReaderAt, o Options) (*Trace, error) {
	b := &builder{session: t.Session, texts: texts{open: open}, options: o, firsts: t.firsts, counted: map[messageKey]bool{},
		outside: map[*parser.Agent]outsideResponses{}, trace: &Trace{ID: t.ID}}
	b.turn(t)
	return b.trace, b.texts.err
}

// resource adds what all traces of the session share.
func (b *builder) resource() {
	put(&b.trace.Resource, "service.name", "claude-code")
	if version := b.session.Version(); version != "" {
		put(&b.trace.Resource, "service.version", version)
	}
}

func (b *builder) turn(t Turn) {
	s, c := b.session, b.session.Main
	turn := &c.Turns[t.Index]
	b.resource()
	began := c.File.Records.At(turn.Began)
	when := t.period()
	root := b.span(SpanID{}, "turn "+t.Key, fmt.Sprintf("Turn %d", t.Number), when)
	a := &root.Attributes
	put(a, genOperation, "invoke_agent")
	put(a, genAgent, "Claude Code")
	put(a, genConversation, s.ID)
	put(a, langfuseType, "agent")
	put(a, langfuseName, root.Name)
	put(a, langfuseSession, s.ID)
	put(a, langfuseTrace+"metadata.source", "claude-code")
	put(a, langfuseTrace+"metadata.turn_number", int64(t.Number))
	put(a, langfuseTrace+"metadata.session_id", s.ID)
	if began.Untimed {
		put(a, ownUntimed, true)
	}
	w := walk{builder: b, parent: root.ID}
	w.items(c, c.TurnItems(t.Index), when)
	for agent := range t.unlinked() {
		w.agent(agent, root.ID, when)
	}
	b.quote(a, w.prompt, w.reply)
	if b.texts.cut > 0 {
		put(a, ownLeftOut+"cut_texts", int64(b.texts.cut))
	}
	if b.options.Content {
		for _, name := range [...][2]string{{langfuseInput, "input"}, {langfuseOutput, "output"}} {
			if text, ok := a.Get(name[0]).(string); ok {
				put(a, langfuseTrace+name[1], text)
			}
		}
	}
}

// span adds a span. Its key identifies it within the trace.
func (b *builder) span(parent SpanID, key, name string, when period) *Span {
	id := hash(string(b.trace.ID[:]), key)
	span := &Span{ID: SpanID(id[:8]), Parent: parent, Name: name, Start: when.from, End: max(when.from, when.to)}
	b.trace.Spans = append(b.trace.Spans, span)
	return span
}

// keyOf identifies a record within its session: by its UUID, else by its place.
func keyOf(f *parser.File, record int32) string {
	if id := f.UUID(record); id != "" {
		return id
	}
	return fmt.Sprintf("%s:%d", path.Base(f.Path), f.Records.At(record).Offset)
}

// hash returns the first 16 bytes of the SHA-256 sum of some texts.
func hash(parts ...string) (id [16]byte) {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	copy(id[:], h.Sum(nil))
	return id
}
