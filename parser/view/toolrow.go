package view

import (
	"bytes"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// maxStructured bounds the structured result that is read for one line of the
// screen; the outcome of a larger one is not told.
const maxStructured = 4 << 20

// call reads what a tool call was given and what came back.
type call struct {
	*parser.ToolCall
	file   *parser.File
	name   string
	face   string
	server string
	tool   string
	input  object
	result object // structured result, where it is an object
	text   []byte // raw content of the result block
}

// call reads a tool call. Structured results over the bound are left out.
func (v *Viewer) call(f *parser.File, index int32) call {
	c := call{ToolCall: &f.Calls[index], file: f}
	c.name = f.Name(c.Name)
	c.face, c.server, c.tool = face(c.name)
	if c.Use >= 0 {
		// The bytes are kept by objects, and the source reuses its pages.
		c.input = parseObject(bytes.Clone(v.source.span(f, c.Use, c.Input)))
	}
	if c.Result >= 0 {
		if c.Structured.Len() > 0 && c.Structured.Len() <= maxStructured {
			if raw := v.source.span(f, c.Result, c.Structured); len(raw) > 0 && raw[0] == '{' {
				c.result = parseObject(bytes.Clone(raw))
			}
		}
		c.text = bytes.Clone(v.source.span(f, c.Result, f.Blocks[c.ResultBlk].Text))
	}
	return c
}

func (v *Viewer) toolRow(l *list, f *parser.File, item *parser.Item, row *Row) {
	row.Kind = "tool"
	index := f.Blocks[item.Block].Call
	c := v.call(f, index)
	t := &Tool{Name: c.tool, Face: c.face, Server: c.server, Target: target(c.face, &c.input), Note: note(c.face, &c.input),
		Exit: -1, Lines: -1, Added: -1, Removed: -1, Count: -1, Done: -1, Duration: -1}
	row.Tool = t
	if c.Result >= 0 {
		if from, to := f.Records[c.Use].Time, f.Records[c.Result].Time; from > 0 && to >= from {
			t.Duration = float64(to - from)
		}
	}
	t.Status, t.Error = c.status()
	c.outcome(t)
	row.Run = v.runOf(l, &c, index, l.open[row.Key])
}

// status says how a call ended, and the first words of a failure: format.md,
// "Errors".
func (c *call) status() (status, failure string) {
	if c.Result < 0 {
		if c.file.Closed {
			return "none", ""
		}
		return "running", ""
	}
	head, _ := words(c.text, 2000)
	text := strings.TrimSpace(strings.TrimPrefix(head, "<tool_use_error>"))
	switch {
	case strings.HasPrefix(text, "[Request interrupted by user"), c.Flags&record.Interrupted != 0:
		return "interrupted", ""
	case strings.HasPrefix(text, "The user doesn't want to proceed"), strings.HasPrefix(text, "The user doesn't want to take this action"):
		return "rejected", feedback(text)
	case !c.file.Blocks[c.ResultBlk].Error && c.Flags&record.Denied == 0:
		return "ok", ""
	case c.Flags&record.Denied != 0, strings.HasPrefix(text, "Permission to use"), strings.Contains(text, "requested permissions to"):
		return "denied", firstLine(text)
	}
	return "error", firstLine(strings.TrimSuffix(text, "</tool_use_error>"))
}

// feedback gives what the person said when they refused a call.
func feedback(text string) string {
	_, said, found := strings.Cut(text, "the user said:\n")
	if !found {
		if _, said, found = strings.Cut(text, "the user said: "); !found {
			return ""
		}
	}
	return oneLine(said, 300)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return oneLine(line, 200)
}

// outcome fills in what the structured result tells, by the tool's face:
// format.md, "toolUseResult by tool".
func (c *call) outcome(t *Tool) {
	r := &c.result
	switch c.face {
	case "bash":
		c.bashOutcome(t)
	case "read":
		file := r.object("file")
		t.Lines, t.From = file.integer(-1, "numLines"), file.integer(0, "startLine")
	case "write":
		t.Lines = c.input.lines("content")
		t.Added, t.Removed = patchSize(r)
	case "edit":
		t.Added, t.Removed = patchSize(r)
	case "grep":
		t.Count = r.integer(-1, "numMatches", "numFiles")
		if r.str(20, "mode") == "content" {
			t.Count, t.Lines = -1, r.integer(-1, "numLines")
		}
	case "glob":
		t.Count = r.integer(-1, "numFiles")
	case "search":
		t.Count = searchHits(r)
	case "fetch":
		if code := r.integer(-1, "code"); code >= 400 {
			t.Error = oneLine(r.str(80, "codeText"), 80)
		}
		t.Lines = -1
	case "todo":
		t.Count, t.Done = 0, 0
		for _, item := range c.input.array("todos") {
			t.Count++
			if string(item.GetStringBytes("status")) == "completed" {
				t.Done++
			}
		}
	case "toolsearch":
		t.Count = r.count(-1, "matches")
	}
}

func (c *call) bashOutcome(t *Tool) {
	head, _ := words(c.text, 40)
	if code, ok := exitCode(head); ok {
		t.Exit = code
	} else if t.Status == "ok" && c.result.has("stdout") {
		t.Exit = 0
	}
	if c.result.has("stdout") {
		t.Lines = c.result.lines("stdout") + c.result.lines("stderr")
	}
	// "Exit code 1" is told by the number; the next line says more.
	if t.Status == "error" && strings.HasPrefix(t.Error, "Exit code ") {
		t.Error = ""
	}
}

// exitCode reads the head line of a failed command: "Exit code 127".
func exitCode(text string) (int, bool) {
	rest, found := strings.CutPrefix(text, "Exit code ")
	if !found {
		return 0, false
	}
	n, digits := 0, 0
	for ; digits < len(rest) && digits < 6 && rest[digits] >= '0' && rest[digits] <= '9'; digits++ {
		n = n*10 + int(rest[digits]-'0')
	}
	return n, digits > 0
}

// patchSize counts the lines that a patch adds and removes, -1 without one.
func patchSize(r *object) (added, removed int) {
	hunks := r.array("structuredPatch")
	if hunks == nil {
		return -1, -1
	}
	for _, h := range hunks {
		for _, line := range h.GetArray("lines") {
			switch text, _ := line.StringBytes(); {
			case len(text) > 0 && text[0] == '+':
				added++
			case len(text) > 0 && text[0] == '-':
				removed++
			}
		}
	}
	return added, removed
}

// searchHits counts the links of a web search, -1 when it is unknown.
func searchHits(r *object) int {
	list := r.array("results")
	if list == nil {
		return -1
	}
	n := 0
	for _, x := range list {
		n += len(x.GetArray("content"))
	}
	return n
}
