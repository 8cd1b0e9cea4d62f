package docs

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
)

// highlightScript runs in Node, which the page's packages need anyhow.
//
//go:embed highlight.cjs
var highlightScript string

// Highlight returns a highlighter that renders code like the viewer, with the same package
// and therefore the same classes.
func Highlight(root string) Highlighter {
	return func(ctx context.Context, blocks []*Block) ([]string, error) {
		input, err := json.Marshal(blocks)
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, "node", "-e", highlightScript)
		cmd.Dir = filepath.Join(root, "web")
		cmd.Stdin = bytes.NewReader(input)
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		output, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(complaint.Bytes()))
		}
		var rendered []string
		if err := json.Unmarshal(output, &rendered); err != nil {
			return nil, err
		}
		if len(rendered) != len(blocks) {
			return nil, fmt.Errorf("%d of %d blocks came back", len(rendered), len(blocks))
		}
		return rendered, nil
	}
}
