package export

import (
	"encoding/json"

	"unspool/parser"
)

// HeadLine returns the first record of a transcript that is copied and lacks something, or in which values were replaced.
// It is nil if there is nothing to count.
func HeadLine(l LeftOut, r Redaction) ([]byte, error) {
	if l == (LeftOut{}) && r.IsZero() {
		return nil, nil
	}
	line, err := json.Marshal(head{Type: parser.ExportLabel, Version: headVersion, LeftOut: l, Redacted: r})
	return append(line, '\n'), err
}
