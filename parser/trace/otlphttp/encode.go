package otlphttp

import (
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/trace"
)

// encoded returns a trace as the message that is encoded.
func encoded(t *trace.Trace) ptrace.Traces {
	traces := ptrace.NewTraces()
	resource := traces.ResourceSpans().AppendEmpty()
	setAttributes(resource.Resource().Attributes(), t.Resource)
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName(trace.Scope)
	for _, s := range t.Spans {
		span := scope.Spans().AppendEmpty()
		span.SetTraceID(pcommon.TraceID(t.ID))
		span.SetSpanID(pcommon.SpanID(s.ID))
		span.SetParentSpanID(pcommon.SpanID(s.Parent))
		span.SetName(s.Name)
		span.SetKind(ptrace.SpanKindInternal)
		span.SetStartTimestamp(timestamp(s.Start))
		span.SetEndTimestamp(timestamp(s.End))
		setAttributes(span.Attributes(), s.Attributes)
		if s.Failed {
			span.Status().SetCode(ptrace.StatusCodeError)
		}
	}
	return traces
}

func timestamp(ms int64) pcommon.Timestamp { return pcommon.NewTimestampFromTime(time.UnixMilli(ms)) }

func setAttributes(out pcommon.Map, attributes trace.Attributes) {
	out.EnsureCapacity(len(attributes))
	for _, a := range attributes {
		switch v := a.Value.(type) {
		case string:
			out.PutStr(a.Key, v)
		case bool:
			out.PutBool(a.Key, v)
		case int64:
			out.PutInt(a.Key, v)
		case float64:
			out.PutDouble(a.Key, v)
		}
	}
}
