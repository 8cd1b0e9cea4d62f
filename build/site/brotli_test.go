package site

import (
	"bytes"
	"io"
	"testing"

	"github.com/andybalholm/brotli"

	"unspool/parser/testutil"
)

// TestBestBrotli checks that the deployed file, which is longer than those of other tests,
// decompresses to the parser and is about as small as the documentation claims.
func TestBestBrotli(t *testing.T) {
	testutil.OneRunIn(t, 4)
	b, err := NewBuilder(Options{Root: "../.."})
	if err != nil {
		t.Fatal(err)
	}
	wasm, err := b.buildParser(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	packed, err := compressBrotli(wasm.raw, false)
	if err != nil {
		t.Fatal(err)
	}
	inflated, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(inflated, wasm.raw) {
		t.Errorf("%d bytes inflate to %d that differ from the parser's %d", len(packed), len(inflated), len(wasm.raw))
	}
	const documented = 1_347_000 // README.md and web/docs/embedding.md
	if n := len(packed); n < documented*90/100 || n > documented*102/100 {
		t.Errorf("%d bytes, but the documentation says %d", n, documented)
	}
}
