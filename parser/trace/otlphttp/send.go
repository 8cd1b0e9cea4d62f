// Package otlphttp sends traces to an OTLP receiver, such as an OpenTelemetry Collector or Langfuse, over HTTP.
//
// In: traces of package trace. Out: requests with one trace each, as protobuf. Invariants: a trace is sent until the
// receiver takes or refuses it; one request is under way at a time; and no other address is contacted.
package otlphttp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	neturl "net/url"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/trace"
)

// A Sender sends traces to an OTLP receiver over HTTP, as protobuf. One request is under way at a time,
// so that the receiver sets the pace and memory holds one turn.
type Sender struct {
	// Endpoint is the base URL of the receiver, such as http://localhost:4318.
	Endpoint string
	Header   http.Header
	Client   *http.Client // nil for the default one

	// FirstPause is how long to wait after the first failure of a request, and MaxPause the longest time
	// after further ones, each of which doubles it. After GiveUp, the request is an error. Zero values
	// stand for 1 s, 30 s and 5 minutes.
	FirstPause, MaxPause, GiveUp time.Duration

	// Warn is called with the first failure after which a request is sent again, and then not until the receiver
	// has answered in another way. It may be nil.
	Warn func(error)

	isAway bool // the receiver: Warn was called
}

// Send sends traces, one turn in each request, like [Sender.Deliver].
func (s *Sender) Send(ctx context.Context, traces iter.Seq2[*trace.Trace, error]) (trace.Report, error) {
	var report trace.Report
	url, err := s.url()
	if err != nil { // also if there are no turns
		return report, err
	}
	for t, err := range traces {
		if err != nil {
			return report, err
		}
		if err := s.Deliver(ctx, t); err != nil {
			return report, fmt.Errorf("%s: turn %d: %w", url, report.Turns+1, err)
		}
		report.Turns++
		report.Spans += len(t.Spans)
	}
	return report, nil
}

// Deliver sends the trace of a turn until the receiver takes it. A request that the receiver could not take is
// sent again, after pauses that double, with jitter, and are at least as long as the receiver asks for: see
// [OTLP/HTTP failures]. The error is a [*RefusedError] if the receiver does not want the trace. As ids depend
// on the session only, a turn that arrives twice is the same trace.
//
// [OTLP/HTTP failures]: https://opentelemetry.io/docs/specs/otlp/#failures-1
func (s *Sender) Deliver(ctx context.Context, t *trace.Trace) error {
	url, err := s.url()
	if err != nil {
		return err
	}
	// A request for export has the encoding of the traces in it.
	var encoder ptrace.ProtoMarshaler
	body, err := encoder.MarshalTraces(encoded(t))
	if err != nil {
		return fmt.Errorf("encode a trace: %w", err)
	}
	if body, err = compress(body); err != nil {
		return err
	}
	return s.deliver(ctx, url, body)
}

// url returns the address that traces are sent to.
func (s *Sender) url() (string, error) {
	if u, err := neturl.Parse(s.Endpoint); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", &RefusedError{0, fmt.Sprintf("%q is no address of a receiver: want http://HOST:PORT", s.Endpoint)}
	}
	return strings.TrimSuffix(s.Endpoint, "/") + "/v1/traces", nil
}

func compress(body []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

// deliver sends a request until the receiver takes it.
func (s *Sender) deliver(ctx context.Context, url string, body []byte) error {
	pause, giveUp := cmp.Or(s.FirstPause, time.Second), cmp.Or(s.GiveUp, 5*time.Minute)
	deadline := time.Now().Add(giveUp)
	for {
		asked, err := s.post(ctx, url, body)
		var refused *RefusedError
		if err == nil || errors.As(err, &refused) {
			s.isAway = false
			return err
		}
		if ctx.Err() != nil { // whatever the answer, which may have been read before
			return ctx.Err()
		}
		if !s.isAway && s.Warn != nil {
			s.Warn(fmt.Errorf("%w; trying again for %v minutes", err, giveUp.Minutes()))
		}
		s.isAway = true
		wait := max(pause/2+rand.N(pause/2+1), asked) // jitter, so that senders do not return at once
		if time.Now().Add(wait).After(deadline) {
			return fmt.Errorf("given up: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		pause = min(2*pause, cmp.Or(s.MaxPause, 30*time.Second))
	}
}

// A RefusedError is an answer of the receiver that will be the same for the same request.
type RefusedError struct {
	Status int // of HTTP; 200 if some spans were rejected, 0 if there was no request
	Text   string
}

// Error implements error.
func (e *RefusedError) Error() string { return e.Text }

// IsForAll reports whether the receiver refuses every request, rather than this one for what is in it.
func (e *RefusedError) IsForAll() bool {
	switch e.Status {
	case http.StatusOK, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return false
	}
	return true
}

// maxAnswer limits the bytes of an answer that are read.
const maxAnswer = 64 << 10

// post sends a request once. It returns how long the receiver wants to be left alone, if it says so.
func (s *Sender) post(ctx context.Context, url string, body []byte) (wait time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, &RefusedError{0, err.Error()}
	}
	for name, values := range s.Header {
		request.Header[name] = values
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Content-Encoding", "gzip")
	answer, err := cmp.Or(s.Client, http.DefaultClient).Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	switch {
	case answer.StatusCode/100 == 2 && err != nil:
		return 0, err // it is not known what was taken
	case answer.StatusCode/100 == 2:
		if n := rejectedSpans(text); n > 0 {
			return 0, &RefusedError{http.StatusOK, fmt.Sprintf("the receiver rejected %d spans", n)}
		}
		return 0, nil
	case answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == http.StatusBadGateway,
		answer.StatusCode == http.StatusServiceUnavailable, answer.StatusCode == http.StatusGatewayTimeout:
		return retryAfter(answer.Header.Get("Retry-After"), time.Now()), fmt.Errorf("status %s", answer.Status)
	}
	return 0, &RefusedError{answer.StatusCode, "status " + answer.Status}
}

// retryAfter returns the pause that a header asks for, in seconds or as a date; 0 if it asks for none.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(header, 10, 64); err == nil {
		const longest = 24 * 60 * 60
		return time.Duration(min(max(0, seconds), longest)) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

// rejectedSpans returns the number of spans that an ExportTraceServiceResponse reports as rejected:
// field 1 of its field 1.
func rejectedSpans(answer []byte) uint64 {
	const partialSuccess, rejected = 1<<3 | 2, 1 << 3
	tag, n := binary.Uvarint(answer)
	if n <= 0 || tag != partialSuccess {
		return 0
	}
	size, m := binary.Uvarint(answer[n:])
	if m <= 0 || size > uint64(len(answer)-n-m) {
		return 0
	}
	inner := answer[n+m:][:size]
	if tag, n = binary.Uvarint(inner); n <= 0 || tag != rejected {
		return 0
	}
	count, n := binary.Uvarint(inner[n:])
	if n <= 0 {
		return 0
	}
	return count
}
