package transcript

import (
	"bytes"
	"strings"

	"unspool/parser/internal/shell"
	"unspool/parser/internal/tags"
	"unspool/parser/internal/toolname"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// use adds a tool use. It reports whether the call is new: resumed and rewritten records repeat
// calls, and a call is shown once.
func (ln *recordLinker) use(b *record.Block, line []byte, index, block, turn, conv int32) bool {
	at := ln.x.call(b.ID)
	c := ln.x.Calls.At(at)
	ln.x.Blocks.At(block).Call = at
	if c.Use != None && !ln.x.Records.At(c.Use).IsRetracted() {
		// A response that is written again as it grows may contain more of the input.
		if old := c.Use; c.Conv == conv && ln.x.Records.At(old).Message == ln.x.Records.At(index).Message && b.Input.Len() > c.Input.Len() {
			ln.retargetItem(old, c.UseBlock, index, block)
			c.Use, c.UseBlock, c.Input = index, block, spanOf(b.Input)
			c.setCommand(b, line)
		}
		return false
	}
	ln.hideOrphanResult(c)
	c.Name = ln.x.names.Intern(b.Name)
	c.Use, c.UseBlock, c.Turn, c.Conv = index, block, turn, conv
	c.Input = spanOf(b.Input)
	c.setCommand(b, line)
	if toolname.StartsAgent(string(b.Name)) {
		var title uint64
		c.PromptHash, title = agentCallHashes(line, b.Input)
		ln.f.Evidence.Tasks = append(ln.f.Evidence.Tasks, callTitle{at, title})
	}
	return true
}

// hideOrphanResult folds away the row of a result that came before its call.
func (ln *recordLinker) hideOrphanResult(c *ToolCall) {
	if c.Result == None || c.Conv == None {
		return
	}
	e := ln.x.Records.At(c.Result)
	if e.Item == None {
		return
	}
	// There is at most one item for each block, and one before them for the record.
	items := ln.f.Conversations[c.Conv].Items[e.Item:]
	for i := min(len(items)-1, int(c.ResultBlk-e.First)+1); i >= 0; i-- {
		if items[i].Kind == ItemResult && items[i].Block == c.ResultBlk {
			items[i].Kind = ItemInternal
			ln.f.Revision++
			return
		}
	}
}

// pair adds a tool result to its call; the last result with an ID wins. A result whose call was not
// read yet creates a call without a use.
func (ln *recordLinker) pair(b *record.Block, r *record.Record, line []byte, index, block int32) int32 {
	at := ln.x.Calls.Len() - 1
	if len(b.ID) > 0 || at < 0 || ln.x.Calls.At(at).ID != 0 || ln.x.Calls.At(at).Use == None || ln.x.Calls.At(at).Result != None {
		at = ln.x.call(b.ID)
	} // else it is a result without an ID, as in older exports of claude.ai: of the call before it
	c := ln.x.Calls.At(at)
	if c.Results == 0 {
		ln.x.results++
	}
	if c.Results < 1<<16-1 {
		c.Results++
	}
	c.ResultBlk = block
	ln.setResult(c, b, r, line, index)
	ln.effort(at, r)
	ln.x.Blocks.At(block).Call = at
	return at
}

// setResult makes a record the result of a call.
func (ln *recordLinker) setResult(c *ToolCall, b *record.Block, r *record.Record, line []byte, index int32) {
	c.Result, c.Structured, c.Flags = index, spanOf(r.Result.Whole), r.Flags
	ln.setOutcome(c, b, r, line)
	c.Succeeded = b.Kind == record.ToolResult && !c.Failed && r.Flags&record.Async == 0
}

// setOutcome sets whether a call failed and whether the person declined it: FORMAT.md, "Errors".
// The time until the person declined a call is not time of the tool.
func (ln *recordLinker) setOutcome(c *ToolCall, b *record.Block, r *record.Record, line []byte) {
	content, structured := b.Text.Of(line), r.Result.Whole.Of(line)
	head := ln.resultHead(content, structured)
	c.Declined = r.Has(record.Rejected) || !r.Has(record.Denied) && tags.IsRejection(head)
	c.Failed = b.Error || c.Declined || r.Flags&(record.Denied|record.Interrupted) != 0 ||
		tags.IsInterruptedCall(head) || reportsFailure(structured) ||
		b.Kind == record.ServerToolResult && answersFailure(content)
	c.Negative = c.Failed && c.statusIsResult && exitedWithOne(head)
	if member := toolname.ErrorMember(ln.x.name(c.Name)); member != "" && !c.Failed {
		c.Failed = isNonEmptyString(memberOf(structured, member))
	}
}

// maxCommand limits the bytes of a command that is interpreted; a longer one is a script.
const maxCommand = 4_000

// setCommand sets what is known about the command that a call runs.
func (c *ToolCall) setCommand(b *record.Block, line []byte) {
	c.statusIsResult, c.RunsTests = false, false
	if !toolname.RunsCommands(string(b.Name)) || b.Input.Len() == 0 || line[b.Input.From] != '{' {
		return
	}
	command, ok := record.MemberText(line, b.Input.From, "command", maxCommand+1)
	if ok && len(command) <= maxCommand {
		commandLine := shell.Split(command)
		c.statusIsResult, c.RunsTests = commandLine.StatusIsResult(), commandLine.RunsTests()
	}
}

// exitedWithOne reports whether the text of a result says that a command ended with status 1.
func exitedWithOne(head string) bool {
	remainder, ok := strings.CutPrefix(strings.TrimPrefix(head, "Error: "), "Exit code 1")
	return ok && (remainder == "" || remainder[0] == '\n')
}

// resultHead returns the beginning of the text of a result, which is enough to see how it ended.
func (ln *recordLinker) resultHead(content, structured []byte) string {
	ln.head = record.AppendWords(ln.head[:0], content, 0, tags.HeadLimit)
	if len(ln.head) == 0 {
		ln.head = record.AppendString(ln.head, structured, 0, tags.HeadLimit)
	}
	return tags.Untag(string(ln.head))
}

// reportsFailure reports whether a structured result alone marks a failure.
func reportsFailure(structured []byte) bool {
	const small = 1 << 10 // bytes: a result that only reports its outcome is small
	return bytes.HasPrefix(structured, []byte(`"Error: `)) ||
		len(structured) < small && bytes.Contains(structured, []byte(`"success":false`))
}

// answersFailure reports whether a tool of the API failed: it answers with an error code, or with
// the exit code of the program that it ran.
func answersFailure(content []byte) bool {
	code := memberOf(content, "return_code")
	return isNonEmptyString(memberOf(content, "error_code")) || len(code) > 0 && code[0] >= '1' && code[0] <= '9'
}

// memberOf returns a member of a JSON object, nil if there is none.
func memberOf(object []byte, name string) (value []byte) {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	jsonl.Object(object, 0, func(key []byte, at int) int {
		end := jsonl.Skip(object, at)
		if string(key) == name {
			value = object[at:end]
		}
		return end
	})
	return value
}

// isNonEmptyString reports whether a JSON value is a string that is not empty.
func isNonEmptyString(value []byte) bool { return len(value) > 2 && value[0] == '"' }

// agentCallHashes returns hashes of the prompt and of the description of an agent's call.
func agentCallHashes(line []byte, input record.Span) (prompt, title uint64) {
	if input.Len() == 0 || line[input.From] != '{' {
		return 0, 0
	}
	jsonl.Object(line, input.From, func(key []byte, at int) int {
		switch string(key) {
		case "prompt":
			prompt = tags.HashText(record.AppendString(nil, line, at, 1<<20))
		case "description":
			title = tags.HashText(record.AppendString(nil, line, at, sidecar.MaxText))
		}
		return jsonl.Skip(line, at)
	})
	return prompt, title
}

// An AgentStats holds the statistics of an agent's work that the result of its call records:
// FORMAT.md, "toolUseResult by tool".
type AgentStats struct {
	Calls    int64 // tool calls, -1 if unknown
	Duration int64 // ms, -1 if unknown
}

// effort stores the statistics that a result records about an agent's work. The last result of a
// call counts.
func (ln *recordLinker) effort(call int32, r *record.Record) {
	if r.Result.Calls < 0 && r.Result.DurationMs < 0 {
		return
	}
	if ln.x.AgentStats == nil {
		ln.x.AgentStats = map[int32]AgentStats{}
	}
	ln.x.AgentStats[call] = AgentStats{r.Result.Calls, r.Result.DurationMs}
}
