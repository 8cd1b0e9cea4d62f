package export

import (
	"bytes"
	"fmt"
	"io"
	"path"

	"unspool/parser"
)

// selectOutputs finds the outputs of calls, in files of their own, that the results name that stay. If no call is
// left out, all stay.
func (t *exportedSession) selectOutputs(open func(file int) io.ReaderAt) error {
	if t.report.LeftOut.Calls+t.report.LeftOut.Results == 0 {
		return nil
	}
	t.outputs = map[*parser.File]bool{}
	var outputs []*parser.File
	for _, f := range t.session.Sidecars {
		if f.Role == parser.RoleSpilled {
			outputs = append(outputs, f)
		}
	}
	if len(outputs) == 0 {
		return nil
	}
	for _, f := range t.session.Files {
		r := reader{file: f, in: open(f.Number)}
		for i, isDropped := range t.dropped[f] {
			if isDropped || !hasResult(f, int32(i), t.calls) {
				continue
			}
			line, err := r.line(int32(i))
			if err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			for _, o := range outputs {
				if bytes.Contains(line, []byte(path.Base(o.Path))) {
					t.outputs[o] = true
				}
			}
		}
	}
	return nil
}

// hasResult reports whether a record has the result of a call, and of none that is in leftOut.
func hasResult(f *parser.File, index int32, leftOut map[parser.CallRef]bool) bool {
	r := f.Records.At(index)
	if r.Class != parser.ClassToolResult {
		return false
	}
	for i := r.First; i < r.First+int32(r.Blocks); i++ {
		if call := f.Blocks.At(i).Call; call >= 0 && leftOut[parser.CallRef{File: f, Index: call}] {
			return false
		}
	}
	return true
}
