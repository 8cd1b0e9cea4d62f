package site

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A cut gives a function of the standard library another body. It is for what
// the shipped parser can never use, but the linker must keep as it hangs on a
// condition: the program never meets it, and the compiler, told so, leaves out
// all that comes after.
type cut struct {
	file string // below GOROOT/src
	name string // of a function, or Type.Method
	body string
}

// cuts make the parser 82 KiB of gzip smaller, and cost nothing: what they make
// constant is asked by the scheduler and the collector.
var cuts = []cut{
	// The execution tracer is started by runtime/trace and net/http/pprof.
	{"runtime/traceruntime.go", "traceEnabled", "return false"},
	{"runtime/traceruntime.go", "traceAllocFreeEnabled", "return false"},
	{"runtime/traceruntime.go", "traceShuttingDown", "return false"},
	{"runtime/traceruntime.go", "traceLocker.ok", "return false"},
	// These two are switched on by GODEBUG, and a page has no environment.
	{"runtime/proc.go", "schedtrace", ""},
	{"runtime/mcheckmark.go", "checkFinalizersAndCleanups", ""},
	// A pc holds the number of its function. The table to look that up, of 320
	// bytes for each function, is cleared later (dropBuckets).
	{"runtime/symtab.go", "findfunc", `
	datap := findmoduledatap(pc)
	if datap == nil {
		return funcInfo{}
	}
	at, _ := datap.textOff(pc)
	i := min(at-datap.ftab[0].entryoff, uint32(len(datap.ftab)-2))
	return funcInfo{(*_func)(unsafe.Pointer(&datap.pclntable[datap.ftab[i].funcoff])), datap}`},
	// It is called for what reflect.Value.Method returns, which is called by
	// nobody: the linker would keep every exported method if it were.
	{"reflect/makefunc.go", "makeMethodValue", `panic("reflect: " + op + " of a method")`},
}

// writeCuts writes the changed files to dir and notes in replace what they
// replace. A cut that another version of Go has no place for is left out: the
// result is only larger.
func writeCuts(std, dir string, replace map[string]string) error {
	files := map[string][]byte{}
	for _, c := range cuts {
		code, read := files[c.file]
		if !read {
			var err error
			if code, err = os.ReadFile(filepath.Join(std, filepath.FromSlash(c.file))); os.IsNotExist(err) {
				continue
			} else if err != nil {
				return fmt.Errorf("cut %s: %w", c.name, err)
			}
		}
		made, ok, err := c.apply(code)
		if err != nil {
			return fmt.Errorf("cut %s: %w", c.name, err)
		}
		if ok {
			files[c.file] = made
		}
	}
	for name, code := range files {
		copied := filepath.Join(dir, "cut-"+strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(copied, code, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		replace[filepath.Join(std, filepath.FromSlash(name))] = copied
	}
	return nil
}

// apply returns the code with the function's new body, on as many lines as the
// old one, so that stack traces name the right ones. It reports whether there
// is such a function.
func (c cut) apply(code []byte) ([]byte, bool, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, c.file, code, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || funcName(f) != c.name {
			continue
		}
		from, to := fset.Position(f.Body.Lbrace).Offset+1, fset.Position(f.Body.Rbrace).Offset
		lines := strings.Repeat("\n", strings.Count(string(code[from:to]), "\n"))
		return []byte(string(code[:from]) + " " + c.body + lines + string(code[to:])), true, nil
	}
	return nil, false, nil
}

// funcName returns Type.Method for a method, whether or not of a pointer.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return ""
}
