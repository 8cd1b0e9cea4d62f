package tool

import (
	"bytes"
	"strings"

	"unspool/parser/filediff"
	"unspool/parser/internal/toolname"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// bashKind runs commands: FORMAT.md, "toolUseResult by tool", Bash.
var bashKind = Kind{
	ID:      "bash",
	Names:   toolname.Shells(),
	Target:  []string{"command", "code"},
	Note:    noteIn("description"),
	Outcome: bashOutcome,
	Reason:  commandReason,
	Input:   bashInput,
	Result:  bashParts,
	Failure: failedCommandParts,
	Series:  "bash",
}

// maxCounted limits the persisted output whose lines are counted for a row.
const maxCounted = 1 << 20

func bashOutcome(c *Call, t *protocol.Tool) {
	r := &c.Output
	head, _ := c.words(40)
	switch code, ok := exitCode(head); {
	case ok:
		t.Exit = known(code)
	case c.reply.Has("return_code"):
		t.Exit = known(c.reply.Int(-1, "return_code"))
		t.Lines = new(c.reply.LineCount("stdout") + c.reply.LineCount("stderr"))
	case t.Status == protocol.CallOK && r.Has("stdout") && !r.Has("returnCodeInterpretation"):
		t.Exit = new(0)
	}
	if r.Has("stdout") && !isTrue(r, "isImage") {
		t.Lines = new(r.LineCount("stdout") + r.LineCount("stderr"))
	}
	if t.Status == protocol.CallOK && t.Lines == nil && !r.Has("stdout") {
		text, more := c.words(maxPreview)
		if t.Exit != nil {
			_, text, _ = strings.Cut(text, "\n") // without "Exit code 1"
		}
		if !more {
			t.Lines = new(len(filediff.Lines(text)))
		}
	}
	if p := c.readPersisted(maxCounted); p != nil { // its preview does not show its length
		if t.Lines = nil; p.text != "" && !p.cut {
			t.Lines = new(strings.Count(strings.TrimSuffix(p.text, "\n"), "\n") + 1)
		}
	}
	t.Answer = lineOf(r, 80, "returnCodeInterpretation")
	// The exit code already shows "Exit code 1"; the next line says more.
	if t.Status == protocol.CallError && strings.HasPrefix(t.Error, "Exit code ") {
		t.Error = ""
	}
}

// exitCode parses the first line of a failed command: "Exit code 127".
func exitCode(text string) (int, bool) {
	remainder, found := strings.CutPrefix(text, "Exit code ")
	if !found {
		return 0, false
	}
	n, digits := 0, 0
	for ; digits < len(remainder) && digits < 6 && remainder[digits] >= '0' && remainder[digits] <= '9'; digits++ {
		n = n*10 + int(remainder[digits]-'0')
	}
	return n, digits > 0
}

// commandReason returns the line of a command's output that best explains why it failed: the
// first one that mentions an error, or else the last one.
func commandReason(text string) string {
	best := ""
	if _, ran := exitCode(text); ran {
		return source.FirstLine(text) // the exit code says it
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if strings.Contains(strings.ToLower(line), "error") {
			return source.OneLine(line, 200)
		}
		if strings.TrimSpace(line) != "" {
			best = line
		}
	}
	return source.OneLine(best, 200)
}

func bashInput(c *Call) []protocol.Part {
	if !c.Args.IsString("command", "code") {
		return nil
	}
	p := protocol.Part{Kind: protocol.PartTerminal, Role: protocol.RoleInput}
	p.Command, p.Cut = c.Args.FullText("command", "code")
	return []protocol.Part{p}
}

// bashParts shows a command with its output. It shows the full output if that is in a file
// that the user opened.
func bashParts(c *Call) []protocol.Part {
	p := protocol.Part{Kind: protocol.PartTerminal, Command: c.command()}
	output, more, isPersisted := c.persistedText()
	isImage := isTrue(&c.Output, "isImage")
	switch {
	case isImage: // the image is its output
		p.Role = protocol.RoleInput
	case isPersisted && (c.persisted.file != nil || !c.Output.Has("stdout")):
		p.Text, p.Cut, p.Size = output, more, c.persisted.size
	case c.Output.Has("stdout"):
		p.Text, p.Cut = c.Output.FullText("stdout")
		p.Size = c.Output.Size("stdout")
	default:
		p.Text, p.Cut = source.Words(c.text, source.MaxText)
		p.Size = len(c.text)
	}
	if c.Output.Has("stdout") {
		c.setEnd(&p)
	}
	parts := []protocol.Part{p}
	if !c.Args.IsString("command", "code") { // the executed command is not in a known member
		parts = append(content.Fields(protocol.RoleInput, &c.Args), p)
	}
	media := len(parts)
	if len(c.text) > 0 && c.text[0] == '[' {
		parts = append(parts, content.AllMedia(c.src, c.File, c.Result, c.File.Blocks.At(c.ResultBlk).Text)...)
	}
	if isImage && len(parts) == media {
		parts = append(parts, c.printedImage()...)
	}
	return content.WithOthers(parts, protocol.RoleStructured, &c.Output, "stdout stderr isImage noOutputExpected returnCodeInterpretation "+
		"persistedOutputPath persistedOutputSize interrupted backgroundTaskId")
}

// setEnd sets how a command ended.
func (c *Call) setEnd(p *protocol.Part) {
	p.Stderr = c.Output.Text(source.MaxText, "stderr")
	p.Note = c.Output.Text(400, "returnCodeInterpretation")
	switch {
	case p.Note != "":
	case c.Flags&record.Interrupted != 0:
		p.Note = "interrupted"
	case c.started():
		if p.Note = "background"; c.end != "" {
			p.Note = EndState(c.end)
		}
		if source.IsEmpty(c.Output.Raw("stdout")) { // its output is not in this record
			p.Role = protocol.RoleInput
		}
	default:
		p.Exit = new(0)
	}
}

// printedImage returns the image that a command printed as a data URL on stdout.
func (c *Call) printedImage() []protocol.Part {
	raw := c.Output.Raw("stdout")
	at := bytes.Index(raw[:min(len(raw), 200)], []byte(";base64,"))
	if at < 0 || raw[0] != '"' {
		return nil
	}
	kind := strings.TrimPrefix(string(raw[1:at]), "data:")
	at += len(";base64,")
	m := protocol.Media{File: c.File.Number, Type: strings.ReplaceAll(kind, `\/`, "/"), Length: len(raw) - 1 - at,
		Offset: float64(c.File.Records.At(c.Result).Offset) + float64(int(c.Structured.From)+c.Output.Offset("stdout")+at)}
	return []protocol.Part{content.Media(m)}
}

// failedCommandParts shows the output of a command that failed: the result begins with its
// exit code. It returns nil if the command was never run.
func failedCommandParts(c *Call) []protocol.Part {
	text, more := source.Words(c.text, source.MaxText)
	code, ok := exitCode(text)
	if !ok {
		return nil
	}
	_, printed, _ := strings.Cut(text, "\n")
	note := ""
	if strings.HasPrefix(printed, "Command timed out ") {
		note, printed, _ = strings.Cut(printed, "\n")
	}
	return []protocol.Part{{
		Kind: protocol.PartTerminal, Command: c.command(), Text: printed, Note: note, Cut: more, Size: len(c.text), Exit: &code,
	}}
}
