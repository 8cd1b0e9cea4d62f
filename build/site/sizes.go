package site

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// A Kind is the part of the site that a file belongs to, by when it is loaded.
type Kind string

// The kinds of files. All except Element are files that a visit of the index page can load.
const (
	App     Kind = "app"     // code and styles that the page loads at once, with the parser's worker
	Panes   Kind = "panes"   // code of the panes around a conversation, beyond what the conversation has loaded
	Lazy    Kind = "lazy"    // other code that is loaded late, with the render worker
	Grammar Kind = "grammar" // grammar of one language, loaded when a session shows it
	Wasm    Kind = "wasm"    // the parser
	Export  Kind = "export"  // the larger parser, which is loaded when a session is shared
	Element Kind = "element" // code that a page including unspool.js loads at once
)

// A Size is the size of one file.
type Size struct {
	Name      string
	Kind      Kind
	Raw, Gzip int
}

// Budgets returns the maximum total size in bytes of all files of a kind, compressed with
// gzip. The budgets are derived from how long a visitor may wait on a 4G network of 8.1
// Mbit/s and 165 ms: the page is usable within 1 s, the parser within 3 s.
func Budgets() map[Kind]int {
	return map[Kind]int{App: 100_000, Element: 95_000, Panes: 160_000, Wasm: 1_850_000}
}

// The modules that the page imports late to show a conversation, and the panes around it.
const (
	conversationEntry = "web/src/viewer/conversation-code.ts"
	panesEntry        = "web/src/viewer/layout/pane-manager.ts"
)

// grammars is the folder of the highlighter's grammars in its package.
const grammars = "/highlight.js/es/languages/"

// measure returns the sizes of the files that a visit of the index page can load.
func measure(files map[string][]byte, workers, page *bundle, wasm, exporter *wasmFile) ([]Size, error) {
	app := append(workers.meta.eager(workers.entry["parser-worker"]), page.meta.eager(page.entry[index.script.name])...)
	app = append(app, page.entry[index.style.name], page.entry[preloader.name])
	conversation, err := page.meta.late(conversationEntry)
	if err != nil {
		return nil, err
	}
	panes, err := page.meta.late(panesEntry)
	if err != nil {
		return nil, err
	}
	visited := append(page.meta.all(page.entry[index.script.name]), app...)
	for _, script := range workerScripts {
		visited = append(visited, workers.meta.all(workers.entry[script.name])...)
	}
	slices.Sort(visited)
	var sizes []Size
	for _, name := range slices.Compact(visited) {
		kind := Lazy
		switch {
		case slices.Contains(app, name):
			kind = App
		case slices.Contains(panes, name) && !slices.Contains(conversation, name):
			kind = Panes
		case strings.Contains(workers.meta.Outputs[name].EntryPoint, grammars):
			kind = Grammar
		}
		size, err := sizeOf(name, kind, files[name])
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, size)
	}
	return append(sizes, wasm.size(Wasm), exporter.size(Export)), nil
}

// measureElement returns the sizes of the files that unspool.js loads at once.
func measureElement(element *bundle) ([]Size, error) {
	var sizes []Size
	for _, name := range element.meta.eager(element.entry[unspool.name]) {
		size, err := sizeOf(name, Element, element.files[name])
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}

func sizeOf(name string, kind Kind, data []byte) (Size, error) {
	packed, err := compress(data)
	return Size{Name: name, Kind: kind, Raw: len(data), Gzip: len(packed)}, err
}

// Report writes the files of each kind and their total, with the budget if there is one,
// and returns the kinds that exceed their budgets.
func Report(w io.Writer, sizes []Size) (over []Kind, err error) {
	budgets := Budgets()
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %9s %9s  %s\n", "kind", "raw", "gzip", "file")
	for _, kind := range []Kind{App, Element, Panes, Wasm, Export, Lazy, Grammar} {
		total := Size{Name: "total"}
		for _, s := range sizes {
			if s.Kind != kind {
				continue
			}
			total.Raw += s.Raw
			total.Gzip += s.Gzip
			fmt.Fprintf(&b, "%-8s %9d %9d  %s\n", kind, s.Raw, s.Gzip, path.Base(s.Name))
		}
		if limit, limited := budgets[kind]; limited {
			total.Name += fmt.Sprintf(" of at most %d", limit)
			if total.Gzip > limit {
				total.Name += fmt.Sprintf(": over by %d", total.Gzip-limit)
				over = append(over, kind)
			}
		}
		fmt.Fprintf(&b, "%-8s %9d %9d  %s\n\n", kind, total.Raw, total.Gzip, total.Name)
	}
	_, err = io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return over, err
}
