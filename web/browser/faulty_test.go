package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// A faulty parser is the real one, except that each call first checks whether it should fail:
// according to `unspoolFault` of its worker, {call, after, kind}.
const faultCode = `//go:build js && wasm

package main

import (
	"os"
	"runtime"
	"syscall/js"
)

var held [][]byte

func deeper(n int) int { return deeper(n+1) + 1 }

func unreachable()

func fault(name string, args []js.Value) {
	if name == "query" {
		name += " " + args[0].String()
	}
	wanted := js.Global().Get("unspoolFault")
	if wanted.IsUndefined() || wanted.Get("call").String() != name {
		return
	}
	if left := wanted.Get("after").Int(); left > 0 {
		wanted.Set("after", left-1)
		return
	}
	wanted.Set("call", "none")
	switch kind := wanted.Get("kind").String(); kind {
	case "trap":
		unreachable()
	case "panic":
		go func() { panic("the harbour is closed") }()
		runtime.Gosched()
	case "panic in the call":
		panic("this call only")
	case "recursion":
		println(deeper(0))
	case "memory":
		for {
			held = append(held, make([]byte, 256<<20))
		}
	case "exit":
		os.Exit(3)
	case "loop":
		for {
		}
	case "close":
		wanted.Call("close")
	default:
		panic(kind)
	}
}
`

const trapCode = `//go:build js && wasm

TEXT ·unreachable(SB), 0, $0-0
	UNDEF
	RET
`

// faulty builds that parser once.
var faulty = sync.OnceValues(func() (wasm []byte, err error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "unspool-faulty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	api, err := os.ReadFile(filepath.Join(root, "wasm", "api.go"))
	if err != nil {
		return nil, err
	}
	const guard = "result, err := f(args)"
	if bytes.Count(api, []byte(guard)) != 1 {
		return nil, errors.New("wasm/api.go has changed: where is a call?")
	}
	overlay := map[string]string{}
	for name, text := range map[string]string{
		"api.go":   strings.Replace(string(api), guard, "fault(name, args)\n\t\t"+guard, 1),
		"fault.go": faultCode,
		"fault.s":  trapCode,
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
		overlay[filepath.Join(root, "wasm", name)] = path
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o644); err != nil {
		return nil, err
	}
	made := filepath.Join(dir, "faulty.wasm")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", made, "./wasm")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(made)
})

// openFaulty opens the site with that parser, and with scripts that run before those of the page.
func openFaulty(t *testing.T, scripts ...string) *Page {
	t.Helper()
	wasm, err := faulty()
	if err != nil {
		t.Fatal(err)
	}
	return openWith(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(wasm) }, scripts...)
}

// openWith opens the site with another parser; the test can end its workers without the page being
// notified.
func openWith(t *testing.T, wasm http.HandlerFunc, scripts ...string) *Page {
	t.Helper()
	url := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, ".wasm") {
			wasm(w, r)
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	p := newPage(t)
	for _, script := range append([]string{watched}, scripts...) {
		before(p, script)
	}
	enter(p, url)
	return p
}

// before has a script run before a page's own.
func before(p *Page, script string) {
	p.r.Helper()
	if _, err := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.r.Fatalf("add a script: %v", err)
	}
}

// watched tracks what a page holds besides its elements: workers, which the test can end, and blob
// URLs.
var watched = script("faulty.watch") + ";\n"

// small returns the site's own parser with its memory limited to a number of bytes.
func small(t *testing.T, most int) []byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(shared.dir, "assets", "parser-????????.wasm.gz"))
	if err != nil || len(names) != 1 {
		t.Fatalf("parsers of the site: %q, %v", names, err)
	}
	f, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	wasm, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	const header, memory = 8, 5
	for at := header; at < len(wasm); {
		id := wasm[at]
		size, n := binary.Uvarint(wasm[at+1:])
		from := at + 1 + n
		to := from + int(size)
		if id != memory {
			at = to
			continue
		}
		if wasm[from] != 1 || wasm[from+1] != 0 { // the only memory, which has no maximum
			t.Fatalf("the memory section is % x", wasm[from:to])
		}
		section := binary.AppendUvarint(append([]byte{1, 1}, wasm[from+2:to]...), uint64(most)>>16)
		changed := append([]byte{}, wasm[:at]...)
		changed = append(binary.AppendUvarint(append(changed, memory), uint64(len(section))), section...)
		return append(changed, wasm[to:]...)
	}
	t.Fatal("the parser has no memory section")
	return nil
}

// withScript serves the site with a text before one of its scripts.
func withScript(t *testing.T, name, before string) string {
	t.Helper()
	return ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, name) {
			shared.handler.ServeHTTP(w, r)
			return
		}
		script, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(r.URL.Path)))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = fmt.Fprintf(w, "%s\n%s", before, script)
	}))
}
