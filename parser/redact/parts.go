package redact

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/toolname"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// Parts are parts of transcripts that can be left out as a whole.
type Parts uint8

// The parts of transcripts.
const (
	Images   Parts = 1 << iota // become a picture of one pixel
	Outputs                    // the results of tools
	Thinking                   // the model's thinking, with its signatures
	Files                      // the contents of files in calls, results and attachments
	Context                    // what Claude Code added: reminders, attachments, memory files
)

// partNames are the names of parts in the order of their bits, and the notes that take their place.
func partNames() [][2]string {
	return [][2]string{{"images", "[image removed]"}, {"outputs", "[output removed]"}, {"thinking", "[thinking removed]"},
		{"files", "[file contents removed]"}, {"context", "[context removed]"}}
}

// ParseParts returns the parts with the given names, separated by commas.
func ParseParts(names string) (Parts, error) {
	var p Parts
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		bit := Parts(0)
		for i, n := range partNames() {
			if n[0] == name {
				bit = 1 << i
			}
		}
		if bit == 0 {
			return 0, fmt.Errorf("unknown part %q", name)
		}
		p |= bit
	}
	return p, nil
}

// Names returns the names of the parts, as [ParseParts] reads them.
func (p Parts) Names() []string {
	var names []string
	for i, n := range partNames() {
		if p&(1<<i) != 0 {
			names = append(names, n[0])
		}
	}
	return names
}

// note returns the text that takes the place of a text of the parts.
func (p Parts) note() string {
	for i, n := range partNames() {
		if p&(1<<i) != 0 {
			return n[1]
		}
	}
	return ""
}

// isInNote reports whether a range of a text is in a note that took the place of a text or a key.
func isInNote(b []byte, from, to int) bool {
	isIn := func(note string) bool {
		for at := max(0, to-len(note)); at <= from; at++ {
			if bytes.HasPrefix(b[at:], []byte(note)) {
				return true
			}
		}
		return false
	}
	for _, n := range partNames() {
		if isIn(n[1]) {
			return true
		}
	}
	return isIn(removedKey) || isIn(parser.RemovedText)
}

// isEncodedNote reports whether a text is a note in Base64, which takes the place of binary data.
func isEncodedNote(b []byte) bool {
	for _, n := range partNames() {
		if string(b) == base64.StdEncoding.EncodeToString([]byte(n[1])) {
			return true
		}
	}
	return false
}

// pixel is a picture in the PNG format with one transparent pixel, in Base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="

// A partFinder finds out which parts of a transcript the values of its records belong to.
type partFinder struct {
	parts Parts // that are left out
	line  []byte
	calls map[string]bool // ids of the calls that read and write files
	file  bool            // the result in the record is the one of such a call, or has a file
}

// start begins a record.
func (p *partFinder) start(line []byte) {
	p.line = line
	if p.file = false; p.parts&Files != 0 {
		p.file = p.isFileResult() || p.has(0, "toolUseResult", func(at int) bool { return p.memberOf(at, "file") >= 0 })
	}
}

// isFileResult reports whether the record has the result of a call that reads or writes a file.
func (p *partFinder) isFileResult() bool {
	isResult := func(message int) bool {
		return p.has(message, "content", func(content int) bool {
			found := false
			if p.line[content] == '[' {
				jsonl.Array(p.line, content, func(at int) int {
					found = found || p.isFileCall(at)
					return jsonl.Skip(p.line, at)
				})
			}
			return found
		})
	}
	return p.has(0, "message", isResult) || p.has(0, "data", func(at int) bool { // an agent's message in a record of progress
		return p.has(at, "message", func(at int) bool { return p.has(at, "message", isResult) })
	})
}

func (p *partFinder) memberOf(at int, name string) int {
	if at < 0 || at >= len(p.line) || p.line[at] != '{' {
		return -1
	}
	return record.Member(p.line, at, name)
}

// has reports whether the value of a member satisfies a condition. If there are several members with the name, programs
// differ in which one counts: one of them is enough.
func (p *partFinder) has(object int, name string, is func(at int) bool) bool {
	if object < 0 || object >= len(p.line) || p.line[object] != '{' {
		return false
	}
	found := false
	jsonl.Object(p.line, object, func(key []byte, at int) int {
		end := jsonl.Skip(p.line, at)
		if string(key) == name && end > 0 {
			found = is(at) || found
		}
		return end
	})
	return found
}

// hasText reports whether is returns true for a member that is a string.
func (p *partFinder) hasText(object int, name string, is func(text string) bool) bool {
	return p.has(object, name, func(at int) bool {
		return p.line[at] == '"' && is(string(record.Prefix(record.AppendString(nil, p.line, at, longestID+4), longestID)))
	})
}

// isFileCall reports whether a block is the result of a call that reads or writes a file.
func (p *partFinder) isFileCall(at int) bool {
	return len(p.calls) > 0 && p.hasText(at, "tool_use_id", func(id string) bool { return p.calls[id] })
}

// object returns the parts that an object belongs to.
func (p *partFinder) object(at node) (found Parts) {
	if p.parts == 0 || at.place != inBlock && at.place != inRecord {
		return 0
	}
	p.hasText(at.from, "type", func(kind string) bool {
		found |= p.ofKind(kind, at.from)
		return true
	})
	return found & p.parts
}

// ofKind returns the parts that an object with a type belongs to.
func (p *partFinder) ofKind(kind string, at int) Parts {
	switch kind {
	case "image":
		return Images
	case "thinking", "redacted_thinking", "thinking_delta", "signature_delta":
		return Thinking
	case "document", "input_json_delta":
		return Files
	case "search_result":
		return Outputs
	case "tool_use":
		if p.parts&Files != 0 && p.hasText(at, "name", toolname.HasFileContent) {
			if p.calls == nil {
				p.calls = map[string]bool{}
			}
			p.hasText(at, "id", func(id string) bool {
				p.calls[id] = true
				return true
			})
		}
	}
	return 0
}

// member returns the parts that a member belongs to.
func (p *partFinder) member(at node) Parts {
	if p.parts == 0 {
		return 0
	}
	var found Parts
	switch {
	case at.place != inFree && (at.key == "toolUseResult" || at.key == "tool_use_result" || at.key == "mcpMeta"):
		if found = Outputs; p.file {
			found |= Files
		}
	case at.place == inRecord && at.key == "attachment":
		found = Context
		if p.hasText(at.from, "type", isFileAttachment) {
			found |= Files
		}
		if p.hasText(at.from, "type", func(kind string) bool { return strings.HasPrefix(kind, "hook_") }) {
			found |= Outputs
		}
	case at.place == inRecord && (at.key == "progressMessage" || at.key == "replacements"):
		found = Outputs
	case at.place == inRecord && (at.key == "summary" || at.key == "result") && p.isAboutOutput(at.object):
		found = Outputs
	case at.place == inResult && (at.key == "originalFile" || at.key == "file" && p.line[at.from] == '{') || at.key == "extracted_content":
		found = Files
	case at.key == "tool_input" && p.hasText(at.object, "tool_name", toolname.HasFileContent):
		found = Files
	case at.place == inRecord && (at.key == "output" || at.key == "fullOutput" || at.key == "stdout" || at.key == "stderr"):
		found = Outputs
	case at.place == inRecord && at.key == "message" && p.isMeta(at.object):
		found = Context
	case at.place == inBlock && !isResultLink(at.key) && p.isResult(at.object):
		if found = Outputs; p.file || p.isFileCall(at.object) {
			found |= Files
		}
	case at.place == inRecord && at.key == "content" && p.isResult(at.object): // the beginning of a block in a stream
		found = Outputs
	case p.isCitation(at):
		found = Outputs | Files
	case at.place == inBlock && at.key == "input" && p.isFileInput(at.object):
		found = Files
	}
	return found & p.parts
}

// isAboutOutput reports whether a record is about the output of a call or task.
func (p *partFinder) isAboutOutput(record int) bool {
	return p.hasText(record, "type", func(kind string) bool { return kind == "tool_use_summary" }) ||
		p.hasText(record, "subtype", func(kind string) bool { return kind == "task_notification" })
}

// isResult reports whether a block is the result of a tool.
func (p *partFinder) isResult(block int) bool {
	return p.hasText(block, "type", func(kind string) bool { return strings.HasSuffix(kind, "tool_result") })
}

// isCitation reports whether a member has citations of what a text is about: the results of searches, or documents.
func (p *partFinder) isCitation(at node) bool {
	switch at.key {
	case "citations":
		return (at.place == inBlock || at.place == inRecord) && p.line[at.from] == '[' && !p.isEmpty(at.from)
	case "citation": // in a stream
		return at.place == inRecord && p.line[at.from] == '{'
	}
	return false
}

// isEmpty reports whether an array has no elements.
func (p *partFinder) isEmpty(at int) bool {
	empty := true
	jsonl.Array(p.line, at, func(at int) int {
		empty = false
		return jsonl.Skip(p.line, at)
	})
	return empty
}

// emptied returns what takes the place of a member of a part that is left out as a whole, or "" for one of which the
// texts are replaced. The API refuses notes there: what it encrypted, and the names of tools.
func (p *partFinder) emptied(at node, parts Parts) string {
	if parts&p.parts&(Outputs|Files) == 0 || p.line[at.from] != '[' || p.isEmpty(at.from) {
		return ""
	}
	switch at.key {
	case "citations":
		return "null"
	case "tool_references":
		return "[]"
	case "content":
		if p.hasText(at.object, "type", func(kind string) bool { return kind == "web_search_tool_result" }) {
			return "[]"
		}
	}
	return ""
}

// isFileInput reports whether a block is a call that reads or writes a file.
func (p *partFinder) isFileInput(block int) bool {
	return len(p.calls) > 0 && p.hasText(block, "id", func(id string) bool { return p.calls[id] })
}

// isResultLink reports whether a member of a result says which call it is of.
func isResultLink(key string) bool { return key == "type" || key == "tool_use_id" || key == "is_error" }

// isFileAttachment reports whether an attachment of a type has the contents of a file.
func isFileAttachment(kind string) bool {
	switch kind {
	case "file", "new_file", "new_directory", "directory", "edited_text_file", "edited_image_file", "already_read_file", "nested_memory",
		"pdf_reference", "selected_lines_in_ide", "memory_file":
		return true
	}
	return false
}

// isMeta reports whether Claude Code wrote a record, and no person.
func (p *partFinder) isMeta(at int) bool {
	return p.has(at, "isMeta", func(at int) bool { return p.line[at] == 't' }) && p.memberOf(at, "toolUseResult") < 0
}

// keeps reports whether a text stays though its part is left out: it says what the part is about.
func (p *partFinder) keeps(at node) bool {
	dropped := p.parts & at.parts
	if dropped == Images {
		return true
	}
	if at.isKey {
		return false
	}
	if isPartWord(at, p.line[at.from:at.to]) {
		return true
	}
	if at.isNumber { // such as the offset in a file
		return dropped == Files || dropped == Thinking
	}
	if dropped != Files || at.place == inFree && at.depth != inputDepth {
		return false
	}
	switch at.key {
	case "file_path", "filePath", "notebook_path", "path", "displayPath", "cell_id", "cell_type", "edit_mode", "command", "isImage",
		"name", "filename":
		return true
	case "description", "subject":
		return at.place == inFree
	}
	return false
}

// isPartWord reports whether a text in a part that is left out is a word of the API that says what the part is.
func isPartWord(at node, b []byte) bool {
	switch at.key {
	case "media_type":
		return slices.Contains([]string{"text/plain", "application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp"}, string(b))
	case "retrieved_at":
		return isTime(b)
	case "file_type":
		return slices.Contains([]string{"text", "image", "pdf"}, string(b))
	case "error_code":
		return slices.Contains([]string{"invalid_tool_input", "unavailable", "max_uses_exceeded", "too_many_requests", "query_too_long",
			"request_too_large", "url_too_long", "url_not_allowed", "url_not_accessible", "unsupported_content_type",
			"execution_time_exceeded", "output_file_too_large", "file_not_found"}, string(b))
	}
	return false
}

// A tag encloses a part of a transcript in texts.
type tag struct {
	part   Parts
	name   string
	within string // another tag, if it only counts there
}

func tags() []tag {
	return []tag{
		{Context, "system-reminder", ""},
		{Outputs, "bash-stdout", ""},
		{Outputs, "bash-stderr", ""},
		{Outputs, "local-command-stdout", ""},
		{Outputs, "local-command-stderr", ""},
		{Outputs, "result", "task-notification"},
		{Outputs, "event", "task-notification"},
	}
}

// tagged replaces the texts between the tags of parts that are left out.
func (r *Replacer) tagged(at node) {
	b := r.line[at.from:at.to]
	for _, t := range tags() {
		if r.parts.parts&t.part == 0 || !bytes.Contains(b, []byte(t.within)) {
			continue
		}
		for _, less := range [...]string{"<", `\u003c`, `\u003C`} { // some programs escape it in JSON
			eachStart(b, less+t.name, func(from int) int {
				if from < len(b) && (isWord(b[from]) || b[from] == '-') { // of a longer name
					return from
				}
				start := endOfTag(b, from)
				end := endOfElement(b, start, less, t.name)
				r.dropped(t.part)
				r.edits = append(r.edits, edit{at.from + start, at.from + end, t.part.note(), nil})
				return end
			})
		}
	}
}

// endOfTag returns the index after the ">" of a tag, in which there is nothing else but attributes.
func endOfTag(b []byte, at int) int {
	const longest = 200
	head, end := b[at:min(len(b), at+longest)], 0
	for _, greater := range [...]string{">", `\u003e`, `\u003E`} {
		if i := bytes.Index(head, []byte(greater)); i >= 0 {
			head, end = head[:i], i+len(greater)
		}
	}
	return at + end
}

// endOfElement returns where the content of an element ends that begins at an index. There can be elements with the same
// name in it.
func endOfElement(b []byte, at int, less, name string) int {
	for depth := 1; ; {
		end := bytes.Index(b[at:], []byte(less+"/"+name))
		if end < 0 {
			return len(b)
		}
		depth += bytes.Count(b[at:at+end], []byte(less+name)) - 1
		if at += end; depth == 0 {
			return at
		}
		at += len(less + "/" + name)
	}
}
