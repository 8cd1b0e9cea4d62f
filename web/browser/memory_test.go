package browser

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// measured returns Chromium's counters for a page, by name, after a garbage collection.
func measured(p *Page) map[string]float64 {
	p.r.Helper()
	if _, err := call(p, performance.Enable, performance.EnableParams{}); err != nil {
		p.r.Fatalf("measure: %v", err)
	}
	for range 2 {
		if _, err := call(p, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			p.r.Fatalf("collect garbage: %v", err)
		}
	}
	got, err := call(p, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.r.Fatalf("measure: %v", err)
	}
	all := map[string]float64{}
	for _, metric := range got.Metrics {
		all[metric.Name] = metric.Value
	}
	return all
}

// noise returns an image that cannot be compressed: 4 bytes a pixel.
func noise(t *testing.T, side int, seed uint64) []byte {
	t.Helper()
	made := image.NewNRGBA(image.Rect(0, 0, side, side))
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range made.Pix {
		made.Pix[i] = byte(random.Uint32())
	}
	var b bytes.Buffer
	if err := png.Encode(&b, made); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The page's own heap stays below 60 MB, whatever a file contains and however much of it is viewed:
// opened, scrolled from end to end, with 60 MB of images.
func TestHeapOfALargeSession(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const (
		most     = 60 << 20
		pictures = 120
	)
	data, _ := testgen.Session(40_000_000)
	var shown thread
	for i := range pictures / 4 {
		var blocks []m
		for j := range 4 {
			blocks = append(blocks, enclosed("image", "image/png", "", noise(t, 360, uint64(4*i+j))))
		}
		shown.add(userSays("", "", append(blocks, m{"type": "text", "text": "picture " + strconv.Itoa(i)})), "p"+strconv.Itoa(i))
	}
	for _, record := range shown {
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		data = append(append(data, line...), '\n')
	}
	t.Logf("%d MB", len(data)>>20)
	p := newPage(t)
	before(p, watched)
	enter(p, siteURL(t))
	p.Read(write(t, "large.jsonl", data))
	p.WaitFor(`$role("navigation", "Views and panes") && $role("article")`, 0)
	atFirst := measured(p)["JSHeapUsedSize"]
	focusConversation(p)
	p.Press("e")
	p.WaitFor(`$deep("unspool-list").context.conversation.allOpen && $deep("unspool-row .body")`, 0)
	var highest, nodes float64
	const stops = 60
	for stop := range stops + 1 {
		share := float64(stop) / stops
		p.Do(`const list = $deep("unspool-list"); list.scrollTop = list.scrollHeight * ` + strconv.FormatFloat(share, 'f', 6, 64) + `; await list.whenRendered()`)
		if stop%10 == 0 {
			now := measured(p)
			highest, nodes = max(highest, now["JSHeapUsedSize"]), max(nodes, now["Nodes"])
			t.Logf("%3.0f%%: %.1f MB, %.0f nodes, %d pictures", 100*share, now["JSHeapUsedSize"]/(1<<20), now["Nodes"], Eval[int](p, `$held.urls.size`))
		}
	}
	// All images are in the last turns.
	for i := range pictures / 4 {
		p.Do(`await $deep("unspool-session").goTo("p` + strconv.Itoa(i) + `")`)
		p.WaitFor(`$text($role("feed")).includes("picture `+strconv.Itoa(i)+`") && $deep(".gallery img")`, 0)
	}
	if used := Eval[float64](p, `[...$held.urls.values()].reduce((sum, blob) => sum + blob.size, 0)`); used > 80<<20 {
		t.Errorf("%.0f MB of images are in memory", used/(1<<20))
	}
	now := measured(p)
	highest = max(highest, now["JSHeapUsedSize"])
	t.Logf("the heap was %.1f MB, and %.1f MB at most; %.0f nodes", atFirst/(1<<20), highest/(1<<20), nodes)
	if highest > most {
		t.Errorf("the heap grew to %.1f MB", highest/(1<<20))
	}
	// Evicted content is loaded again when it becomes visible.
	p.Do(`await $deep("unspool-list").edge(false)`)
	p.WaitFor(settledRows+` && $deep("unspool-list").scrollTop === 0 && $deep("unspool-row .body")`, 0)
}
