package site

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wasmOf returns a wasm file of the data section and two sections around it.
func wasmOf(data ...byte) []byte {
	b := []byte("\x00asm\x01\x00\x00\x00" + "\x05\x03\x01\x00\x10")
	b = append(append(b, dataSection, byte(len(data))), data...)
	return append(b, "\x00\x04\x03abc"...)
}

func TestJoinSegments(t *testing.T) {
	// At 16 "ab", after two zeros "c", after 100 zeros "d".
	got, err := joinSegments(wasmOf(3,
		0, i32Const, 16, endOfExpr, 2, 'a', 'b',
		0, i32Const, 20, endOfExpr, 1, 'c',
		0, i32Const, 0xf9, 0, endOfExpr, 1, 'd'))
	want := wasmOf(2,
		0, i32Const, 16, endOfExpr, 5, 'a', 'b', 0, 0, 'c',
		0, i32Const, 0xf9, 0, endOfExpr, 1, 'd')
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
}

// TestJoin checks that joining leaves the memory unchanged, in fewer segments.
func TestJoin(t *testing.T) {
	split := []segment{{64, []byte("a")}, {1 << 20, nil}, {1<<20 + 5, []byte{0, 7}}, {1<<30 + 1, bytes.Repeat([]byte("z"), 300)}}
	for gap := range 3 * longestGap {
		last := split[len(split)-1]
		split = append(split, segment{last.address + int64(len(last.data)+gap), []byte{byte(gap), 1}})
	}
	read, err := readSegments(appendSegments(nil, split))
	if err != nil {
		t.Fatal(err)
	}
	equal := func(a, b segment) bool { return a.address == b.address && bytes.Equal(a.data, b.data) }
	if !slices.EqualFunc(read, split, equal) {
		t.Fatalf("%v, want %v", read, split)
	}
	joined := join(split)
	// The third joins the second, and those after a gap of 0 to longestGap.
	if want := 3 + 3*longestGap - (longestGap + 1); len(joined) != want {
		t.Errorf("%d segments, want %d", len(joined), want)
	}
	if got, want := memory(joined), memory(split); !maps.Equal(got, want) {
		t.Error("the memory is another one")
	}
}

// memory returns the bytes that are not zero, by address.
func memory(segments []segment) map[int64]byte {
	m := map[int64]byte{}
	for _, s := range segments {
		for i, c := range s.data {
			if c != 0 {
				m[s.address+int64(i)] = c
			}
		}
	}
	return m
}

func TestJoinSegmentsOfNoWasm(t *testing.T) {
	whole := wasmOf(1, 0, i32Const, 16, endOfExpr, 2, 'a', 'b')
	for name, wasm := range map[string][]byte{
		"nothing":          nil,
		"another file":     []byte("GIF89a"),
		"cut":              whole[:len(whole)-8],
		"passive segment":  wasmOf(1, 1, 1, 'a'),
		"computed address": wasmOf(1, 0, 0x23, 0, endOfExpr, 1, 'a'),
		"address cut":      wasmOf(1, 0, i32Const, 0x80),
		"data cut":         wasmOf(1, 0, i32Const, 16, endOfExpr, 9, 'a'),
		"too much":         wasmOf(1, 0, i32Const, 16, endOfExpr, 1, 'a', 'b'),
	} {
		if _, err := joinSegments(wasm); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestCompiledParser checks that a compiled program is valid and runs after its segments were
// joined.
func TestCompiledParser(t *testing.T) {
	root := checkout(t)
	wasm, err := compileParser(t.Context(), root, "-s -w")
	if err != nil {
		t.Fatal(err)
	}
	goroot, err := goCommand(t.Context(), root, nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "parser.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	node := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("node %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	const validate = `console.log(WebAssembly.validate(require("fs").readFileSync(process.argv[1])))`
	if got := node("-e", validate, file); got != "true" {
		t.Errorf("WebAssembly.validate: %s", got)
	}
	if got := node(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"), file); got != "tiny" {
		t.Errorf("the program prints %q, want %q", got, "tiny")
	}
}
