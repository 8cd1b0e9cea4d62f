package tokens

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A Part is what a piece is to its record.
type Part uint8

// These are the parts.
const (
	Prompt   Part = iota // text of the user, or what takes its place
	Reply                // text of the model
	Thinking             // of the model
	Input                // arguments of a tool call
	Result               // what a tool returned
	Media                // an image or a document in a prompt
	Summary              // of a compaction
	Injected             // an attachment, a reminder or another text of Claude Code
)

// isReply reports whether the model wrote it.
func (p Part) isReply() bool { return p == Reply || p == Thinking || p == Input }

// A Piece is a part of the context. Block and Call are -1 for none.
type Piece struct {
	Record, Block, Call int32
	Part                Part
	Tokens              float64
}

const (
	bytesPerToken = 4      // of text as it is recorded, with the escapes of JSON
	mediaTokens   = 1_500  // of an image or a page, about: the API scales large images down
	maxResult     = 25_000 // tokens: Claude Code cuts longer results, so more bytes are an image
	envelopeBytes = 600    // of the record of an attachment, around its content

	// maxGrowth is how many times larger than their estimate pieces may be. If the context grew by
	// more, something that is not recorded came, too.
	maxGrowth = 3
)

// A reader reads the pieces of a branch of a conversation from the index of its file.
type reader struct {
	file         *parser.File
	conv, branch int32
}

// reads reports whether a record is on the branch.
func (r *reader) reads(e *parser.Record) bool {
	return e.Conv == r.conv && e.Branch == r.branch && !e.IsRetracted()
}

// response returns the response that begins with a record, if it has a recorded size of the context.
// Otherwise, it returns nil.
func (r *reader) response(index int32) *parser.Message {
	e := r.file.Records.At(index)
	if e.Message < 0 || !r.reads(e) {
		return nil
	}
	m := r.file.Messages.At(e.Message)
	if m.First != index || !m.Counted || m.Usage.Context() == 0 {
		return nil
	}
	return m
}

// appendPieces appends the pieces of a record, with estimates of their tokens.
func (r *reader) appendPieces(list []Piece, index int32) []Piece {
	e := r.file.Records.At(index)
	if !r.reads(e) {
		return list
	}
	if label := r.file.Name(e.Label); e.Blocks == 0 || strings.HasPrefix(label, "attachment/") {
		part, sent := partOf(e.Class, label)
		if size := int(e.Length) - envelopeBytes; sent && size > 0 {
			list = append(list, Piece{index, -1, -1, part, float64(size) / bytesPerToken})
		}
		return list
	}
	for block := e.First; block < e.First+int32(e.Blocks); block++ {
		if p := r.blockPiece(e, index, block); p.Tokens > 0 || p.Part == Thinking {
			list = append(list, p)
		}
	}
	return list
}

func (r *reader) blockPiece(e *parser.Record, index, block int32) Piece {
	b := r.file.Blocks.At(block)
	p := Piece{Record: index, Block: block, Call: b.Call, Tokens: float64(b.Text.Len()) / bytesPerToken}
	switch b.Kind {
	case record.ToolUse, record.ServerToolUse:
		p.Part, p.Tokens = Input, float64(b.Whole.Len())/bytesPerToken
	case record.ToolResult, record.ServerToolResult:
		p.Part, p.Tokens = Result, min(p.Tokens, maxResult)
	case record.Image, record.Document:
		p.Part, p.Tokens = Media, mediaTokens
	case record.Thinking, record.RedactedThinking:
		p.Part = Thinking
		if b.Empty {
			p.Tokens = 0
		}
	default:
		if e.Class == parser.ClassAssistant {
			p.Part = Reply
			break
		}
		part, sent := partOf(e.Class, "")
		if p.Part = part; !sent {
			p.Tokens = 0
		}
	}
	return p
}

// partOf returns what the text of a record of the user, or an attachment, is. sent is false if it is
// not sent to the model.
func partOf(class parser.Class, label string) (part Part, sent bool) {
	switch class {
	case parser.ClassPrompt, parser.ClassScheduled, parser.ClassCommand, parser.ClassShell, parser.ClassNotification,
		parser.ClassPeer, parser.ClassQueuedPrompt:
		return Prompt, true
	case parser.ClassSummary:
		return Summary, true
	case parser.ClassInjected, parser.ClassContext, parser.ClassMemory, parser.ClassOutput, parser.ClassInterrupt:
		return Injected, true
	}
	kind, sub, _ := strings.Cut(label, "/")
	return Injected, kind == "attachment" && !unsent[sub]
}

// unsent lists the attachments that only record what Claude Code did or set.
var unsent = map[string]bool{
	"command_permissions": true, "deferred_tools_record": true, "hook_cancelled": true, "hook_non_blocking_error": true,
	"hook_success": true, "hook_system_message": true, "model": true, "prompt_snapshot": true,
	"remote_session_change": true, "structured_output": true, "workflow_keyword_request": true,
}

// fit scales estimates to what two responses recorded: the first has the number of tokens of the
// reply, and the context grew until the second by the reply and what the user and the tools added.
func fit(pieces []Piece, before, after *parser.Message) {
	var reply, thinking, added float64
	for i := range pieces {
		switch p := &pieces[i]; {
		case p.Part == Thinking:
			thinking += p.Tokens
		case p.Part.isReply():
			reply += p.Tokens
		default:
			added += p.Tokens
		}
	}
	if before == nil {
		if total := reply + thinking + added; total > float64(after.Usage.Context()) {
			scale(pieces, float64(after.Usage.Context())/total)
		}
		return
	}
	reply = fitReply(pieces, float64(before.Usage.Output), reply, thinking)
	growth := float64(after.Usage.Context()-before.Usage.Context()) - reply
	if growth <= 0 || growth > maxGrowth*added {
		return
	}
	for i := range pieces {
		if p := &pieces[i]; !p.Part.isReply() {
			p.Tokens *= growth / added
		}
	}
}

// fitReply scales the pieces of a reply to its recorded number of tokens, and returns the sum. The
// text of thinking is a summary or missing, so that thinking gets what the other pieces leave.
func fitReply(pieces []Piece, output, others, thinking float64) float64 {
	hasThinking, count := false, 0.0
	for i := range pieces {
		if pieces[i].Part == Thinking {
			hasThinking = true
			count++
		}
	}
	factor, thought := 1.0, thinking
	switch {
	case output < (others+thinking)/maxGrowth: // some versions record the first tokens only
		return others + thinking
	case hasThinking:
		if thought = max(output-others, 0); thought == 0 && others > 0 {
			factor = output / others
		}
	case others > 0:
		factor = output / others
	}
	for i := range pieces {
		switch p := &pieces[i]; {
		case p.Part == Thinking && thinking > 0:
			p.Tokens *= thought / thinking
		case p.Part == Thinking:
			p.Tokens = thought / count
		case p.Part.isReply():
			p.Tokens *= factor
		}
	}
	return others*factor + thought
}

func scale(pieces []Piece, factor float64) {
	for i := range pieces {
		pieces[i].Tokens *= factor
	}
}

// sums adds up the thinking and the other pieces.
func sums(pieces []Piece) (thinking, others float64) {
	for i := range pieces {
		if pieces[i].Part == Thinking {
			thinking += pieces[i].Tokens
		} else {
			others += pieces[i].Tokens
		}
	}
	return thinking, others
}
