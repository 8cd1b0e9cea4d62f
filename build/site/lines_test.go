package site

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Of another version of Go the parser would keep its lines, and grow without a
// word. Compare the layout of the table before naming it.
func TestLinesOfThisGo(t *testing.T) {
	version, err := goVersion(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(version, tableOf+".") {
		t.Errorf("%s compiles the parser, the lines of %s are known", version, tableOf)
	}
}

// stacks returns a program with the cuts as it was linked, and without what is
// dropped from its table of functions.
func stacks(t *testing.T) (whole, small []byte) {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	goroot, err := goCommand(t.Context(), ".", nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeCuts(filepath.Join(strings.TrimSpace(string(goroot)), "src"), dir, replace); err != nil {
		t.Fatal(err)
	}
	list, err := writeReplaced(dir, replace)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "stacks.wasm")
	args := []string{"build", "-trimpath", "-overlay=" + list, "-ldflags=-s -w", "-o", file, "./testdata/stacks"}
	if _, err := goCommand(t.Context(), ".", jsWasm(), args...); err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err = joinSegments(linked); err != nil {
		t.Fatal(err)
	}
	if small, err = joinSegments(linked, thin(programOf(t, linked))); err != nil {
		t.Fatal(err)
	}
	return whole, small
}

func programOf(t *testing.T, wasm []byte) program {
	t.Helper()
	p, err := readProgram(wasm)
	if err != nil || len(p.bodies) < 1000 || p.imports == 0 {
		t.Fatalf("%d functions and %d imports (%v)", len(p.bodies), p.imports, err)
	}
	return p
}

func TestThin(t *testing.T) {
	whole, small := stacks(t)
	if name := []byte("runtime/proc.go"); !bytes.Contains(whole, name) || bytes.Contains(small, name) {
		t.Error("names of files are still there")
	}
	a, b := functionsOf(t, whole), functionsOf(t, small)
	if len(a.functions) < 1000 || len(a.functions) != len(b.functions) {
		t.Fatalf("%d functions, want the same %d", len(b.functions), len(a.functions))
	}
	if !bytes.Equal(b.mem[b.buckets:b.end], make([]byte, a.end-a.buckets)) {
		t.Error("the buckets are still there")
	}
	recovers := programOf(t, whole).calls(slices.IndexFunc(a.functions, func(f int) bool { return a.name(f) == "runtime.gorecover" }))
	aEnds, bEnds := a.ends(), b.ends()
	told := 0 // functions that tell what was inlined
	for i, f := range a.functions {
		g, name := b.functions[i], a.name(f)
		same := func(what string, kind int, x, y []byte) {
			if !bytes.Equal(x, y) {
				t.Errorf("%s: %s %d is another one", name, what, kind)
			}
		}
		if got := b.name(g); got != name && (ownName(name) || got == "" || got != packageOf(name)) {
			t.Errorf("%s is named %s", name, got)
		}
		same("entry", 0, a.mem[f:f+funcNameAt], b.mem[g:g+funcNameAt])
		same("first part", 0, a.mem[f+funcNameAt+4:f+funcPCSP], b.mem[g+funcNameAt+4:g+funcPCSP])
		same("last part", 0, a.mem[f+funcStartLine+4:f+funcDatas], b.mem[g+funcStartLine+4:g+funcDatas])
		if x, y := a.u32(f+funcPCSP), b.u32(g+funcPCSP); x == 0 || y == 0 {
			same("stack", 0, a.mem[f+funcPCSP:f+funcPCSP+4], b.mem[g+funcPCSP:g+funcPCSP+4])
		} else {
			same("stack", 1, a.pcTable(x), b.pcTable(y))
		}
		inlined := recovers[i] || a.mem[f+funcKind] == kindWrapper
		tables := maps.Collect(b.pcTables(g))
		for kind, field := range a.pcTables(f) {
			place, at := a.u32(field), uint32(0)
			if moved, ok := tables[kind]; ok {
				at = b.u32(moved)
			}
			switch {
			case kind == pcUnsafePoint || kind == pcArgLive || kind == pcInlined && !inlined || place == 0:
				if at != 0 {
					t.Errorf("%s: table %d is still there", name, kind)
				}
			case at == 0:
				t.Errorf("%s: table %d is gone", name, kind)
			default:
				same("table", kind, a.pcTable(place), b.pcTable(at))
			}
		}
		datas := maps.Collect(b.datas(g))
		for kind, field := range a.datas(f) {
			place, at := a.u32(field), noData
			if moved, ok := datas[kind]; ok {
				at = b.u32(moved)
			}
			switch {
			case kind == dataArgs || kind == dataArgLive || kind == dataInlined && !inlined:
				if at != noData {
					t.Errorf("%s: data %d is still there", name, kind)
				}
			case place != at:
				t.Errorf("%s: data %d is somewhere else", name, kind)
			case place == noData:
			case kind == dataInlined:
				told++
				for at := a.data + int(place); at+inlinedSize <= aEnds[place]; at += inlinedSize {
					same("inlined", 0, a.mem[at:at+inlinedName], b.mem[at:at+inlinedName])
					same("inlined", 1, a.mem[at+inlinedName+4:at+inlinedStartLine], b.mem[at+inlinedName+4:at+inlinedStartLine])
					if x, y := a.nameAt(a.u32(at+inlinedName)), b.nameAt(b.u32(at+inlinedName)); x != y {
						t.Errorf("%s: inlined is %q, want %q", name, y, x)
					}
				}
			default:
				end := min(aEnds[place], bEnds[place])
				same("data", kind, a.mem[a.data+int(place):end], b.mem[a.data+int(place):end])
			}
		}
	}
	if told == 0 || told > len(a.functions)/10 {
		t.Errorf("%d of %d functions tell what was inlined", told, len(a.functions))
	}
	outside := func(t *functionTable) []byte { return slices.Concat(t.mem[:t.names], t.mem[t.end:]) }
	if !bytes.Equal(outside(a), outside(b)) {
		t.Error("the memory around the table is another one")
	}
}

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"runtime.(*mheap).alloc":                 "runtime.",
		"unspool/parser/view.New":                "unspool/parser/view.",
		"github.com/a/b.(*T[go.shape.a/b.c]).Do": "github.com/a/b.",
		"slices.Sort[go.shape.[]a/b.c]":          "slices.",
		"internal/runtime/maps.(*Map).Get":       "internal/runtime/maps.",
		"memeqbody":                              "memeqbody",
		"type:.eq.a/b.c":                         "type:.",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func functionsOf(t *testing.T, wasm []byte) *functionTable {
	t.Helper()
	var found *functionTable
	_, err := joinSegments(wasm, func(s []segment) []segment {
		found, _ = findFunctions(flat(s))
		return s
	})
	if err != nil || found == nil {
		t.Fatalf("found no functions (%v)", err)
	}
	return found
}

// The runtime grows stacks, collects and recovers without the rest, and says what
// went wrong and where.
func TestRunsWithoutLines(t *testing.T) {
	whole, small := stacks(t)
	want, trace := run(t, whole)
	if strings.Count(want, "\n") != 4 || !strings.Contains(trace, "stacks/main.go:") {
		t.Fatalf("with lines the program says %q and %q", want, trace)
	}
	got, trace := run(t, small)
	if got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if !strings.HasPrefix(trace, "panic: last word\n") || !strings.Contains(trace, "main.main(") || strings.Contains(trace, ".go:") {
		t.Errorf("stopped with %q", trace)
	}
}

// run returns what a program prints and, when it stops, what Go has to say.
func run(t *testing.T, wasm []byte) (out, trace string) {
	t.Helper()
	goroot, err := goCommand(t.Context(), ".", nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/wasm_exec_node.js"), file)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Fatalf("ended with %v, want an exit with 2\n%s", err, &stderr)
	}
	return stdout.String(), stderr.String()
}

// What is no table of functions stays as it is.
func TestThinOfAnother(t *testing.T) {
	whole, _ := stacks(t)
	change := thin(programOf(t, whole))
	_, err := joinSegments(whole, func(segments []segment) []segment {
		base, mem := flat(segments)
		at := bytes.Index(mem, []byte("\xf1\xff\xff\xff\x00\x00\x01\x08"))
		for _, field := range []int{0, 8, 32, 64} { // of the header
			other := bytes.Clone(mem)
			other[at+field]++
			before := split(base, other)
			if after := change(before); !slices.EqualFunc(before, after, func(a, b segment) bool { return bytes.Equal(a.data, b.data) }) {
				t.Errorf("changed a table with another field at %d", field)
			}
		}
		return segments
	})
	if err != nil {
		t.Fatal(err)
	}
}
