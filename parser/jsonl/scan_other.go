//go:build !wasm

package jsonl

import "bytes"

func scan(b []byte, at int, out *[batch]entry) (n, next int) { return scanGo(b, at, out) }

func find(b []byte, at int, c byte) int {
	if n := bytes.IndexByte(b[at:], c); n >= 0 {
		return at + n
	}
	return -1
}
