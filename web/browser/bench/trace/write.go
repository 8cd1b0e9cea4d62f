package trace

import (
	"fmt"
	"io"
	"strings"
)

// Write writes a summary as tables in Markdown, with at most a number of functions per thread.
func (s *Summary) Write(w io.Writer, functions int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%.0f ms in all.\n\n| mark | thread | ms |\n|---|---|---|\n", s.Length)
	for _, m := range s.Marks {
		fmt.Fprintf(&b, "| %s | %s | %.1f |\n", m.Name, m.Thread, m.At)
	}
	writeShares(&b, "step, all of its times", s.Steps)
	for _, t := range s.Threads {
		fmt.Fprintf(&b, "\n**%s**: longest task %.1f ms\n", t.Name, t.Longest)
		writeShares(&b, "work (CPU)", t.Work)
		writeShares(&b, "function (samples)", t.Functions[:min(functions, len(t.Functions))])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeShares(b *strings.Builder, title string, all []Share) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | ms |\n|---|---|\n", title)
	for _, one := range all {
		fmt.Fprintf(b, "| %s | %.1f |\n", one.Name, one.MS)
	}
}
