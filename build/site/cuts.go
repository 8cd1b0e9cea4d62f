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

// A cut gives a function of the standard library another body, or a variable a
// value that never changes. It is for what the shipped parser can never use, but
// the linker must keep as it hangs on a condition: the program never meets it,
// and the compiler, told so, leaves out all that comes after.
type cut struct {
	file string // below GOROOT/src
	name string // of a function, Type.Method, or a variable
	body string // or the value
}

// cuts make the parser 120 KiB of gzip smaller, and cost nothing: most of what
// they make constant is asked by the scheduler and the collector.
var cuts = []cut{
	// The execution tracer is started by runtime/trace and net/http/pprof.
	{"runtime/traceruntime.go", "traceEnabled", "return false"},
	{"runtime/traceruntime.go", "traceAllocFreeEnabled", "return false"},
	{"runtime/traceruntime.go", "traceShuttingDown", "return false"},
	{"runtime/traceruntime.go", "traceLocker.ok", "return false"},
	// These two are switched on by GODEBUG, and a page has no environment.
	{"runtime/proc.go", "schedtrace", ""},
	{"runtime/mcheckmark.go", "checkFinalizersAndCleanups", ""},
	// A program of one module has no other's types to match with its own.
	{"runtime/type.go", "typelinksinit", ""},
	// What the linker wrote is right.
	{"runtime/symtab.go", "moduledataverify1", ""},
	// For a panic with a number or a string of a type of its own, which is never made.
	{"runtime/error.go", "printanycustomtype", `print("?")`},
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
	// It looks for names that are not in the table of functions (dropNames).
	{"reflect/value.go", "valueMethodName", `return "unknown method"`},
	// Fractions are written and read the slow way, which knows no table of 11 kB. It
	// is for the few that fastjson does not read itself.
	{"internal/strconv/atof.go", "optimize", "false"},
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
// old one, so that stack traces name the right ones, or with a constant in place
// of the variable. It reports whether there is such a name.
func (c cut) apply(code []byte) ([]byte, bool, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, c.file, code, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR && len(g.Specs) == 1 {
			v, ok := g.Specs[0].(*ast.ValueSpec)
			if !ok || len(v.Names) != 1 || len(v.Values) != 1 || v.Names[0].Name != c.name {
				continue
			}
			from, to := fset.Position(g.Pos()).Offset, fset.Position(v.Values[0].End()).Offset
			return []byte(string(code[:from]) + "const " + c.name + " = " + c.body + string(code[to:])), true, nil
		}
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
