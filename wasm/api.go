//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"syscall/js"

	"github.com/norunners/vert"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// An api is one store and one reader of it.
type api struct {
	store  *parser.Store
	viewer *view.Viewer
	bytes  int64  // of all files
	chunk  []byte // takes what write is given; reused, so a file costs one buffer
	bulk   bulk
}

func newAPI(read js.Value) *api {
	a := &api{store: parser.NewStore(), bulk: bulk{}}
	a.viewer = view.New(a.store, price.Default(), func(file int) io.ReaderAt { return hostFile{read, file} })
	return a
}

var (
	errNoFile    = errors.New("there is no such file")
	errNoSession = errors.New("there is no such session")
	errNoText    = errors.New("there is no such text")
)

// calls are the functions of the parser that JavaScript has.
var calls = []struct {
	name   string
	answer func(a *api, args []js.Value) (any, error)
}{
	{"open", (*api).open},
	{"glance", (*api).preview},
	{"resume", (*api).resume},
	{"write", (*api).write},
	{"close", (*api).close},
	{"sessions", (*api).sessions},
	{"summary", (*api).summary},
	{"files", (*api).files},
	{"rows", (*api).rows},
	{"body", (*api).body},
	{"text", (*api).text},
	{"about", (*api).about},
	{"expand", (*api).expand},
	{"expandAll", (*api).expandAll},
	{"find", (*api).find},
	{"narrow", (*api).narrow},
	{"search", (*api).search},
	{"ask", (*api).ask},
	{"image", (*api).image},
	{"seems", (*api).seems},
	{"prices", (*api).prices},
	{"finish", (*api).finish},
}

// object makes the functions that JavaScript calls. They are never released:
// they live as long as the instance.
func (a *api) object() js.Value {
	o := js.Global().Get("Object").New()
	for _, c := range calls {
		o.Set(c.name, guard(c.name, func(args []js.Value) (any, error) { return c.answer(a, args) }))
	}
	return o
}

// guard makes a function that JavaScript can call. syscall/js cannot throw, so
// failures come back as Error objects and the caller throws them: an answer of
// undefined then means that the instance has died.
func guard(name string, f func([]js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if r := recover(); r != nil {
				answer = jsError(fmt.Sprintf("%s: %v", name, r))
			}
		}()
		result, err := f(args)
		if err != nil {
			return jsError(err.Error())
		}
		return result
	})
}

func jsError(text string) js.Value { return js.Global().Get("Error").New(text) }

// expect makes the collector keep to what so many more bytes may take.
func (a *api) expect(bytes int64) {
	const image = 8 << 20 // the program's own data, which it does not count
	a.bytes += max(0, bytes)
	debug.SetMemoryLimit(parser.MemoryLimit(a.bytes) - image)
}

func (a *api) open(args []js.Value) (any, error) {
	size := int64(args[1].Float())
	a.expect(size)
	if len(args) > 2 && args[2].Type() == js.TypeNumber {
		return a.store.OpenAs(args[2].Int(), args[0].String(), size).Number, nil
	}
	return a.store.Open(args[0].String(), size).Number, nil
}

// preview tells what the ends of a file say of its session.
func (a *api) preview(args []js.Value) (any, error) {
	head, tail := make([]byte, args[2].Get("byteLength").Int()), make([]byte, args[3].Get("byteLength").Int())
	js.CopyBytesToGo(head, args[2])
	js.CopyBytesToGo(tail, args[3])
	size := args[1].Float()
	return vert.ValueOf(view.PreviewOf(args[0].String(), int64(size), head, tail)).JSValue(), nil
}

func (a *api) file(v js.Value) (*parser.File, error) {
	if f := a.store.File(v.Int()); f != nil {
		return f, nil
	}
	return nil, errNoFile
}

// resume tells from where a file is to be read that has another size by now.
func (a *api) resume(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	size := int64(args[1].Float())
	a.expect(size - f.Size)
	return float64(f.Resume(size)), nil
}

func (a *api) write(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	n := args[1].Get("byteLength").Int()
	if cap(a.chunk) < n {
		a.chunk = make([]byte, n)
	}
	js.CopyBytesToGo(a.chunk[:n], args[1])
	f.Write(a.chunk[:n])
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
	return a.bulk.value(a.viewer.Sessions()), nil
}

func (a *api) summary(args []js.Value) (any, error) {
	sum, ok := a.viewer.Summary(args[0].Int())
	if !ok {
		return nil, errNoSession
	}
	return toJS(sum)
}

func (a *api) files(args []js.Value) (any, error) {
	return toJS(a.viewer.Files(args[0].Int()))
}

func (a *api) rows(args []js.Value) (any, error) {
	return a.bulk.value(a.viewer.Rows(args[0].Int(), args[1].Int(), args[2].Int())), nil
}

func (a *api) body(args []js.Value) (any, error) {
	return toJS(a.viewer.Body(args[0].Int(), args[1].String()))
}

func (a *api) text(args []js.Value) (any, error) {
	piece, ok := a.viewer.Text(args[0].Int(), args[1].String(), args[2].Int(), args[3].String(), args[4].Int())
	if !ok {
		return nil, errNoText
	}
	return toJS(piece)
}

func (a *api) about(args []js.Value) (any, error) {
	return toJS(a.viewer.About(args[0].Int(), args[1].String()))
}

func (a *api) expand(args []js.Value) (any, error) {
	return a.viewer.Expand(args[0].Int(), args[1].String(), args[2].Bool()), nil
}

func (a *api) expandAll(args []js.Value) (any, error) {
	a.viewer.ExpandAll(args[0].Int(), args[1].Bool())
	return nil, nil
}

func (a *api) find(args []js.Value) (any, error) {
	return a.viewer.Find(args[0].Int(), args[1].String()), nil
}

func (a *api) narrow(args []js.Value) (any, error) {
	return nil, a.viewer.Narrow(args[0].Int(), args[1].String(), args[2].String(), args[3].String())
}

func (a *api) search(args []js.Value) (any, error) {
	found, err := a.viewer.Search(args[0].Int(), args[1].String(), args[2].Int())
	if err != nil {
		return nil, err
	}
	return a.bulk.value(found), nil
}

func (a *api) image(args []js.Value) (any, error) {
	p, err := a.viewer.Image(args[0].Int(), int64(args[1].Float()), args[2].Int())
	if err != nil {
		return nil, err
	}
	// Bytes do not go through vert: it would make an array of numbers.
	bytes := js.Global().Get("Uint8Array").New(len(p.Bytes))
	js.CopyBytesToJS(bytes, p.Bytes)
	o := js.Global().Get("Object").New()
	o.Set("type", p.Type)
	o.Set("bytes", bytes)
	o.Set("width", p.Width)
	o.Set("height", p.Height)
	return o, nil
}

func (a *api) seems(args []js.Value) (any, error) {
	f, err := a.file(args[0])
	if err != nil {
		return nil, err
	}
	return f.DetectType(), nil
}

// prices lays a price table over the built-in one.
func (a *api) prices(args []js.Value) (any, error) {
	mine, err := price.Parse(args[0].String())
	if err != nil {
		return nil, err
	}
	a.viewer.SetPrices(price.Default().With(mine))
	return nil, nil
}

// A hostFile reads a file by the host's read, which answers at once.
type hostFile struct {
	read js.Value
	file int
}

func (h hostFile) ReadAt(p []byte, offset int64) (n int, err error) {
	defer func() {
		if r := recover(); r != nil { // read threw: the file is gone or was changed
			n, err = 0, fmt.Errorf("file %d cannot be read at %d: %v", h.file, offset, r)
		}
	}()
	bytes := h.read.Invoke(h.file, float64(offset), len(p))
	if n = js.CopyBytesToGo(p, bytes); n < len(p) {
		err = io.EOF
	}
	return n, err
}
