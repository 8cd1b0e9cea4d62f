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

// A wasmFile is the compiled parser. It is shipped compressed and decompressed by the page,
// since hosts differ in whether they compress wasm and in the media type they send with it.
type wasmFile struct {
	raw        []byte
	gzip       []byte
	name       string // of the gzip file, below the site
	brotliName string // of the Brotli file
}

func (w *wasmFile) size(kind Kind) Size {
	return Size{Name: w.name, Kind: kind, Raw: len(w.raw), Gzip: len(w.gzip)}
}

// exportTag is the build tag of the larger parser, which also exports sessions. The page loads it when a
// session is shared: it is 1.0 MB larger (gzip), with the rules of secrets and what writes the formats.
const exportTag = "export"

// exportWasm is the name of that parser among the assets.
const exportWasm = "exportWasm"

// buildParser compiles and compresses the parser of the checkout, with build tags.
func (b *Builder) buildParser(ctx context.Context, tags ...string) (*wasmFile, error) {
	if err := noteSources(ctx, b.opt.Root, tags...); err != nil {
		return nil, err
	}
	ldflags := "-s -w"
	if b.opt.Readable {
		ldflags = "" // with the names of its functions
	}
	raw, err := compileParser(ctx, b.opt.Root, ldflags, tags...)
	if err != nil {
		return nil, err
	}
	packed, err := compress(raw)
	if err != nil {
		return nil, err
	}
	stem := assetsDir + "/" + strings.Join(append([]string{"parser"}, tags...), "-") + "-" + contentHash(raw) + ".wasm"
	return &wasmFile{raw: raw, gzip: packed, name: stem + ".gz", brotliName: stem + ".br"}, nil
}

// noInlining turns off inlining where it makes the file larger, but nothing faster. In the packages of
// views it saves 60 kB (gzip): making all rows, the outline, the timeline, the usage and a search of
// 10 MB takes 282 ms instead of 290. Package fmt, which only words errors, saves 13 kB, and
// the one that links sessions 12 kB: 200 sessions of 100 kB take 91 to 96 ms instead of 95 to 101. The
// packages that read files keep it. Of the larger parser, it saves another 56 kB in the packages that write
// documents, tables and JSON: a document of 18 MB takes 120 ms instead of 112.
var noInlining = []string{"-gcflags=unspool/parser/view/...=-l", "-gcflags=unspool/parser/session=-l", "-gcflags=fmt=-l",
	"-gcflags=unspool/parser/document=-l", "-gcflags=unspool/parser/tables=-l", "-gcflags=unspool/parser/trace=-l",
	"-gcflags=github.com/yuin/goldmark/...=-l", "-gcflags=encoding/json=-l"}

// compileParser builds the parser with the plain toolchain, and these flags for the linker. -trimpath and -buildvcs=false
// keep the location of the checkout and the commit out of the file, so that equal sources
// produce equal bytes.
func compileParser(ctx context.Context, root, ldflags string, tags ...string) (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "unspool-wasm-")
	if err != nil {
		return nil, fmt.Errorf("compile the parser: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "parser.wasm")
	flags := []string{"build", "-tags=" + strings.Join(tags, ","), "-trimpath", "-buildvcs=false", "-ldflags=" + ldflags, "-o", out}
	flags = append(append(flags, noInlining...), "./wasm")
	if _, err := goCommand(ctx, root, jsWasm(), flags...); err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("compile the parser: %w", err)
	}
	joined, err := joinSegments(raw)
	if err != nil {
		return nil, fmt.Errorf("join the parser's data segments: %w", err)
	}
	return joined, nil
}

// noteSources accesses every folder and file that the parser is compiled from. The compiler
// runs as another process, so without this the go command would not know that a test which
// builds the site depends on them, and would report its cached result after an edit.
func noteSources(ctx context.Context, root string, tags ...string) error {
	const format = `{{if and .Module .Module.Main}}{{$d := .Dir}}{{$d}}{{range .GoFiles}}
{{$d}}/{{.}}{{end}}{{range .EmbedFiles}}
{{$d}}/{{.}}{{end}}{{end}}`
	list, err := goCommand(ctx, root, jsWasm(), "list", "-tags="+strings.Join(tags, ","), "-deps", "-f", format, "./wasm")
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

// goCommand runs the go command in dir and returns its output. Its error contains the
// command's error output.
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

// compress returns data as gzip at the highest level. The header has neither name nor time,
// so equal data produces equal bytes.
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

// contentHash returns a hash short enough for a file name, in esbuild's own alphabet.
func contentHash(data []byte) string {
	sum := sha256.Sum256(data)
	return base32.StdEncoding.EncodeToString(sum[:])[:8]
}
