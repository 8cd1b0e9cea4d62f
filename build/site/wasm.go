package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wasmFile is the compiled parser, compressed. It is shipped as gzip and
// inflated by the page, since hosts differ in whether they compress wasm and
// with which media type they send it.
type wasmFile struct {
	name string // below the site
	gzip []byte
	raw  int // bytes before compression
}

// packer returns data as gzip.
type packer func(ctx context.Context, root string, data []byte) ([]byte, error)

// plainGzip is the packer for who will not wait for zopfli.
func plainGzip(_ context.Context, _ string, data []byte) ([]byte, error) { return compress(data) }

// buildParser compiles and packs the parser of the checkout at root.
func buildParser(ctx context.Context, root string, pack packer) (*wasmFile, error) {
	if err := noteSources(ctx, root); err != nil {
		return nil, err
	}
	raw, err := compileParser(ctx, root)
	if err != nil {
		return nil, err
	}
	packed, err := pack(ctx, root, raw)
	if err != nil {
		return nil, err
	}
	return &wasmFile{
		name: assetsDir + "/parser-" + contentHash(raw) + ".wasm.gz",
		gzip: packed,
		raw:  len(raw),
	}, nil
}

// smaller are the flags that make the parser smaller and cost no speed. More
// comes from the rest of this list. In KiB of gzip, from what Go links with the symbols
// stripped:
//
//	thin functions   −165  (thin)
//	small packages   −103  (writeOverlay)
//	cuts             −120  (writeCuts)
//	joined segments   −61  (joinSegments)
//	no inlining       −17  (below)
//	nogreenteagc      −13  (smallExperiment)
//	zopfli            −36
//
// Inlining costs bytes by its code. In the packages below it does not pay: they
// are large, and run once for a record or a row, not for a byte. Where it pays is
// in the runtime: without it there the parser would be 8 % slower and a mere 2 KiB
// smaller, since cuts work by inlining.
var smaller = []string{
	"-ldflags=-s -w",
	"-gcflags=strings=-l",
	"-gcflags=unspool/parser=-l",
	"-gcflags=unspool/parser/view=-l",
	"-gcflags=unspool/parser/patch=-l",
	"-gcflags=unspool/parser/shape=-l",
}

// smallExperiment is the smaller of Go 1.26's two garbage collectors. The
// other, which is its default, scans with many cores better; wasm has one.
const smallExperiment = "nogreenteagc"

func compileParser(ctx context.Context, root string) (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "unspool-wasm-")
	if err != nil {
		return nil, fmt.Errorf("compile the parser: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	list, err := writeOverlay(ctx, root, dir)
	if err != nil {
		return nil, err
	}
	env := jsWasm()
	// Later versions of Go may have but one garbage collector, and then refuse
	// to hear of the other.
	if with := append(jsWasm(), "GOEXPERIMENT="+smallExperiment); knows(ctx, root, with) {
		env = with
	}
	out := filepath.Join(dir, "parser.wasm")
	// -trimpath and -buildvcs=false: neither the place of the checkout nor a
	// commit may change the bytes of the same source.
	args := []string{"build", "-trimpath", "-buildvcs=false", "-overlay=" + list, "-o", out}
	if _, err := goCommand(ctx, root, env, append(append(args, smaller...), "./wasm")...); err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("compile the parser: %w", err)
	}
	var changes []func([]segment) []segment
	version, err := goVersion(ctx, root)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(version, tableOf+".") {
		p, err := readProgram(raw)
		if err != nil {
			return nil, fmt.Errorf("read the parser's code: %w", err)
		}
		changes = append(changes, thin(p))
	}
	joined, err := joinSegments(raw, changes...)
	if err != nil {
		return nil, fmt.Errorf("join the parser's segments: %w", err)
	}
	return joined, nil
}

// goVersion returns the version of Go that compiles the parser, as go1.26.1.
func goVersion(ctx context.Context, root string) (string, error) {
	version, err := goCommand(ctx, root, jsWasm(), "env", "GOVERSION")
	return strings.TrimSpace(string(version)), err
}

// knows reports whether the go command accepts the environment.
func knows(ctx context.Context, root string, env []string) bool {
	_, err := goCommand(ctx, root, env, "env", "GOEXPERIMENT")
	return err == nil
}

// noteSources touches every folder and file that the parser is compiled from.
// The compiler runs as another process, so without this the go command would
// not know that a test which builds the site depends on them, and would
// report its cached result after an edit.
func noteSources(ctx context.Context, root string) error {
	const format = `{{if and .Module .Module.Main}}{{$d := .Dir}}{{$d}}{{range .GoFiles}}
{{$d}}/{{.}}{{end}}{{range .EmbedFiles}}
{{$d}}/{{.}}{{end}}{{end}}`
	list, err := goCommand(ctx, root, jsWasm(), "list", "-deps", "-f", format, "./wasm")
	if err != nil {
		return err
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("read the parser's source: %w", err)
		}
		if err := f.Close(); err != nil {
			return fmt.Errorf("read the parser's source: %w", err)
		}
	}
	return nil
}

func jsWasm() []string { return []string{"GOOS=js", "GOARCH=wasm"} }

// goCommand runs the go command in dir and returns what it prints. Its error
// holds what the command complained about.
func goCommand(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(complaint.Bytes()))
	}
	return out, nil
}

// compress returns data as gzip at the highest level. The header has neither
// name nor time, so equal data gives equal bytes.
func compress(data []byte) ([]byte, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return buf.Bytes(), nil
}

// contentHash is short enough for a file name, in esbuild's own alphabet.
func contentHash(data []byte) string {
	sum := sha256.Sum256(data)
	return base32.StdEncoding.EncodeToString(sum[:])[:8]
}
