package site

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Kind says when a visit loads a file.
type Kind string

// The kinds of files that have a budget.
const (
	Eager   Kind = "eager"   // code and styles of the page, and the worker that it starts at once
	Lazy    Kind = "lazy js" // the render worker and all that is imported late
	Grammar Kind = "grammar" // of one language; loaded when a session shows it
	Wasm    Kind = "wasm"
	View    Kind = "view"   // what the page for other hosts adds to the one that people visit
	Panes   Kind = "panes"  // what stands around a conversation; each part comes when it is opened
	Saving  Kind = "saving" // code that makes a page of one file
	Pool    Kind = "pool"   // code that reads a large folder with several parsers
	OneFile Kind = "one file"
	Element Kind = "element" // code that a page loads at once that includes the element
	Frame   Kind = "frame"   // code that the page in a frame loads at once; most of it is the element's
	Offline Kind = "offline" // the service worker of the app
)

// Size is the size of one file.
type Size struct {
	Name      string
	Kind      Kind
	Raw, Gzip int
}

// Budget is the most that all files of a kind may weigh together, compressed,
// or each of them. A file that people keep counts as it is, and has no Gzip.
type Budget struct {
	Kind Kind
	Gzip int
	Raw  int
	Each bool
	Goal int // what it should be, where that is less than the budget
}

// Budgets returns what a first visit may cost.
func Budgets() []Budget {
	return []Budget{
		{Kind: Eager, Gzip: 68_000}, // 60 kB of code and 8 kB of styles, most of which travel in the code
		{Kind: Lazy, Gzip: 90_000},
		{Kind: Grammar, Gzip: 5_000, Each: true},
		// A third of it is the runtime of Go and half is code of its own, which has
		// more to answer, within bounds, than when 850 KiB were thought to be enough.
		{Kind: Wasm, Gzip: 1_075_000, Goal: 850 << 10},
		{Kind: View, Gzip: 8_000},
		{Kind: Panes, Gzip: 150_000},
		{Kind: Saving, Gzip: 5_000},
		{Kind: Pool, Gzip: 5_000},
		{Kind: OneFile, Raw: 2_000_000},
		{Kind: Element, Gzip: 60_000},
		{Kind: Frame, Gzip: 65_000}, // the element, and 5 kB for the frame
		{Kind: Offline, Gzip: 2_400},
	}
}

// panesCode is what stands around a conversation.
const panesCode = "web/src/panes/"

// savingCode comes when somebody saves a page, for which a whole one is fetched.
const savingCode = "web/src/app/save-page.ts"

// poolCode comes with folders of many sessions.
const poolCode = "web/src/worker/pool.ts"

// grammars is where the grammars of the highlighter lie in its package.
const grammars = "/highlight.js/es/languages/"

// measure weighs what a visit of the index page can load.
func measure(files map[string][]byte, workers, page *bundle, wasm *wasmFile) ([]Size, error) {
	visited := page.meta.all(page.entry[index.script.name])
	eager := append(workers.meta.eager(workers.entry["parser-worker"]), page.meta.eager(page.entry[index.script.name])...)
	var sizes []Size
	for _, name := range sortedKeys(files) {
		size := Size{Name: name, Raw: len(files[name])}
		switch {
		case name == wasm.name:
			size.Kind, size.Raw, size.Gzip = Wasm, wasm.raw, len(wasm.gzip)
			sizes = append(sizes, size)
			continue
		case path.Ext(name) == ".css":
			size.Kind = Eager
		case path.Ext(name) != ".js":
			continue
		case slices.Contains(eager, name):
			size.Kind = Eager
		case strings.Contains(workers.meta.Outputs[name].EntryPoint, grammars):
			size.Kind = Grammar
		case page.files[name] != nil && !slices.Contains(visited, name):
			size.Kind = View
		case ofPanes(page.meta, name):
			size.Kind = Panes
		case strings.HasSuffix(page.meta.Outputs[name].EntryPoint, savingCode):
			size.Kind = Saving
		case strings.HasSuffix(page.meta.Outputs[name].EntryPoint, poolCode):
			size.Kind = Pool
		default:
			size.Kind = Lazy
		}
		packed, err := compress(files[name])
		if err != nil {
			return nil, err
		}
		size.Gzip = len(packed)
		sizes = append(sizes, size)
	}
	return sizes, nil
}

// ofPanes says that an output is code of panes, or what only they share.
func ofPanes(meta metafile, name string) bool {
	out := meta.Outputs[name]
	if out.EntryPoint != "" {
		return strings.Contains(out.EntryPoint, panesCode)
	}
	for input := range out.Inputs {
		if strings.HasPrefix(input, panesCode) || strings.HasSuffix(input, "?pane-words") {
			return true
		}
	}
	return false
}

// Report writes a table of sizes with a line for each budget, and returns the
// kinds that are over theirs.
func Report(w io.Writer, sizes []Size) (over []Kind, err error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s %10s %10s  %s\n", "kind", "raw", "gzip", "file")
	for _, budget := range Budgets() {
		total, counts, most, label := Size{Kind: budget.Kind}, 0, max(budget.Gzip, budget.Raw), "total"
		for _, s := range sizes {
			if s.Kind != budget.Kind {
				continue
			}
			total.Raw += s.Raw
			total.Gzip += s.Gzip
			switch {
			case budget.Raw > 0:
				counts += s.Raw
			case budget.Each:
				counts, label = max(counts, s.Gzip), "total, of which one is loaded at a time"
			default:
				counts += s.Gzip
			}
			fmt.Fprintf(&b, "%-9s %10d %10d  %s\n", s.Kind, s.Raw, s.Gzip, s.Name)
		}
		verdict := fmt.Sprintf("ok, room for %d below %d", most-counts, most)
		if counts > most {
			verdict = fmt.Sprintf("over %d by %d", most, counts-most)
			over = append(over, budget.Kind)
		}
		if budget.Goal > 0 && counts > budget.Goal {
			verdict += fmt.Sprintf("; %d more than the goal of %d", counts-budget.Goal, budget.Goal)
		}
		fmt.Fprintf(&b, "%-9s %10d %10d  %s; %s\n\n", total.Kind, total.Raw, total.Gzip, label, verdict)
	}
	_, err = io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return over, err
}
