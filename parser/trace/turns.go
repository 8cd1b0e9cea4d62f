package trace

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser"
	"unspool/parser/price"
)

// Options choose what is in a trace.
type Options struct {
	Prices *price.Table
	// Content adds the texts of prompts and replies, and the inputs and results of calls, up to
	// [MaxContent] bytes each.
	Content bool
}

// maxDepth limits how deep agents are nested in a trace.
const maxDepth = 32

// Turns iterates over the turns of a session that have a reply, on the current branch, in their order.
// Turns that were copied from another session are left out where that session has them. open opens the
// file with a number. The iteration ends with the first error of a read.
func Turns(s *parser.Session, open func(file int) io.ReaderAt, o Options) iter.Seq2[ptrace.Traces, error] {
	return func(yield func(ptrace.Traces, error) bool) {
		b := &builder{session: s, texts: texts{open: open}, options: o, counted: map[messageKey]bool{}}
		number := 0
		for i := range s.Main.Turns {
			turn := &s.Main.Turns[i]
			if turn.Branch > 0 || !turn.Replied {
				continue
			}
			number++
			if s.Copies.IsCopied(s.Main.File, turn.Began) {
				continue
			}
			traces := b.turn(i, number)
			if b.texts.err != nil {
				yield(ptrace.Traces{}, b.texts.err)
				return
			}
			if !yield(traces, nil) {
				return
			}
		}
	}
}

// A builder makes the trace of one turn after another.
type builder struct {
	session *parser.Session
	texts   texts
	options Options

	id      pcommon.TraceID
	spans   ptrace.SpanSlice
	counted map[messageKey]bool // responses whose usage is on a span
}

// A messageKey identifies a response.
type messageKey struct {
	file    *parser.File
	message int32
}

// A period is a range of time in ms since 1970.
type period struct{ from, to int64 }

func (b *builder) turn(index, number int) ptrace.Traces {
	s, c := b.session, b.session.Main
	turn := &c.Turns[index]
	traces := ptrace.NewTraces()
	resource := traces.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "claude-code")
	if version := s.Version(); version != "" {
		resource.Resource().Attributes().PutStr("service.version", version)
	}
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName("unspool")
	b.spans, b.id = scope.Spans(), pcommon.TraceID(hash(s.ID, "turn", b.keyOf(c.File, turn.Began)))

	began := c.File.Records.At(turn.Began)
	when := period{began.Time, max(began.Time, turn.End)}
	root := b.span(pcommon.SpanID{}, "turn "+b.keyOf(c.File, turn.Began), fmt.Sprintf("Turn %d", number), when)
	a := root.Attributes()
	a.PutStr(genOperation, "invoke_agent")
	a.PutStr(genAgent, "Claude Code")
	a.PutStr(genConversation, s.ID)
	a.PutStr(langfuseType, "agent")
	a.PutStr(langfuseName, root.Name())
	a.PutStr(langfuseSession, s.ID)
	a.PutStr(langfuseTrace+"metadata.source", "claude-code")
	a.PutInt(langfuseTrace+"metadata.turn_number", int64(number))
	a.PutStr(langfuseTrace+"metadata.session_id", s.ID)
	if began.Untimed {
		a.PutBool(ownUntimed, true)
	}
	w := walk{builder: b, parent: root.SpanID()}
	w.items(c, c.TurnItems(index), when)
	next := int64(1) << 62
	for i := index + 1; i < len(c.Turns) && next == 1<<62; i++ {
		if c.Turns[i].Branch == 0 && c.Turns[i].Replied {
			next = c.Turns[i].Start
		}
	}
	for _, unlinked := range s.UnlinkedIn(c) {
		if unlinked.Agent != nil && unlinked.Start >= when.from && unlinked.Start < next {
			w.agent(unlinked.Agent, unlinked.Agent.Conv.Items, root.SpanID(), when)
		}
	}
	b.quote(a, w.prompt, w.reply)
	if b.options.Content {
		for from, to := range map[string]string{langfuseInput: "input", langfuseOutput: "output"} {
			if text, ok := a.Get(from); ok {
				a.PutStr(langfuseTrace+to, text.Str())
			}
		}
	}
	return traces
}

// span adds a span. Its key identifies it within the trace.
func (b *builder) span(parent pcommon.SpanID, key, name string, when period) ptrace.Span {
	span := b.spans.AppendEmpty()
	span.SetTraceID(b.id)
	id := hash(string(b.id[:]), key)
	span.SetSpanID(pcommon.SpanID(id[:8]))
	span.SetParentSpanID(parent)
	span.SetName(name)
	span.SetKind(ptrace.SpanKindInternal)
	span.SetStartTimestamp(timestamp(when.from))
	span.SetEndTimestamp(timestamp(max(when.from, when.to)))
	return span
}

func timestamp(ms int64) pcommon.Timestamp {
	return pcommon.NewTimestampFromTime(time.UnixMilli(ms))
}

// keyOf identifies a record within its session: by its UUID, else by its place.
func (b *builder) keyOf(f *parser.File, record int32) string {
	if id := f.UUID(record); id != "" {
		return id
	}
	return fmt.Sprintf("%s:%d", f.Path, f.Records.At(record).Offset)
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
