package parser

import (
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A File is one file and the index of its records, which grows with each Write.
// Path and Size are as they were given to [Store.Open]; Duplicates counts records
// whose uuid came before, Damaged stretches that are no JSON object, Prompts the
// prompts of its own conversation, Branches what rewinds left behind in it.
type File struct {
	Path   string
	Number int // in the order of opening, unless it was given one by [Store.OpenAs]
	Size   int64
	Role   Role

	Records       Table[Record]
	Blocks        Table[Block]
	Messages      Table[Message]
	Calls         Table[ToolCall]
	Conversations []*Conversation // the file's own one, then inline sidechains

	Others  map[string]int     // blocks of no [record.Kind], by type; nil for none
	Notices []TaskNotification // of background tasks

	Duplicates   int
	Damaged      int
	Omitted      int // records that are counted, but not indexed
	OmittedBytes int64
	Gaps         []SkippedRange
	Prompts      int
	Branches     int
	Broken       bool   // most of the conversation is not linked to its end
	Copies       []Copy // stretches of records that came from other sessions, once the store is finished
	Closed       bool   // as long as no more is written
	// Revision grows whenever what was said of the file may have changed, other
	// than by growing at its end.
	Revision int
	Restarts int // how often it was read from 0 again

	// UsageRevision grows whenever what counts in the file may have changed.
	UsageRevision int

	agentID   string // of an agent's file
	sessionID string // of the folder an agent's file lies in

	lines  jsonl.Reader
	parser record.Parser
	names  names
	idents idArena
	facts  facts
	diags  diagnostics
	links  links
	origin origin
	titles titles
	run    runLog  // of a workflow, where the file belongs to one
	bounds *bounds // of the store
	extent indexUsage

	types            []int             // records by their type, a Name
	byUUID           hashIndex         // the first Record with each uuid, or the one that stands for it anew
	invalidUUIDs     map[UUID]string   // texts of uuids that are none
	invalidUUIDBytes int64             // of these texts
	newest           int32             // Record that came into byUUID last, and stands for itself
	repeats          map[int32][]int32 // Records that came again, by the first one; the last holds the content
	nodes            map[int32]int32   // the other way round
	byMessage        hashIndex
	byCall           hashIndex
	relays           []relay
	byRelay          map[string]int32
	advice           map[int32][]record.AdvisorUsage // of Messages
	agentStats       map[int32]AgentStats            // of agents, by their Calls
	results          int                             // distinct ids of tool results
	noticed          map[uint64]int32                // Notices by their words
	waiting          map[int32]UUID                  // records whose parent has not come yet
	logical          map[int32]int32                 // logical parents of compactions
	sidechains       map[string]int32                // Conversations inside the file, by agent
	time             int64                           // of the last record that had one
	timed            bool                            // the record at hand has a time of its own
	replyHashes      map[uint64]int32                // what was said, by its words and time
	scheduled        bool                            // a scheduled task fired since the last driver

	// What the store's book knows of the file.
	entered, enteredRelays int32
	changed                []int32              // entered ones that changed since; ^index for relays
	canonicalUsage         map[int32]messageRef // where the numbers of a response stand, if not here

	deltas       map[int32][]Delta // how Blocks go on that came in pieces
	glue, lost   int64             // bytes between records of one line; bytes of damage
	read         int64             // up to here the last line's records were added
	skippedBytes int64             // bytes that were not read, since nothing in them is a record
	wrapped      bool              // its records stand inside of another object
	ending       tailState
	rested       bool   // it was closed once
	chat         int32  // Conversation of a claude.ai export that is being read, 0 for none
	committed    int32  // Records that stand in complete turns, as far as that was noted
	head         []byte // the first bytes, to tell what the file seems to be
	foreign      bool   // another program's log, or an archive
	whole        []byte // of a small file that is read as one
	cowork       cowork // of a file of Cowork
	words        []byte // scratch
}

// headSize is enough to tell kinds of files apart.
const headSize = 1 << 10

// maxMeta bounds what is kept of an agent's meta file; real ones have 1 KB.
const maxMeta = 64 << 10

func newFile(number int, name string, size int64, b *bounds) *File {
	f := new(File)
	f.init(number, name, size, b)
	return f
}

func (f *File) init(number int, name string, size int64, b *bounds) {
	*f = File{
		Path: name, Number: number, Size: size, bounds: b,
		waiting: map[int32]UUID{}, logical: map[int32]int32{}, sidechains: map[string]int32{},
	}
	f.Role, f.agentID, f.sessionID = roleOf(name)
	f.findRun(name)
	f.Conversations = []*Conversation{newConversation(f, f.agentID, 0)}
	f.lines.Emit = f.line
	if f.Role == RoleHistory {
		f.lines.Emit = f.titles.note
	}
}

// Write takes the file's next bytes. It never fails: what is wrong with them
// becomes a diagnostic. After Close it goes on where a file has grown; one that is
// read as one is read again: [File.Resume] knows.
func (f *File) Write(p []byte) (int, error) {
	if f.Closed {
		f.reopen()
	}
	if room := headSize - len(f.head); room > 0 {
		f.head = append(f.head, p[:min(room, len(p))]...)
		if len(f.head) == headSize {
			f.foreign = foreign(f.Path, f.head) != ""
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

// Written is how many bytes came so far.
func (f *File) Written() int64 { return f.lines.Offset() + f.skippedBytes }

// Lines is how many lines are not blank.
func (f *File) Lines() int { return f.lines.Count() }

// BlankBytes counts the bytes around records: line ends, blank lines, NULs.
func (f *File) BlankBytes() int64 { return f.lines.Blank() + f.glue + f.ending.glue }

// LostBytes counts the bytes that belong to no record: damage, and a last line
// that was not finished.
func (f *File) LostBytes() int64 { return f.lost + f.ending.lost }

// Count is how many records the file holds, indexed or not.
func (f *File) Count() int {
	n := f.Omitted
	for i := range f.Records.Len() {
		if c := f.Records.At(i).Class; c != ClassDamaged && c != ClassGap {
			n++
		}
	}
	return n
}

// Known says whether the file holds any record of a known type, and is neither
// another program's nor an archive.
func (f *File) Known() bool { return f.facts.checkDuplicate && !f.foreign }

// NotTranscript says that the file was read as a session, to its end, and is none.
func (f *File) NotTranscript() bool {
	return f.Role == RoleMain && f.Closed && !f.Known() && f.Written() >= f.Size
}

// Name gives the word behind a Name of this file's index.
func (f *File) Name(n Name) string { return f.names.text(n) }

// Diagnostics lists what was odd, at most a hundred of each kind.
func (f *File) Diagnostics() []Diagnostic {
	list := append(f.diags.all(f), f.ending.diags.list...)
	if f.Broken {
		list = append(list, Diagnostic{Code: CodeBroken, Severity: Info, File: f,
			Text: "Most records are not linked to the last one; everything is shown in file order"})
	}
	return list
}

// Lookup finds the record with a uuid, -1 if there is none. Of records that came
// again it gives the last.
func (f *File) Lookup(uuid string) int32 {
	if at := f.find(f.bounds.seeds.uuid([]byte(uuid))); at != none {
		return f.latest(at)
	}
	return none
}
