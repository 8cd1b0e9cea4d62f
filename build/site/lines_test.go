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
	if !strings.HasPrefix(version, linesOf+".") {
		t.Errorf("%s compiles the parser, the lines of %s are known", version, linesOf)
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
	if small, err = joinSegments(linked, dropLines, dropBuckets); err != nil {
		t.Fatal(err)
	}
	return whole, small
}

func TestDropLines(t *testing.T) {
	whole, small := stacks(t)
	if name := []byte("runtime/proc.go"); !bytes.Contains(whole, name) || bytes.Contains(small, name) {
		t.Error("names of files are still there")
	}
	a, b := functionsOf(t, whole), functionsOf(t, small)
	if len(a.functions) < 1000 || !slices.Equal(a.functions, b.functions) {
		t.Fatalf("%d functions, want the same %d", len(b.functions), len(a.functions))
	}
	if !bytes.Equal(b.mem[b.buckets:b.end], make([]byte, a.end-a.buckets)) {
		t.Error("the buckets are still there")
	}
	ends := map[uint32]int{} // of the data at each place
	for _, f := range a.functions {
		for _, field := range a.datas(f) {
			if place := a.u32(field); place != noData {
				ends[place] = a.buckets
			}
		}
	}
	places := slices.Sorted(maps.Keys(ends))
	for i, place := range places[1:] {
		ends[places[i]] = a.data + int(place)
	}
	same := func(f int, what string, kind int, x, y []byte) {
		if !bytes.Equal(x, y) {
			t.Errorf("the function at %d: %s %d is another one", f, what, kind)
		}
	}
	sameTable := func(f, kind, field int) {
		if x, y := a.u32(field), b.u32(field); x == 0 || y == 0 {
			same(f, "offset", kind, a.mem[field:field+4], b.mem[field:field+4])
		} else {
			same(f, "table", kind, a.pcTable(x), b.pcTable(y))
		}
	}
	for _, f := range a.functions {
		same(f, "first part", 0, a.mem[f:f+funcPCSP], b.mem[f:f+funcPCSP])
		same(f, "last part", 0, a.mem[f+funcStartLine+4:f+funcSize], b.mem[f+funcStartLine+4:f+funcSize])
		sameTable(f, -1, f+funcPCSP)
		for kind, field := range a.pcTables(f) {
			if kind != pcUnsafePoint && kind != pcArgLive {
				sameTable(f, kind, field)
			}
		}
		for kind, field := range a.datas(f) {
			if kind == dataArgs || kind == dataArgLive {
				continue
			}
			same(f, "place of data", kind, a.mem[field:field+4], b.mem[field:field+4])
			place := a.u32(field)
			if place == noData {
				continue
			}
			step, n := 1, 1 // bytes, and how many of them stay
			if kind == dataInlined {
				step, n = inlinedSize, inlinedStartLine
			}
			for at := a.data + int(place); at+step <= ends[place]; at += step {
				same(f, "data", kind, a.mem[at:at+n], b.mem[at:at+n])
			}
		}
	}
	outside := func(t *functionTable) []byte { return slices.Concat(t.mem[:t.files], t.mem[t.end:]) }
	if !bytes.Equal(outside(a), outside(b)) {
		t.Error("the memory around the table is another one")
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

// The runtime grows stacks, collects and recovers without lines, and says what
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
func TestDropLinesOfAnother(t *testing.T) {
	whole, _ := stacks(t)
	_, err := joinSegments(whole, func(segments []segment) []segment {
		base, mem := flat(segments)
		at := bytes.Index(mem, []byte("\xf1\xff\xff\xff\x00\x00\x01\x08"))
		for _, field := range []int{0, 8, 32, 64} { // of the header
			other := bytes.Clone(mem)
			other[at+field]++
			before := split(base, other)
			if after := dropLines(before); !slices.EqualFunc(before, after, func(a, b segment) bool { return bytes.Equal(a.data, b.data) }) {
				t.Errorf("changed a table with another field at %d", field)
			}
		}
		return segments
	})
	if err != nil {
		t.Fatal(err)
	}
}
