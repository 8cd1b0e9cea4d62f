package view

import (
	"bytes"
	"strings"

	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// failedCommand shows the output of a command that failed: the result begins with its exit
// code. It returns nil if the command was never run.
func failedCommand(c *call) []protocol.Part {
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
	return []protocol.Part{{Kind: "terminal", Command: c.command(), Text: printed, Note: note, Cut: more, Size: len(c.text), Exit: code}}
}

func (c *call) command() string { return c.input.Text(source.MaxText, "command", "code") }

// terminalParts shows a command with its output. It shows the full output if that was spilled
// to a file that the user opened.
func (v *toolReader) terminalParts(c *call) []protocol.Part {
	ended := c.ended
	p := protocol.Part{Kind: "terminal", Command: c.command(), Exit: -1}
	full, more, spilled := c.spilledWords()
	image := string(c.result.Raw("isImage")) == "true"
	switch {
	case image: // the image is its output
		p.Role = "input"
	case spilled && (c.full.file != nil || !c.result.Has("stdout")):
		p.Text, p.Cut, p.Size = full, more, c.full.size
	case c.result.Has("stdout"):
		p.Text, p.Cut = c.result.FullText("stdout")
		p.Size = c.result.Size("stdout")
	default:
		p.Text, p.Cut = source.Words(c.text, source.MaxText)
		p.Size = len(c.text)
	}
	if c.result.Has("stdout") {
		p.Stderr = c.result.Text(source.MaxText, "stderr")
		p.Note = c.result.Text(400, "returnCodeInterpretation")
		switch {
		case p.Note != "":
		case c.Flags&record.Interrupted != 0:
			p.Note = "interrupted"
		case c.started():
			if p.Note = "background"; ended != "" {
				p.Note = stateOf(ended)
			}
			if source.IsEmpty(c.result.Raw("stdout")) { // its output is not in this record
				p.Role = "input"
			}
		default:
			p.Exit = 0
		}
	}
	parts := []protocol.Part{p}
	if len(c.text) > 0 && c.text[0] == '[' {
		parts = append(parts, content.AllMedia(v.source, c.file, c.Result, c.file.Blocks.At(c.ResultBlk).Text)...)
	}
	if image && len(parts) == 1 {
		parts = append(parts, c.printedImage()...)
	}
	return content.WithOthers(parts, "structured", &c.result, "stdout stderr isImage noOutputExpected returnCodeInterpretation "+
		"persistedOutputPath persistedOutputSize interrupted backgroundTaskId")
}

// printedImage returns the image that a command printed as a data URL on stdout.
func (c *call) printedImage() []protocol.Part {
	raw := c.result.Raw("stdout")
	at := bytes.Index(raw[:min(len(raw), 200)], []byte(";base64,"))
	if at < 0 || raw[0] != '"' {
		return nil
	}
	kind := strings.TrimPrefix(string(raw[1:at]), "data:")
	at += len(";base64,")
	m := protocol.Media{File: c.file.Number, Type: strings.ReplaceAll(kind, `\/`, "/"), Length: len(raw) - 1 - at,
		Offset: float64(c.file.Records.At(c.Result).Offset) + float64(int(c.Structured.From)+c.result.Offset("stdout")+at)}
	return []protocol.Part{content.Media(m)}
}

// shellParts shows the latest output of a background command, or the results of agents or of
// another task. It returns nil for calls that only stop one.
func shellParts(c *call) []protocol.Part {
	r := &c.result
	if agents := r.Object("agents"); len(agents.Keys) > 0 {
		var parts []protocol.Part
		for i, id := range agents.Keys[:min(len(agents.Keys), source.MaxShown/2)] {
			agent := source.Parse(agents.RawAt(i))
			if len(agent.Keys) == 0 {
				continue
			}
			parts = content.WithOthers(parts, "output", &agent, "result output prompt")
			answer := content.Text("markdown", "output", agent.Raw("result", "output"))
			answer.Name = id
			parts = append(parts, answer)
		}
		return parts
	}
	task := r.Object("task")
	if len(task.Keys) > 0 {
		return taskOutput(&task)
	}
	if text := r.Text(2000, "message"); text != "" && !r.Has("stdout") {
		return append(c.argumentParts(), content.Words("output", text, false, len(text)))
	}
	if !r.Has("stdout") {
		return nil
	}
	p := protocol.Part{Kind: "terminal", Command: r.Text(source.MaxText, "command"), Note: r.Text(40, "status"), Exit: r.Int(-1, "exitCode")}
	p.Text, p.Cut = r.FullText("stdout")
	p.Size = r.Size("stdout")
	p.Stderr = r.Text(source.MaxText, "stderr")
	return content.WithOthers([]protocol.Part{p}, "structured", r, "command stdout stderr stdoutLines stderrLines exitCode status timestamp shellId")
}

func taskOutput(task *source.Object) []protocol.Part {
	p := content.Text("markdown", "output", task.Raw("output", "result"))
	if task.Text(40, "task_type") == "local_bash" {
		return []protocol.Part{{Kind: "terminal", Command: task.Text(source.MaxText, "command"), Text: p.Text, Cut: p.Cut, Size: p.Size,
			Note: task.Text(40, "status"), Exit: task.Int(-1, "exitCode")}}
	}
	var parts []protocol.Part
	if strings.TrimSpace(p.Text) != "" {
		parts = []protocol.Part{p}
	}
	return content.WithOthers(parts, "structured", task, "output result exitCode prompt")
}
