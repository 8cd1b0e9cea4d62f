package export

import (
	"fmt"
	"io"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// pieceLabel is the label of records with a piece of a reply, in stream-json with partial messages.
const pieceLabel = "stream_event"

// omittedPieces returns the records with pieces of blocks that are left out. Pieces name the block by its index only,
// and most are not in the index of the file: they are read.
func omittedPieces(t *exportedSession, open func(file int) io.ReaderAt) (map[*parser.File]map[int32]bool, error) {
	if !t.options.Thinking && (t.options.ResultsOnly || !t.options.Tools.selects()) {
		return nil, nil
	}
	omitted := map[*parser.File]map[int32]bool{}
	for _, f := range t.session.Files {
		if f.Types()[pieceLabel] == 0 {
			continue
		}
		p := pieces{session: t, file: f, blocks: map[string]map[string]bool{}}
		r := reader{file: f, in: open(f.Number)}
		omitted[f] = map[int32]bool{}
		for i := range f.Records.Len() {
			if f.Name(f.Records.At(i).Label) != pieceLabel {
				continue
			}
			line, err := r.line(i)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Path, err)
			}
			if p.isOmitted(i, line) {
				omitted[f][i] = true
			}
		}
	}
	return omitted, nil
}

// selects reports whether it can select calls.
func (s *ToolSelection) selects() bool { return s.All || len(s.Names) > 0 }

// pieces are the replies of which a file has pieces.
type pieces struct {
	session *exportedSession
	file    *parser.File
	blocks  map[string]map[string]bool // by the call of the agent and the index of the block, whether it is left out
}

// isOmitted reports whether a record has a piece of a block that is left out.
func (p *pieces) isOmitted(index int32, line []byte) bool {
	event := record.Member(line, 0, "event")
	if event < 0 || line[event] != '{' {
		return false
	}
	caller, block := rawMember(line, 0, "parent_tool_use_id"), rawMember(line, event, "index")
	switch kind, _ := record.MemberText(line, event, "type", 64); kind {
	case "message_start":
		delete(p.blocks, caller)
	case "content_block_start":
		if p.blocks[caller] == nil {
			p.blocks[caller] = map[string]bool{}
		}
		at := record.Member(line, event, "content_block")
		p.blocks[caller][block] = at >= 0 && line[at] == '{' && p.isBlockOmitted(index, line, at)
		return p.blocks[caller][block]
	case "content_block_delta":
		if isOmitted, ok := p.blocks[caller][block]; ok {
			return isOmitted
		}
		at := record.Member(line, event, "delta")
		return at >= 0 && line[at] == '{' && p.isDeltaOmitted(index, line, at)
	case "content_block_stop":
		return p.blocks[caller][block]
	}
	return false
}

func (p *pieces) isBlockOmitted(index int32, line []byte, at int) bool {
	kind, _ := record.MemberText(line, at, "type", 64)
	switch {
	case strings.HasSuffix(kind, "thinking"):
		return p.session.options.Thinking
	case strings.HasSuffix(kind, "tool_use"), strings.HasSuffix(kind, "tool_result"):
		return !p.session.options.ResultsOnly && isPieceSelected(p.session, p.file, index, line, at)
	}
	return false
}

// isDeltaOmitted reports whether a piece of a block whose beginning is missing is left out. Its tool is not known.
func (p *pieces) isDeltaOmitted(index int32, line []byte, at int) bool {
	switch kind, _ := record.MemberText(line, at, "type", 64); kind {
	case "thinking_delta", "signature_delta":
		return p.session.options.Thinking
	case "input_json_delta":
		return !p.session.options.ResultsOnly && p.session.options.Tools.selects() && !isLatePiece(p.session, p.file, index)
	}
	return false
}

// isPieceSelected reports whether the block at the beginning of its pieces is of a call that is selected. A call that
// the file does not have as a whole is not in the index.
func isPieceSelected(t *exportedSession, f *parser.File, index int32, line []byte, block int) bool {
	id, ok := record.MemberText(line, block, "id", 1<<10)
	if !ok {
		id, _ = record.MemberText(line, block, "tool_use_id", 1<<10)
	}
	if call, ok := f.FindCall(id); ok {
		return t.calls[parser.CallRef{File: f, Index: call}]
	}
	return isUnindexedSelected(t, id, line, block, isLatePiece(t, f, index))
}

// isLatePiece reports whether a record is in the last turns, whose calls are kept.
func isLatePiece(t *exportedSession, f *parser.File, index int32) bool {
	conv := f.Records.At(index).Conv
	if f != t.conv.File || conv >= 0 && f.Conversations[conv] != t.conv {
		return t.options.Tools.KeepTurns > 0
	}
	if t.lateFrom >= len(t.conv.Turns) {
		return false
	}
	return index >= t.conv.Items[t.conv.Turns[t.lateFrom].First].Record
}

// rawMember returns a value as it is written, or "".
func rawMember(line []byte, object int, name string) string {
	at := record.Member(line, object, name)
	if at < 0 {
		return ""
	}
	return string(line[at:jsonl.Skip(line, at)])
}

// removePieceResult leaves out the result of a server's tool in the piece that begins its block.
func removePieceResult(w *recordWriter, event int) {
	if w.line[event] != '{' {
		return
	}
	block := record.Member(w.line, event, "content_block")
	if block < 0 || w.line[block] != '{' {
		return
	}
	kind, _ := record.MemberText(w.line, block, "type", 64)
	isResult := strings.HasSuffix(kind, "tool_result")
	isTool := isResult || strings.HasSuffix(kind, "tool_use")
	if isTool && isPieceSelected(w.exportedSession, w.file, w.index, w.line, block) && isResult { // a call tells the name of its tool
		w.replace(block, jsonl.Skip(w.line, block), blockWithoutResult(w, block, removedText))
	}
}
