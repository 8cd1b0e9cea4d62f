package transcript

import (
	"unspool/parser/internal/sniff"
	"unspool/parser/internal/table"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// A File is one file and the index of its records, which grows with each Write. Path and Size are
// as given to [Store.Open]. Duplicates counts the records whose UUID came before, Damaged the
// ranges that are not JSON objects, Prompts the prompts of the file's own conversation, and
// Branches the branches that rewinds abandoned.
type File struct {
	Path   string
	Number int // in the order of opening, unless set by [Store.OpenAs]
	Size   int64
	Role   Role

	Records       table.Table[Record]
	Blocks        table.Table[Block]
	Messages      table.Table[Message]
	Calls         table.Table[ToolCall]
	Conversations []*Conversation // the file's own, then inline sidechains

	Others  map[string]int     // blocks of no known [record.Kind], by type; nil for none
	Notices []TaskNotification // of background tasks

	Duplicates   int
	Damaged      int
	Omitted      int // records that are counted but not indexed
	OmittedBytes int64
	Gaps         []SkippedRange
	Prompts      int
	Branches     int
	Broken       bool   // most of the conversation is not linked to its end
	Copies       []Copy // ranges of records that came from other sessions, once the store is finished
	Closed       bool   // true until more is written
	// Revision increases whenever earlier answers about the file may have changed, other than by
	// growth at its end.
	Revision int
	Restarts int // how often it was read again from offset 0

	// UsageRevision increases whenever the usage that counts in the file may have changed.
	UsageRevision int

	AgentID       string // of an agent's file
	FolderSession string // of the folder that contains an agent's file

	lines    jsonl.Reader
	parser   record.Parser
	names    table.Names
	idents   table.IDs
	Metadata Metadata
	diags    diagnostics
	Evidence agentEvidence
	Origin   origin
	Titles   titles
	RunID    string      // of the workflow run that the file belongs to, "" for none
	Run      sidecar.Run // from a journal or a snapshot
	shared   *Shared     // of the store
	extent   indexUsage

	types            []int                 // number of records by type, a Name
	byUUID           table.HashIndex       // the first Record with each UUID, or the one that replaced it
	invalidUUIDs     map[table.UUID]string // texts of IDs that are not UUIDs
	invalidUUIDBytes int64                 // length of these texts
	newest           int32                 // Record that was added to byUUID last and is its own node
	repeats          map[int32][]int32     // Records that were written again, by the first one; the last holds the content
	nodes            map[int32]int32       // the inverse of repeats
	byMessage        table.HashIndex
	byCall           table.HashIndex
	Relays           []relay
	byRelay          map[string]int32
	Advice           map[int32][]record.AdvisorUsage // by Message
	AgentStats       map[int32]AgentStats            // by Call
	results          int                             // distinct IDs of tool results
	noticed          map[uint64]int32                // Notices by the hash of their text
	waiting          map[int32]table.UUID            // records whose parent was not read yet
	logical          map[int32]int32                 // logical parents of compactions
	sidechains       map[string]int32                // Conversations inside the file, by agent
	time             int64                           // of the last record that had a time
	timed            bool                            // the current record has a time of its own
	replyHashes      map[uint64]int32                // records by the hash of their text and time
	scheduled        bool                            // a scheduled task fired since the last driver

	OnUsage func(at int32) // called when the usage of a message changed; ^at for a relayed one

	deltas       map[int32][]Delta // continuations of Blocks that arrived in pieces
	glue, lost   int64             // bytes between records of one line; bytes of damage
	read         int64             // the last line's records were added up to this offset
	skippedBytes int64             // bytes that were not parsed, since they contain no records
	wrapped      bool              // its records are inside another object
	ending       tailState
	rested       bool           // it was closed at least once
	chat         int32          // Conversation of the claude.ai export that is being read, 0 for none
	committed    int32          // Records in complete turns, as far as noted
	head         []byte         // the first bytes, used to detect the file's type
	foreign      bool           // another program's log, or an archive
	whole        []byte         // content of a small file that is read as a whole
	Cowork       sidecar.Cowork // of a Cowork file
	words        []byte         // scratch buffer
}

// headSize is enough to tell file types apart.
const headSize = 1 << 10

// maxMeta limits how much of an agent's meta file is kept; real ones have 1 KB.
const maxMeta = 64 << 10

func Open(number int, name string, size int64, b *Shared) *File {
	f := new(File)
	f.init(number, name, size, b)
	return f
}

func (f *File) init(number int, name string, size int64, b *Shared) {
	*f = File{
		Path: name, Number: number, Size: size, shared: b, OnUsage: f.OnUsage,
		waiting: map[int32]table.UUID{}, logical: map[int32]int32{}, sidechains: map[string]int32{},
	}
	f.Role, f.AgentID, f.FolderSession = roleOf(name)
	f.findRun(name)
	f.Conversations = []*Conversation{newConversation(f, f.AgentID, 0)}
	f.lines.Emit = f.line
	if f.Role == RoleHistory {
		f.lines.Emit = f.Titles.note
	}
}

// Write adds the file's next bytes. It never fails: errors in the bytes become diagnostics. After
// Close it continues where a file has grown. A file that is read as a whole must be read again: see
// [File.Resume].
func (f *File) Write(p []byte) (int, error) {
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
		return f.lines.Write(p)
	case RoleMeta, RoleTitle, RoleCowork:
		f.whole = append(f.whole, p[:min(len(p), maxMeta-len(f.whole))]...)
	case RoleRun:
		f.whole = append(f.whole, p[:min(len(p), maxSnapshot-len(f.whole))]...)
	}
	f.skippedBytes += int64(len(p))
	return len(p), nil
}

// Written returns how many bytes were written so far.
func (f *File) Written() int64 { return f.lines.Offset() + f.skippedBytes }

// Lines returns the number of lines that are not blank.
func (f *File) Lines() int { return f.lines.Count() }

// BlankBytes counts the bytes around records: line ends, blank lines, NULs.
func (f *File) BlankBytes() int64 { return f.lines.Blank() + f.glue + f.ending.glue }

// LostBytes counts the bytes that belong to no record: damage, and an unfinished last line.
func (f *File) LostBytes() int64 { return f.lost + f.ending.lost }

// Count returns how many records the file holds, indexed or not.
func (f *File) Count() int {
	n := f.Omitted
	for i := range f.Records.Len() {
		if c := f.Records.At(i).Class; c != ClassDamaged && c != ClassGap {
			n++
		}
	}
	return n
}

// Known reports whether the file holds a record of a known type and is neither another program's
// file nor an archive.
func (f *File) Known() bool { return f.Metadata.known && !f.foreign }

// NotTranscript reports whether the file was read to its end as a session and is none.
func (f *File) NotTranscript() bool {
	return f.Role == RoleMain && f.Closed && !f.Known() && f.Written() >= f.Size
}

// Name returns the text of a Name of this file's index.
func (f *File) Name(n table.Name) string { return f.names.Text(n) }

// Diagnostics returns the irregularities of the file, at most a hundred of each code.
func (f *File) Diagnostics() []Diagnostic {
	list := append(f.diags.all(f), f.ending.diags.list...)
	if f.Broken {
		list = append(list, Diagnostic{Code: CodeBroken, Severity: Info, File: f,
			Text: "Most records are not linked to the last one; everything is shown in file order"})
	}
	return list
}

// Lookup returns the record with the given UUID, or -1 if there is none. If the record was written
// several times, it returns the last one.
func (f *File) Lookup(uuid string) int32 {
	if at := f.find(f.shared.seeds.UUID([]byte(uuid))); at != None {
		return f.latest(at)
	}
	return None
}

// DetectType returns the apparent type of a file without records, by its first bytes: "png",
// "html", "text" …; for the log of another program "codex", "gemini" …; for files that Claude Code
// keeps next to its transcripts "history", "journal", "index", "settings". It returns "" for a
// transcript.
func (f *File) DetectType() string {
	if f.Known() {
		return ""
	}
	if kind := sniff.Foreign(f.Path, f.head); kind != "" {
		return kind
	}
	return sniff.Content(f.head)
}
