package site

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	small "unspool/build/site/overlay/fmt"
)

type (
	named      int // with a text, but not for %d
	word       string
	panics     struct{}
	faulty     struct{}
	unprinted  struct{ a int }
	pointerErr struct{ text string }
)

func (n named) String() string      { return "number " + strconv.Itoa(int(n)) }
func (panics) String() string       { panic("no") }
func (faulty) Error() string        { panic(io.EOF) }
func (p *pointerErr) Error() string { return p.text }

// suitable are the values that code may print with each verb.
var suitable = map[string][]any{
	"d":   {0, -7, int64(1) << 62, uint8(200), uint64(1) << 63, named(3), reflect.Struct, rune('é')},
	"c":   {byte('x'), byte(200), 'é', rune(-1), 0x110000, named('n')},
	"02X": {byte(0), byte(9), byte(31), byte(255)},
	"s":   append(texts(), []byte("bytes\xff")),
	"q":   append(texts(), []byte("bytes\xff")),
	"v":   plain(),
	"+v":  plain(),
	"w":   {io.EOF, fmt.Errorf("outer: %w", io.EOF), &pointerErr{"pointed"}, runtimeError()},
}

func texts() []any {
	return []any{
		"", "text", "quo\"te\\ \n\t\x00\x7f \xff é 🧵 \u2028", word("w"), named(4), reflect.Func, io.EOF, runtimeError(),
		&pointerErr{"pointed"},
	}
}

func plain() []any {
	return append(texts(), (*pointerErr)(nil), panics{}, faulty{}, nil, true, 0, -1, int8(-8), uint16(16), uintptr(1), 1.5, float32(0.1), 1e6, 1e21, 1e-5)
}

func runtimeError() (err error) {
	defer func() { err = recover().(error) }()
	_ = []int{}[os.Getpid()]
	return nil
}

var formatDirective = regexp.MustCompile(`%[^a-zA-Z%]*[a-zA-Z%]`)

// same compares the small fmt with the real one for a format, with each
// suitable value at each place.
func same(t *testing.T, where, format string) {
	t.Helper()
	var verbs []string
	rounds := 1
	for _, d := range formatDirective.FindAllString(format, -1) {
		if d == "%%" {
			continue
		}
		values, known := suitable[d[1:]]
		if !known {
			t.Errorf("%s: the small fmt does not know %s of %q: teach it, and this test", where, d, format)
			return
		}
		verbs = append(verbs, d[1:])
		rounds = max(rounds, len(values))
	}
	for round := range rounds {
		var args []any
		for place, verb := range verbs {
			args = append(args, suitable[verb][(round+place)%len(suitable[verb])])
		}
		want, got := fmt.Errorf(format, args...), small.Errorf(format, args...)
		if got.Error() != want.Error() {
			t.Errorf("%s: Errorf(%q) = %q, want %q", where, format, got, want)
		}
		if w, g := errors.Unwrap(want), errors.Unwrap(got); g != w {
			t.Errorf("%s: Errorf(%q) wraps %v, want %v", where, format, g, w)
		}
		if slices.Contains(verbs, "w") {
			continue
		}
		if want, got := fmt.Sprintf(format, args...), small.Sprintf(format, args...); got != want {
			t.Errorf("%s: Sprintf(%q) = %q, want %q", where, format, got, want)
		}
	}
}

// Every format in what the wasm is linked from reads the same with either fmt.
func TestSmallFmtKnowsEveryFormat(t *testing.T) {
	const files = `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{end}}`
	list, err := goCommand(t.Context(), "../..", jsWasm(), "list", "-deps", "-f", files, "./wasm")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name := range strings.Lines(string(list)) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"fmt"` }) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				return true
			}
			f, isSelector := call.Fun.(*ast.SelectorExpr)
			if !isSelector {
				return true
			}
			if pkg, isName := f.X.(*ast.Ident); !isName || pkg.Name != "fmt" {
				return true
			}
			at := fset.Position(call.Pos())
			where := filepath.Base(at.Filename) + ":" + strconv.Itoa(at.Line)
			format, isLiteral := call.Args[0].(*ast.BasicLit)
			if !isLiteral {
				t.Errorf("%s: the format is not a literal, so nobody knows whether the small fmt understands it", where)
				return true
			}
			text, err := strconv.Unquote(format.Value)
			if err != nil {
				t.Fatal(err)
			}
			found++
			same(t, where, text)
			return true
		})
	}
	if found < 50 {
		t.Errorf("found %d formats only: does this test still look at the right files?", found)
	}
}

// What code gets wrong reads the same too, wherever the small fmt can do so.
func TestSmallFmt(t *testing.T) {
	for verb := range suitable {
		same(t, verb, "<%"+verb+">")
	}
	same(t, "percent", "100 %% of %d")
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"%d", nil}, {"%d of %d", []any{1}}, {"none", []any{1, "two", nil}}, {"%z", []any{5}}, {"%d", []any{"text"}},
		{"%d", []any{nil}}, {"%s", []any{5}}, {"%s", []any{nil}}, {"%q", []any{true}}, {"%c", []any{"c"}}, {"50%", nil}, {"% ", nil}, {"%5", nil},
	} {
		want, got := fmt.Sprintf(c.format, c.args...), small.Sprintf(c.format, c.args...)
		if got != want {
			t.Errorf("Sprintf(%q, %v) = %q, want %q", c.format, c.args, got, want)
		}
	}
	// Here it differs from the real one, but still says what there is to say.
	for _, c := range []struct {
		format string
		arg    any
		want   string
	}{
		{"%-5d", 7, "%!-5d(int=7)"},
		{"%.2f", 0.5, "%!.2f(float64=0.5)"},
		{"%02X", 300, "%!02X(int=300)"},
		{"%v", unprinted{1}, "(site.unprinted)"},
		{"%s", panics{}, "%!v(PANIC=String method: no)"},
		{"%q", (*pointerErr)(nil), `"<nil>"`},
		{"%x", io.EOF, "%!x(*errors.errorString=EOF)"},
		{"%w", io.EOF, "%!w(*errors.errorString=EOF)"},
	} {
		if got := small.Sprintf(c.format, c.arg); got != c.want {
			t.Errorf("Sprintf(%q, %#v) = %q, want %q", c.format, c.arg, got, c.want)
		}
	}
}
