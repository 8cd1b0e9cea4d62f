package price

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed windows.tsv
var windows string

// A Window is how many tokens a model can be given: usually, and where a larger
// window was chosen. Long is 0 where there is none.
type Window struct{ Usual, Long int64 }

// Windows holds the windows of models.
type Windows struct{ models map[string]Window }

// DefaultWindows reads the built-in table, whose head describes its columns.
func DefaultWindows() *Windows {
	w, err := ParseWindows(windows)
	if err != nil {
		panic("price: the built-in table of windows is broken: " + err.Error())
	}
	return w
}

// ParseWindows reads a table in the form of windows.tsv.
func ParseWindows(text string) (*Windows, error) {
	w := &Windows{models: map[string]Window{}}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < 3 {
			return nil, fmt.Errorf("line %d: %d columns, want at least 3", n+1, len(f))
		}
		usual, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || usual <= 0 {
			return nil, fmt.Errorf("line %d: %q is no number of tokens", n+1, f[1])
		}
		long := int64(0)
		if f[2] != "-" {
			if long, err = strconv.ParseInt(f[2], 10, 64); err != nil || long <= usual {
				return nil, fmt.Errorf("line %d: %q is no larger number of tokens", n+1, f[2])
			}
		}
		w.models[Family(f[0])] = Window{usual, long}
	}
	return w, nil
}

// Of gives the window of a model in which most tokens were given to it at once;
// 0 where it is not known. A model whose name carries the mark of the long window
// has that, and so has one that was given more than the usual one holds.
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
