package main

import (
	"fmt"
	"io"
	"path/filepath"

	"unspool/parser/cmd/unspool/cli"
)

// A bar shows on a terminal how much of a long file has been read.
type bar struct {
	out             io.Writer
	name            string
	size, at        int64
	reported, every int64
}

// newBar returns nil if nobody would see the bar: no terminal, or a short file.
func newBar(out io.Writer, name string, size int64) *bar {
	const long = 32 << 20
	if size < long || !cli.IsTerminal(out) {
		return nil
	}
	return &bar{out: out, name: filepath.Base(name), size: size, every: max(size/100, 1<<20)}
}

// Write counts the bytes of p as read.
func (b *bar) Write(p []byte) (int, error) {
	b.at += int64(len(p))
	if b.at-b.reported >= b.every {
		b.reported = b.at
		fmt.Fprintf(b.out, "\r%s %d %%\x1b[K", b.name, b.at*100/b.size)
	}
	return len(p), nil
}

func (b *bar) clear() { fmt.Fprint(b.out, "\r\x1b[K") }
