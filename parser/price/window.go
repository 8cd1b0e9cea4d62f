package price

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed windows.tsv
var windows string

// A Window is the size of a model's context window in tokens: the usual one, and the larger
// one that can be chosen. Long is 0 if there is none.
type Window struct{ Usual, Long int64 }

// Windows holds the context windows of models.
type Windows struct{ models map[string]Window }

// DefaultWindows parses the built-in table, whose header describes its columns.
func DefaultWindows() *Windows {
	w, err := ParseWindows(windows)
	if err != nil {
		panic("price: the built-in table of windows is broken: " + err.Error())
	}
	return w
}

// ParseWindows parses a table in the format of windows.tsv.
func ParseWindows(text string) (*Windows, error) {
	w := &Windows{models: map[string]Window{}}
	for n, f := range tableRows(text) {
		if len(f) < 3 {
			return nil, fmt.Errorf("line %d: %d columns, want at least 3", n, len(f))
		}
		usual, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || usual <= 0 {
			return nil, fmt.Errorf("line %d: %q is no number of tokens", n, f[1])
		}
		long := int64(0)
		if f[2] != "-" {
			if long, err = strconv.ParseInt(f[2], 10, 64); err != nil || long <= usual {
				return nil, fmt.Errorf("line %d: %q is no larger number of tokens", n, f[2])
			}
		}
		w.models[Family(f[0])] = Window{usual, long}
	}
	return w, nil
}

// Of returns the context window of a model, or 0 if it is not known. most is the largest
// number of tokens that the model was given at once. A model has the long window if its
// name contains the mark "[1m]", or if it was given more tokens than the usual window holds.
func (w *Windows) Of(model string, most int64) int64 {
	x, ok := w.models[Family(model)]
	size := x.Usual
	if x.Long > 0 && (most > x.Usual || strings.Contains(model, "[1m]")) {
		size = x.Long
	}
	if !ok || most > size {
		return 0
	}
	return size
}
