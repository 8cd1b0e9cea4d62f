package transcript

import (
	"unspool/parser/internal/sniff"
	"unspool/parser/internal/table"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A reader turns the bytes of a file into records for its indexer, and accounts for all other
// bytes.
type reader struct {
	*indexer
	lines        jsonl.Reader
	parser       record.Parser
	glue, lost   int64 // bytes between records of one line; bytes of damage
	read         int64 // the last line's records were added up to this offset
	skippedBytes int64 // bytes that were not parsed, since they contain no records
	wrapped      bool  // its records are inside another object
	ending       tailState
	rested       bool   // it was closed at least once
	committed    int32  // Records in complete turns, as far as noted
	head         []byte // the first bytes, used to detect the file's type
	foreign      bool   // another program's log, or an archive
	whole        []byte // content of a small file that is read as a whole
}

func newReader(f *File) *reader {
	r := &reader{indexer: &indexer{File: f, waiting: map[int32]table.UUID{}, sidechains: map[string]int32{}}}
	r.addConversation(f.AgentID)
	r.lines.Emit = r.line
	if f.Role == RoleHistory {
		r.lines.Emit = f.Sidecar.Titles.note
	}
	return r
}

// write adds the file's next bytes.
func (f *reader) write(p []byte) {
	if f.Closed {
		f.reopen()
	}
	if room := headSize - len(f.head); room > 0 {
		f.head = append(f.head, p[:min(room, len(p))]...)
		if len(f.head) == headSize {
			f.foreign = sniff.Foreign(f.Path, f.head) != ""
		}
	}
	switch f.Role {
	case RoleMain, RoleAgent, RoleHistory, RoleJournal:
		f.lines.Write(p)
		return
	case RoleMeta, RoleTitle, RoleCowork:
		f.whole = append(f.whole, p[:min(len(p), maxMeta-len(f.whole))]...)
	case RoleRun:
		f.whole = append(f.whole, p[:min(len(p), maxSnapshot-len(f.whole))]...)
	}
	f.skippedBytes += int64(len(p))
}
