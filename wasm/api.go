//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"runtime"
	"strings"
	"syscall/js"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// An api is one store and one reader of it.
type api struct {
	store   *parser.Store
	viewer  *view.Viewer
	memory  memoryLimit
	chunk   []byte // buffer for the data of write; reused, so a file costs one buffer
	encoder jsonEncoder
	queries []query
	peeked  bool // files were previewed
}

func newAPI(read js.Value) *api {
	a := &api{store: parser.NewStore(), encoder: jsonEncoder{}, memory: memoryLimit{set: baseMemory}}
	open := func(file int) io.ReaderAt { return hostFile{read, file} }
	a.viewer = view.New(a.store, price.Default(), open)
	a.queries = append(newQueries(), exportQueries(a.store, open)...)
	return a
}

var (
	errNoFile    = errors.New("there is no such file")
	errNoSession = errors.New("there is no such session")
	errNoText    = errors.New("there is no such text")
)

// calls lists the functions that JavaScript can call. All but query read files, with
// positional arguments: most of these are bytes.
var calls = []struct {
	name    string
	answer  func(a *api, args []js.Value) (any, error)
	perFile bool // each file has such a call: only the bytes passed to peek and write update the memory limit
}{
	{"open", (*api).open, true},
	{"peek", (*api).preview, true},
	{"resume", (*api).resume, true},
	{"write", (*api).write, true},
	{"close", (*api).close, true},
	{"finish", (*api).finish, false},
	{"prices", (*api).prices, false},
	{"sessions", (*api).sessions, false},
	{"countSessions", (*api).countSessions, false},
	{"files", (*api).files, false},
	{"allFiles", (*api).allFiles, false},
	{"contentType", (*api).contentType, false},
	{"image", (*api).image, false},
	{"query", (*api).query, false},
}

// object returns the functions that JavaScript can call. They are never released: they live
// as long as the instance.
func (a *api) object() js.Value {
	o := js.Global().Get("Object").New()
	for _, c := range calls {
		o.Set(c.name, guard(c.name, func(args []js.Value) (any, error) {
			if !c.perFile {
				a.memory.update()
			}
			return c.answer(a, args)
		}))
	}
	return o
}

// guard returns a function that JavaScript can call. syscall/js cannot throw, so failures
// are returned as Error objects and the caller throws them. A result of undefined therefore
// means that the instance has died.
func guard(name string, f func([]js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if r := recover(); r != nil {
				failure := jsError("PanicError", fmt.Sprintf("%s: %v", name, r))
				failure.Set("stack", stack())
				answer = failure
			}
		}()
		result, err := f(args)
		if err != nil {
			if errors.Is(err, errNoSession) {
				return jsError("NoSessionError", err.Error())
			}
			return jsError("ParserError", err.Error())
		}
		return result
	})
}

// jsError returns an Error object. By its name, callers distinguish it from errors of JavaScript.
func jsError(name, text string) js.Value {
	failure := js.Global().Get("Error").New(text)
	failure.Set("name", name)
	return failure
}

// stack returns the frames of the current panic, in the format of JavaScript.
func stack() string {
	const ours = 3 // frames of runtime.Callers, of this function and of the deferred one
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(ours, pcs)])
	var b strings.Builder
	for {
		f, more := frames.Next()
		fmt.Fprintf(&b, "\n    at %s (%s:%d)", f.Function, path.Base(f.File), f.Line)
		if !more {
			return b.String()
		}
	}
}

func (a *api) open(args []js.Value) (any, error) {
	size := int64(args[1].Float())
	a.memory.expect(1, size)
	if len(args) > 2 && args[2].Type() == js.TypeNumber {
		return a.store.OpenAs(args[2].Int(), args[0].String(), size).Number, nil
	}
	return a.store.Open(args[0].String(), size).Number, nil
}

// preview returns what the beginning and end of a file show of its session.
func (a *api) preview(args []js.Value) (any, error) {
	a.peeked = true
	a.memory.updateAfter(args[2].Get("byteLength").Int())
	head, tail := make([]byte, args[2].Get("byteLength").Int()), make([]byte, args[3].Get("byteLength").Int())
	js.CopyBytesToGo(head, args[2])
	js.CopyBytesToGo(tail, args[3])
	size := args[1].Float()
	return a.encoder.value(view.PreviewOf(args[0].String(), int64(size), head, tail)), nil
}

func (a *api) file(v js.Value) (*parser.File, error) {
	if f := a.store.File(v.Int()); f != nil {
		return f, nil
	}
	return nil, errNoFile
}

// resume returns the position from which to read a file whose size has changed.
func (a *api) resume(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	size := int64(args[1].Float())
	a.memory.expect(0, size-f.Size)
	return float64(f.Resume(size)), nil
}

func (a *api) write(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	copyBytes(&a.chunk, args[1])
	a.memory.updateAfter(len(a.chunk))
	f.Write(a.chunk)
	return nil, nil
}

func (a *api) close(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	return nil, f.Close()
}

func (a *api) finish([]js.Value) (any, error) {
	a.store.Finish()
	return nil, nil
}

func (a *api) sessions([]js.Value) (any, error) {
	return a.encoder.value(a.viewer.SessionChanges()), nil
}

func (a *api) countSessions([]js.Value) (any, error) {
	n := 0
	for range a.store.Sessions() {
		n++
	}
	return n, nil
}

func (a *api) files(args []js.Value) (any, error) {
	session := args[0].Int()
	if a.store.Session(session) == nil {
		return nil, errNoSession
	}
	return a.encoder.value(a.viewer.Files(session)), nil
}

func (a *api) allFiles([]js.Value) (any, error) {
	return a.encoder.value(a.viewer.AllFiles()), nil
}

func (a *api) image(args []js.Value) (any, error) {
	p, err := a.viewer.Image(args[0].Int(), int64(args[1].Float()), args[2].Int())
	if err != nil {
		return nil, err
	}
	bytes := js.Global().Get("Uint8Array").New(len(p.Bytes))
	js.CopyBytesToJS(bytes, p.Bytes)
	o := js.Global().Get("Object").New()
	o.Set("type", p.Type)
	o.Set("bytes", bytes)
	o.Set("width", p.Width)
	o.Set("height", p.Height)
	return o, nil
}

// contentType returns what a file without records is detected as, such as "png", or "".
func (a *api) contentType(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	return f.DetectType(), nil
}

// prices overrides the built-in prices by a price table. It returns what is wrong with it, or null.
func (a *api) prices(args []js.Value) (any, error) {
	mine, err := price.Parse(args[0].String())
	if err != nil {
		invalid, err := view.PriceErrorOf(err)
		return a.encoder.value(invalid), err
	}
	mine.Name = "prices.tsv" // the only name that a table can have
	a.viewer.SetPrices(price.Default().With(mine))
	return nil, nil
}

// A hostFile reads a file by the host's read function, which is synchronous.
type hostFile struct {
	read js.Value
	file int
}

// ReadAt implements [io.ReaderAt].
func (h hostFile) ReadAt(p []byte, offset int64) (n int, err error) {
	defer func() {
		if r := recover(); r != nil { // read threw: the file was removed or changed
			n, err = 0, fmt.Errorf("file %d cannot be read at %d: %v", h.file, offset, r)
		}
	}()
	bytes := h.read.Invoke(h.file, float64(offset), len(p))
	if n = js.CopyBytesToGo(p, bytes); n < len(p) {
		err = io.EOF
	}
	return n, err
}
