package view

import (
	"unspool/parser"
	"unspool/parser/view/internal/memo"
)

// A sessionCache holds what was computed for the panes of one session.
type sessionCache struct {
	accounts  memo.Memo[pricing, *accounts]
	timeline  memo.Memo[memo.Identity, *timeline]
	outline   memo.Memo[outlineKey, *outline]
	fileOps   map[*parser.File]*memo.Memo[int, *fileOps]
	fileOpLog memo.Memo[memo.Identity, *fileOpLog]
	summed    int // number of file operations in the last result of [Viewer.early]

	// Answers that take several calls, kept until the last of them.
	nets  []*netDiff // the latest first
	patch *patchWriter
	forms *schemaScan
}
