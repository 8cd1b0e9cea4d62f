//go:build js && wasm && !export

package main

import (
	"io"

	"unspool/parser"
)

// exportQueries returns no queries: only the larger program exports.
func exportQueries(*parser.Store, func(file int) io.ReaderAt) []query { return nil }
