package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil/machine"
)

// Heap returns the size in bytes of the page's own heap: objects, the document, and
// buffers. It does not include its workers, nor the memory of WebAssembly in them.
func (p *Page) Heap() (float64, error) {
	return heap(p.ctx)
}

// WorkersHeap returns the total heap size of the page's workers.
func (p *Page) WorkersHeap() (float64, error) {
	sum := 0.0
	for _, w := range workersOf(p) {
		if err := collectGarbage(w.ctx); err != nil {
			continue // it has ended
		}
		used, err := heap(w.ctx)
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
}

// CollectGarbage removes garbage from the page's heap.
func (p *Page) CollectGarbage() error { return collectGarbage(p.ctx) }

func collectGarbage(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, machine.Scaled(Timeout))
	defer cancel()
	_, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	return err
}

func heap(ctx context.Context) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, machine.Scaled(Timeout))
	defer cancel()
	used, err := chromedp.Call(ctx, runtime.GetHeapUsage, cdp.Empty{})
	return used.UsedSize + used.EmbedderHeapUsedSize + used.BackingStorageSize, err
}
