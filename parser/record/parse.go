package record

import (
	"bytes"

	"unspool/parser/jsonl"
)

// A Parser parses lines into records. It reuses the memory of one Record. The zero value is
// ready.
type Parser struct {
	rec        Record
	blocks     []Block
	usage      [2]Usage // of the message, and of a nested message
	nested     Nested
	values     values
	line       []byte
	scan       jsonl.Scanner // of line
	parentTool []byte
	topLevel   topLevel
}

// Parse parses a line that is one JSON object. It returns nil if the line is not;
// [jsonl.Repair] can then find the objects in it. The Record is valid until the next call,
// as long as the line is.
func (p *Parser) Parse(line []byte) *Record {
	// For five million lines that are no objects this takes a quarter of the time, and half
	// of it if each is a bracket.
	if len(line) == 0 || line[0] != '{' || line[len(line)-1] != '}' {
		return nil
	}
	if p.walk(line) != len(line) {
		return nil
	}
	return p.finish()
}

// ParseCut parses a line that may be truncated anywhere. The Record holds the members that
// are complete.
func (p *Parser) ParseCut(line []byte) *Record {
	p.walk(line)
	return p.finish()
}

func (p *Parser) walk(line []byte) int {
	p.line, p.scan = line, jsonl.Scanner{Text: line}
	p.rec = Record{}
	p.rec.Exit, p.rec.Result.Calls, p.rec.Result.DurationMs = -1, -1, -1
	p.blocks, p.nested, p.parentTool, p.topLevel = p.blocks[:0], Nested{}, nil, topLevel{}
	return p.scan.Object(0, p.member)
}

func (p *Parser) finish() *Record {
	r := &p.rec
	if p.parentTool != nil {
		r.Tool = p.parentTool // toolUseID then names the progress message itself
	}
	if r.Session == nil {
		r.Session = r.Lineage.Inherited
	}
	if bytes.Equal(r.Session, r.Lineage.Inherited) {
		r.Lineage.Inherited = nil
	}
	p.fillFromTopLevel()
	r.Blocks, r.Flaws = p.blocks, p.scan.Flaws
	return r
}

// Forget releases a long line, which the Record would otherwise keep in memory until the
// next call.
func (p *Parser) Forget() {
	if len(p.line) >= 1<<20 {
		clear(p.blocks[:cap(p.blocks)])
		p.line, p.scan = nil, jsonl.Scanner{}
		p.rec, p.nested, p.parentTool, p.topLevel = Record{}, Nested{}, nil, topLevel{}
	}
}

// member reads one member of the record itself. It begins with those that nearly all records have.
// The switches are over string constants, which the compiler turns into a search that does not
// allocate.
func (p *Parser) member(key []byte, at int) int {
	s, b, r := &p.scan, p.line, &p.rec
	switch string(key) {
	case "type":
		r.Type = str(s, at)
	case "message":
		return object(s, at, p.message)
	case "uuid":
		r.UUID = idString(s, at)
	case "parentUuid":
		r.Parent = idString(s, at)
		p.flag(Root, b[at] == 'n')
	case "supersedesUuids", "retractedMessageUuids":
		return span(s, at, &r.Replaces)
	case "logicalParentUuid":
		r.LogicalParent = idString(s, at)
	case "sessionId":
		r.Session = idString(s, at)
	case "timestamp":
		r.Time = p.time(at)
	case "agentId":
		r.Agent = idString(s, at)
	case "promptId":
		r.PromptID = idString(s, at)
	case "requestId":
		r.Request = idString(s, at)
	case "isSidechain":
		p.flag(Sidechain, isTrue(b, at))
	case "cwd":
		r.Cwd = str(s, at)
	case "gitBranch":
		r.Branch = str(s, at)
	case "version", "claude_code_version":
		r.Version = str(s, at)
	default:
		return p.rareMember(key, at)
	}
	return s.Skip(at)
}

// rareMember reads a member that only some types of records have.
func (p *Parser) rareMember(key []byte, at int) int {
	s, b, r := &p.scan, p.line, &p.rec
	switch string(key) {
	case "subtype", "operation":
		r.Subtype = str(s, at)
	case "toolUseResult", "tool_use_result":
		return p.result(at)
	case "attachment":
		return object(s, at, p.attachment)
	case "data":
		return object(s, at, p.progress)
	case "content":
		return span(s, at, &r.Text)
	case "aiTitle", "customTitle", "agentName", "lastPrompt", "summary":
		if b[at] == '"' {
			return span(s, at, &r.Text)
		}
	case "origin":
		return p.origin(at)
	case "promptSource":
		r.Origin.System = string(str(s, at)) == "system"
	case "sourceToolUseID":
		r.SourceTool = idString(s, at)
	case "toolUseID", "tool_use_id":
		r.Tool = idString(s, at)
	case "parentToolUseID":
		p.parentTool = idString(s, at)
	case "parent_tool_use_id":
		r.Caller = idString(s, at)
	case "permissionMode", "mode":
		r.Mode = str(s, at)
	case "interruptedMessageId":
		r.Stopped = idString(s, at)
	case "commandRun":
		return object(s, at, p.command)
	case "leafUuid":
		r.Leaf = idString(s, at)
	case "durationMs", "duration_ms":
		r.DurationMs = integer(b, at)
	case "costUSD":
		r.CostUSD = dollars(b, at)
	default:
		return p.flagMember(key, at)
	}
	return s.Skip(at)
}

// flagMember reads the members that only count as true or present, whatever else they hold.
func (p *Parser) flagMember(key []byte, at int) int {
	s, b := &p.scan, p.line
	switch string(key) {
	case "isMeta":
		p.flag(Meta, isTrue(b, at))
	case "isCompactSummary":
		p.flag(CompactSummary, isTrue(b, at))
	case "isVisibleInTranscriptOnly":
		p.flag(TranscriptOnly, isTrue(b, at))
	case "isApiErrorMessage":
		p.flag(APIError, isTrue(b, at))
	case "isReplay":
		p.flag(Replay, isTrue(b, at))
	case "is_error":
		p.flag(Failed, isTrue(b, at))
	case "isSynthetic":
		p.flag(Synthetic, isTrue(b, at))
	case "teamName":
		p.flag(Teammate, str(s, at) != nil)
	case "toolDenialKind":
		kind := str(s, at)
		p.flag(Denied, kind != nil)
		p.flag(Rejected, string(kind) == "user-rejected")
	case "planContent":
		p.flag(AcceptedPlan, str(s, at) != nil)
	case "hookErrors":
		p.flag(HookErrors, !isEmptyList(b, at))
	default:
		return p.lineageMember(key, at)
	}
	return s.Skip(at)
}

func (p *Parser) message(key []byte, at int) int {
	s, b, m := &p.scan, p.line, &p.rec.Message
	switch string(key) {
	case "id":
		m.ID = idString(s, at)
	case "role":
		m.Role = str(s, at)
	case "model":
		m.Model = idString(s, at)
	case "stop_reason":
		m.Stop = str(s, at)
	case "content":
		return p.content(at)
	case "usage":
		end := s.Skip(at)
		if end > 0 {
			advice, ok, whole := p.values.usage(b[at:end], &p.usage[0])
			if ok {
				m.Usage, m.Advice = &p.usage[0], advice
			}
			p.rec.Uncounted = !whole
		}
		return end
	}
	return s.Skip(at)
}

func (p *Parser) content(at int) int {
	if p.line[at] == '[' {
		return p.scan.Array(at, p.block)
	}
	return p.block(at)
}

func (p *Parser) attachment(key []byte, at int) int {
	s, b, r := &p.scan, p.line, &p.rec
	switch string(key) {
	case "type":
		r.Subtype = str(s, at)
	case "toolUseID":
		r.Tool = idString(s, at)
	case "exitCode":
		if r.Exit = -1; b[at] == '-' || b[at] >= '0' && b[at] <= '9' {
			r.Exit = int(integer(b, at))
		}
	case "prompt":
		return span(s, at, &r.Text)
	case "commandMode":
		r.Mode = str(s, at)
	case "origin":
		return p.origin(at)
	}
	return s.Skip(at)
}

func (p *Parser) command(key []byte, at int) int {
	if string(key) == "command" {
		p.rec.Command = str(&p.scan, at)
	}
	return p.scan.Skip(at)
}

// time reads an ISO string, or the milliseconds in history and registry files: FORMAT.md,
// "Polymorphic fields".
func (p *Parser) time(at int) int64 {
	const earliest = 1e11 // 1973: a smaller number is not a time in ms
	if ms := integer(p.line, at); ms > earliest {
		return ms
	}
	return ParseTime(str(&p.scan, at))
}

func (p *Parser) flag(f Flag, set bool) {
	p.rec.Flags &^= f
	if set {
		p.rec.Flags |= f
	}
}

// isEmptyList reports whether an array has no elements, or there is no array at b[at].
func isEmptyList(b []byte, at int) bool {
	if at >= len(b) || b[at] != '[' {
		return true
	}
	for at++; at < len(b) && (b[at] == ' ' || b[at] == '\n' || b[at] == '\t' || b[at] == '\r'); at++ {
	}
	return at < len(b) && b[at] == ']'
}

// isTrue reports whether the value at b[at] begins like true.
func isTrue(b []byte, at int) bool { return b[at] == 't' }
