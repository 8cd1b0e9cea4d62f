package trace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"
)

// A Report counts what was written or sent.
type Report struct {
	Turns, Spans int
}

// Scope is the name of what writes the spans, their instrumentation scope.
const Scope = "unspool"

// WriteOTLP writes traces in the JSON encoding of OTLP, one turn on each line, as the collector's file
// exporter does, and its file receiver reads.
//
// The library of the collector encodes this, too, but it would add a tenth to the parser of the page.
func WriteOTLP(out io.Writer, traces iter.Seq2[*Trace, error]) (Report, error) {
	var report Report
	w := bufio.NewWriterSize(out, 1<<16)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for t, err := range traces {
		if err != nil {
			return report, err
		}
		if err := encoder.Encode(otlpOf(t)); err != nil {
			return report, fmt.Errorf("write a trace: %w", err)
		}
		if len(t.Spans) > 0 { // not only counts
			report.Turns++
		}
		report.Spans += len(t.Spans)
	}
	return report, w.Flush()
}

// Messages of OTLP: https://github.com/open-telemetry/opentelemetry-proto/tree/main/opentelemetry/proto
type (
	otlpTraces struct {
		ResourceSpans []otlpResourceSpans `json:"resourceSpans"`
	}
	otlpResourceSpans struct {
		Resource   otlpResource     `json:"resource"`
		ScopeSpans []otlpScopeSpans `json:"scopeSpans"`
	}
	otlpResource struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpScopeSpans struct {
		Scope otlpScope  `json:"scope"`
		Spans []otlpSpan `json:"spans,omitempty"`
	}
	otlpScope struct {
		Name string `json:"name"`
	}
	otlpSpan struct {
		TraceID    ID              `json:"traceId"`
		SpanID     SpanID          `json:"spanId"`
		ParentID   SpanID          `json:"parentSpanId,omitzero"`
		Name       string          `json:"name,omitempty"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano,omitempty"`
		End        string          `json:"endTimeUnixNano,omitempty"`
		Attributes []otlpAttribute `json:"attributes"`
		Status     otlpStatus      `json:"status"`
	}
	otlpStatus struct {
		Code int `json:"code,omitempty"`
	}
	otlpAttribute struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"` // with one key: the name of its type
	}
)

// Codes of enumerations in OTLP.
const (
	kindInternal = 1
	statusError  = 2
)

func otlpOf(t *Trace) otlpTraces {
	spans := make([]otlpSpan, len(t.Spans))
	for i, s := range t.Spans {
		spans[i] = otlpSpan{TraceID: t.ID, SpanID: s.ID, ParentID: s.Parent, Name: s.Name, Kind: kindInternal,
			Start: nanoseconds(s.Start), End: nanoseconds(s.End), Attributes: otlpAttributes(s.Attributes)}
		if s.Failed {
			spans[i].Status.Code = statusError
		}
	}
	return otlpTraces{[]otlpResourceSpans{{otlpResource{otlpAttributes(t.Resource)},
		[]otlpScopeSpans{{otlpScope{Scope}, spans}}}}}
}

// nanoseconds returns a time as OTLP writes it: integers of 64 bits are strings in JSON, and 0 is left out.
func nanoseconds(ms int64) string {
	if ms == 0 {
		return ""
	}
	return strconv.FormatInt(time.UnixMilli(ms).UnixNano(), 10)
}

func otlpAttributes(attributes Attributes) []otlpAttribute {
	out := make([]otlpAttribute, len(attributes))
	for i, a := range attributes {
		out[i] = otlpAttribute{a.Key, otlpValue(a.Value)}
	}
	return out
}

func otlpValue(value any) map[string]any {
	switch v := value.(type) {
	case bool:
		return map[string]any{"boolValue": v}
	case int64:
		return map[string]any{"intValue": strconv.FormatInt(v, 10)}
	case float64:
		return map[string]any{"doubleValue": v}
	default:
		return map[string]any{"stringValue": v}
	}
}
