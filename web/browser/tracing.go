package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	cdpio "github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil/machine"
)

// traceCategories are what DevTools records in its Performance panel: tasks, marks, and samples of
// the stacks of scripts.
func traceCategories() []string {
	return []string{
		"devtools.timeline", "blink.user_timing", "v8", "v8.execute", "toplevel",
		"disabled-by-default-devtools.timeline", "disabled-by-default-v8.cpu_profiler",
	}
}

// Trace records what the browser does while do runs, and returns it in the Trace Event Format.
func Trace(p *Page, do func()) ([]byte, error) {
	completed := make(chan *tracing.EventTracingComplete, 1)
	if err := chromedp.Listen(p.ctx, func(event any) {
		if done, ok := event.(*tracing.EventTracingComplete); ok {
			completed <- done
		}
	}); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if _, err := chromedp.Call(p.ctx, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReturnAsStream,
		TraceConfig:  &tracing.TraceConfig{IncludedCategories: traceCategories(), TraceBufferSizeInKb: 1 << 20},
	}); err != nil {
		return nil, fmt.Errorf("start a trace: %w", err)
	}
	do()
	if _, err := chromedp.Call(p.ctx, tracing.End, cdp.Empty{}); err != nil {
		return nil, fmt.Errorf("end a trace: %w", err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, machine.Scaled(Timeout))
	defer cancel()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a trace: %w", ctx.Err())
	case done := <-completed:
		if done.DataLossOccurred {
			return nil, errors.New("the trace is too long: events were lost")
		}
		return readStream(p.ctx, done.Stream)
	}
}

// readStream returns all of a stream of the browser.
func readStream(ctx context.Context, stream cdpio.StreamHandle) ([]byte, error) {
	var all bytes.Buffer
	for {
		part, err := chromedp.Call(ctx, cdpio.Read, cdpio.ReadParams{Handle: stream, Size: 4 << 20})
		if err != nil {
			return nil, fmt.Errorf("read a stream: %w", err)
		}
		all.Write(part.Data)
		if part.EOF {
			_, err := chromedp.Call(ctx, cdpio.Close, cdpio.CloseParams{Handle: stream})
			return all.Bytes(), err
		}
	}
}
