package trace

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"path"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser"
	"unspool/parser/price"
)

// Options choose what is in a trace.
type Options struct {
	Prices *price.Table // must not be nil
	// Content adds the texts of prompts and replies, and the inputs and results of calls, up to
	// [MaxContent] bytes each.
	Content bool
	// LeftOut makes [Turns] add the counts of [LeftOut] to the resource of each trace. They change while a session
	// grows, so a receiver would show several resources.
	LeftOut bool
}

// maxDepth limits how deep agents are nested in a trace.
const maxDepth = 32

// Turns iterates over the turns of a session that [Select] returns, in their order. open opens
// the file with a number. The iteration ends with the first error of a read.
func Turns(s *parser.Session, open func(file int) io.ReaderAt, o Options) iter.Seq2[ptrace.Traces, error] {
	return func(yield func(ptrace.Traces, error) bool) {
		turns, left := Select(s)
		for _, turn := range turns {
			traces, err := turn.Traces(open, o)
			if err != nil {
				yield(ptrace.Traces{}, err)
				return
			}
			if o.LeftOut {
				left.put(traces.ResourceSpans().At(0).Resource().Attributes())
			}
			if !yield(traces, nil) {
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

	id      pcommon.TraceID
	spans   ptrace.SpanSlice
	firsts  firstItems
	counted map[messageKey]bool // responses whose usage is on a span
}

// A messageKey identifies a response.
type messageKey struct {
	file    *parser.File
	message int32
}

// A period is a range of time in ms since 1970.
type period struct{ from, to int64 }

// Traces returns the trace of a turn. It must not be called after the files of the session changed.
func (t Turn) Traces(open func(file int) io.ReaderAt, o Options) (ptrace.Traces, error) {
	b := &builder{session: t.Session, texts: texts{open: open}, options: o, firsts: t.firsts, counted: map[messageKey]bool{}}
	traces := b.turn(t)
	return traces, b.texts.err
}

func (b *builder) turn(t Turn) ptrace.Traces {
	s, c := b.session, b.session.Main
	turn := &c.Turns[t.Index]
	traces := ptrace.NewTraces()
	resource := traces.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "claude-code")
	if version := s.Version(); version != "" {
		resource.Resource().Attributes().PutStr("service.version", version)
	}
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName("unspool")
	b.spans, b.id = scope.Spans(), t.ID

	began := c.File.Records.At(turn.Began)
	when := t.period()
	root := b.span(pcommon.SpanID{}, "turn "+t.Key, fmt.Sprintf("Turn %d", t.Number), when)
	a := root.Attributes()
	a.PutStr(genOperation, "invoke_agent")
	a.PutStr(genAgent, "Claude Code")
	a.PutStr(genConversation, s.ID)
	a.PutStr(langfuseType, "agent")
	a.PutStr(langfuseName, root.Name())
	a.PutStr(langfuseSession, s.ID)
	a.PutStr(langfuseTrace+"metadata.source", "claude-code")
	a.PutInt(langfuseTrace+"metadata.turn_number", int64(t.Number))
	a.PutStr(langfuseTrace+"metadata.session_id", s.ID)
	if began.Untimed {
		a.PutBool(ownUntimed, true)
	}
	w := walk{builder: b, parent: root.SpanID()}
	w.items(c, c.TurnItems(t.Index), when)
	for agent := range t.unlinked() {
		w.agent(agent, agent.Conv.Items, root.SpanID(), when)
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
