package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
)

// texts are made to take time: for parsers that backtrack, that nest, or that compare each part
// with all others.
func texts() map[string]string {
	deep := &strings.Builder{}
	for depth := range 1000 {
		fmt.Fprintf(deep, "%s- x\n", strings.Repeat("  ", depth))
	}
	flood, ticks := &strings.Builder{}, &strings.Builder{}
	for i := range 8000 {
		fmt.Fprintf(flood, "[a%d]: https://example.com/%[1]d\n", i)
	}
	for i := range 600 {
		fmt.Fprintf(ticks, "%s a ", strings.Repeat("`", i))
	}
	return map[string]string{
		"quotes":    strings.Repeat(">", 5000),
		"brackets":  strings.Repeat("[", 50_000),
		"images":    strings.Repeat("![", 50_000),
		"lists":     deep.String(),
		"stars":     strings.Repeat("*_", 10_000),
		"emphasis":  strings.Repeat("*a **a ", 5000) + strings.Repeat("b** b* ", 5000),
		"table":     strings.Repeat("a|", 5000) + "\n" + strings.Repeat("-|", 5000) + "\n" + strings.Repeat("b|", 5000),
		"ticks":     ticks.String(),
		"links":     flood.String() + strings.Repeat("[a1] ", 20_000),
		"tags":      strings.Repeat("<a ", 50_000) + strings.Repeat("<!--", 10_000),
		"entities":  strings.Repeat("&", 60_000),
		"addresses": strings.Repeat("https://a.b/(", 20_000),
		"one line":  strings.Repeat("word ", 50_000),
		"code":      "```js\n" + strings.Repeat("/* ${`", 3000) + "\n```\n",
	}
}

// Any text can be read, and the page survives. How long the page was blocked is reported, not
// checked: that depends on the machine.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Do(`globalThis.stood = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) stood = Math.max(stood, duration); }).observe({ type: "longtask" })`)
	all := texts()
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(all)), 3) {
		text := "Here it begins.\n\n" + all[name]
		words, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Do("stood = 0")
		began := time.Now()
		if told := p.Read(write(t, "a.jsonl", []byte(`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T10:00:00.000Z","message":{"role":"user","content":"Go on"}}
{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","timestamp":"2026-01-01T10:00:01.000Z","message":{"id":"m","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":`+string(words)+`}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}}
`))); told != "ready" {
			t.Errorf("%s: %s", name, told)
			continue
		}
		p.WaitFor(`$text().includes("Here it begins.")`, 0)
		readable := time.Since(began)
		if button := `$$deep("unspool-row .reply button.quiet")[0]`; Eval[bool](p, `!!`+button) {
			p.Do(button + `.click()`)
		}
		p.WaitFor(`!$deep("unspool-row .prose.plain") && !$text().includes("Reading")`, 0)
		stood := Eval[float64](p, "stood")
		t.Logf("%-10s readable after %4d ms, longest task %4.0f ms, all after %4d ms, %d elements", name, readable.Milliseconds(), stood, time.Since(began).Milliseconds(), Eval[int](p, `$$deep("unspool-row *").length`))
		if stood > 10_000*machine.Slowness() {
			t.Errorf("%s: the page was blocked for %.0f ms", name, stood)
		}
		wants(t, read(t, p), "Here it begins.")
	}
}
