package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

const (
	replyBytes    = 600 // of the first paragraph of a reply
	argumentBytes = 100 // of the first argument of a call
	// maxSummary is the length of the longest summary: even if JSON escapes each byte, its record is shorter than
	// [jsonl.MaxLine].
	maxSummary = 4 << 20
	maxPrompt  = 256 << 10 // bytes of a prompt in it
	maxFact    = 4 << 10   // bytes of a fact about the session, such as its folder
)

// summaryOpening is the beginning of a summary, by which Claude Code and the parser know it.
const summaryOpening = "This session is being continued from a previous conversation. In short, without a model:\n"

// A summary takes the place of turns at the beginning of a session, like that of a compaction: it is a
// compact_boundary and a message with isCompactSummary, and no record of the type "summary", which is a title. See
// FORMAT.md, "Compaction".
type summary struct {
	before int32  // Record of the main file that follows it
	id     string // of its last record
	lines  []byte // the two records
}

// isCompressed reports whether a turn is in the summary: it is selected, and before the last turns that are.
func (t *exportedSession) isCompressed(turn int32) bool {
	if turn < 0 || int(turn) >= t.compressBefore {
		return false
	}
	of := &t.conv.Turns[turn]
	return of.Branch == 0 && t.options.Prompts.Has(int(of.Prompt))
}

// earlierSummary returns the record of the summary with which a conversation begins, or false: no record has what came
// before it.
func earlierSummary(c *parser.Conversation) (int32, bool) {
	items := c.Items
	if len(c.Turns) > 0 {
		items = items[:c.Turns[0].First]
	}
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Kind == parser.ItemSummary && c.File.Records.At(items[i].Record).Branch == 0 {
			return items[i].Record, true
		}
	}
	return 0, false
}

// summarize makes the summary of the turns that are compressed, if there are any.
func (t *exportedSession) summarize(in io.ReaderAt) error {
	c := t.conv
	_, hasTurns := earlierSummary(c)
	hasTurns = hasTurns && t.compressBefore > 0
	for i := range t.compressBefore {
		hasTurns = hasTurns || t.isCompressed(int32(i))
	}
	if !hasTurns {
		return nil
	}
	before, ok := afterSummary(t)
	if !ok {
		return nil
	}
	r := reader{file: c.File, in: in}
	text, err := t.summaryText(&r)
	if err != nil {
		return err
	}
	first, err := r.line(before)
	if err != nil {
		return err
	}
	t.summary = t.newSummary(before, first, text)
	return nil
}

// afterSummary returns the record that follows a summary: the first one that is written and has an id, or, of a stream
// of pieces, the first one.
func afterSummary(t *exportedSession) (int32, bool) {
	f := t.conv.File
	found := int32(-1)
	for i := range f.Records.Len() {
		switch {
		case t.dropped[f][i]:
		case f.UUID(i) != "":
			return i, true
		case found < 0:
			found = i
		}
	}
	return found, found >= 0
}

// timeNear returns the time of a record, or of the next one that has one, or of the last one before it, in ms since 1970.
func timeNear(f *parser.File, index int32) int64 {
	for i := index; i < f.Records.Len(); i++ {
		if at := f.Records.At(i).Time; at != 0 {
			return at
		}
	}
	for i := index - 1; i >= 0; i-- {
		if at := f.Records.At(i).Time; at != 0 {
			return at
		}
	}
	return 0
}

// newSummary writes the records of a summary. The facts about the session are those of the record that
// follows it.
func (t *exportedSession) newSummary(before int32, first []byte, text string) *summary {
	s := &summary{before: before, id: hashID(t.session.ID, t.options.ID, "summary")}
	boundary := hashID(t.session.ID, t.options.ID, "boundary")
	var facts []byte
	for _, name := range []string{"cwd", "version", "gitBranch", "userType"} {
		if at := record.Member(first, 0, name); at >= 0 && jsonl.Skip(first, at)-at <= maxFact {
			facts = fmt.Appendf(facts, `,"%s":%s`, name, first[at:jsonl.Skip(first, at)])
		}
	}
	if at := timeNear(t.conv.File, before); at != 0 {
		facts = fmt.Appendf(facts, `,"timestamp":"%s"`, time.UnixMilli(at).UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	quoted, _ := json.Marshal(t.newID(t.session.ID)) // a string never fails
	facts = fmt.Appendf(facts, `,"isSidechain":false,"sessionId":%s`, quoted)
	content, _ := json.Marshal(text)
	s.lines = fmt.Appendf(nil, `{"type":"system","subtype":"compact_boundary","uuid":"%s","parentUuid":null,`+
		`"content":"Conversation compacted","level":"info","compactMetadata":{"trigger":"manual"}%s}`+"\n", boundary, facts)
	s.lines = fmt.Appendf(s.lines, `{"type":"user","uuid":"%s","parentUuid":"%s","isCompactSummary":true,`+
		`"isVisibleInTranscriptOnly":true,"message":{"role":"user","content":%s}%s}`+"\n", s.id, boundary, content, facts)
	return s
}

// summaryText returns the turns that are compressed in words. It counts those that do not fit.
func (t *exportedSession) summaryText(r *reader) (string, error) {
	c := t.conv
	var out summaryBuffer
	if record, ok := earlierSummary(c); ok && t.options.Prompts.First <= 1 {
		line, err := r.line(record)
		if err != nil {
			return "", err
		}
		text := strings.TrimSpace(strings.TrimPrefix(r.text(line), summaryOpening))
		out.begin(-1)
		out.write("\n## Before\n\n" + text + "\n\n")
	}
	for i := range c.Items {
		item := &c.Items[i]
		if !t.isCompressed(item.Turn) {
			continue
		}
		out.begin(item.Turn)
		line, err := r.line(item.Record)
		if err != nil {
			return "", err
		}
		switch item.Kind {
		case parser.ItemPrompt:
			heading := "### You" // within a turn
			if turn := &c.Turns[item.Turn]; turn.First == int32(i) {
				heading = "## " + promptName(turn)
			}
			out.write("\n" + heading + "\n\n" + out.prompt(r.text(line)) + "\n\n")
		case parser.ItemText:
			b := c.File.Blocks.At(item.Block)
			text := string(record.AppendWords(nil, line[b.Text.From:b.Text.To], 0, 8*replyBytes))
			if text = firstParagraph(text); text != "" {
				out.write(text + "\n\n")
			}
		case parser.ItemTool:
			call := c.File.Blocks.At(item.Block).Call
			if call >= 0 && (t.options.ResultsOnly || !t.calls[parser.CallRef{File: c.File, Index: call}]) {
				out.write(callLine(c.File, c.File.Calls.At(call), line))
			}
		}
	}
	text, lost := out.text()
	t.report.LeftOut.Summary = lost
	return text, nil
}

func promptName(turn *parser.Turn) string {
	if turn.Event {
		return "Event"
	}
	return fmt.Sprintf("Prompt %d", turn.Prompt)
}

// firstParagraph returns the first paragraph of a text, with the headings before it.
func firstParagraph(text string) string {
	text = strings.TrimSpace(text)
	end := 0
	for end < len(text) {
		paragraph, _, _ := strings.Cut(text[end:], "\n\n")
		end += len(paragraph)
		if !isHeading(paragraph) {
			break
		}
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], "\n"))
	}
	if text = text[:end]; len(text) > replyBytes {
		text = string(record.Prefix([]byte(text), replyBytes)) + "…"
	}
	return text
}

// isHeading reports whether a paragraph is a heading of Markdown and nothing else.
func isHeading(paragraph string) bool {
	return strings.HasPrefix(strings.TrimLeft(paragraph, "#"), " ") && paragraph[0] == '#' && !strings.Contains(paragraph, "\n")
}

// callLine returns a call on one line: its tool, its first argument that is a text, and whether it
// failed.
func callLine(f *parser.File, c *parser.ToolCall, line []byte) string {
	argument := ""
	if input := line[c.Input.From:c.Input.To]; bytes.HasPrefix(input, []byte("{")) {
		jsonl.Object(input, 0, func(_ []byte, at int) int {
			if argument == "" && input[at] == '"' {
				argument = string(record.AppendString(nil, input, at, 4*argumentBytes))
			}
			return jsonl.Skip(input, at)
		})
	}
	argument = strings.Join(strings.Fields(argument), " ")
	if len(argument) > argumentBytes {
		argument = string(record.Prefix([]byte(argument), argumentBytes)) + "…"
	}
	failed := ""
	if c.Failed {
		failed = " (failed)"
	}
	return strings.TrimRight("- "+f.Name(c.Name)+" "+argument, " ") + failed + "\n"
}

// A reader reads records of a file into one buffer, and keeps the last one. With a buffer for each, a summary of 300 MB
// took 246 MB of memory in WebAssembly, with one 109 MB.
type reader struct {
	file   *parser.File
	in     io.ReaderAt
	parser record.Parser
	index  int32
	last   []byte
}

// text returns the text of a prompt as it was sent to the model.
func (r *reader) text(line []byte) string {
	if parsed := r.parser.Parse(line); parsed != nil {
		return string(parsed.AppendText(nil, line))
	}
	return ""
}

// line returns a record. It is valid until the next call.
func (r *reader) line(index int32) ([]byte, error) {
	if len(r.last) > 0 && r.index == index {
		return r.last, nil
	}
	e := r.file.Records.At(index)
	text := slices.Grow(r.last[:0], int(e.Length))[:e.Length]
	r.last = nil // until it is read
	if n, err := r.in.ReadAt(text, e.Offset); n < len(text) {
		return nil, fmt.Errorf("record %d at byte %d: %w", index+1, e.Offset, err)
	}
	r.index, r.last = index, text
	return text, nil
}
