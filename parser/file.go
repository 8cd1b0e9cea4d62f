package parser

import (
	"bytes"
	"strings"

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

	Others  map[string]int // blocks of no [record.Kind], by type; nil for none
	Notices []Notice       // of background tasks

	Duplicates   int
	Damaged      int
	Omitted      int // records that are counted, but not indexed
	OmittedBytes int64
	Gaps         []Gap
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
	idents idents
	facts  facts
	diags  diagnostics
	links  links
	origin origin
	titles titles
	run    runLog  // of a workflow, where the file belongs to one
	bounds *bounds // of the store
	extent extent

	types      []int             // records by their type, a Name
	byUUID     places            // the first Record with each uuid, or the one that stands for it anew
	odd        map[UUID]string   // texts of uuids that are none
	oddBytes   int64             // of these texts
	newest     int32             // Record that came into byUUID last, and stands for itself
	repeats    map[int32][]int32 // Records that came again, by the first one; the last holds the content
	nodes      map[int32]int32   // the other way round
	byMessage  places
	byCall     places
	relays     []relay
	byRelay    map[string]int32
	advice     map[int32][]record.Advice // of Messages
	efforts    map[int32]Effort          // of agents, by their Calls
	results    int                       // distinct ids of tool results
	noticed    map[uint64]int32          // Notices by their words
	waiting    map[int32]UUID            // records whose parent has not come yet
	logical    map[int32]int32           // logical parents of compactions
	sidechains map[string]int32          // Conversations inside the file, by agent
	time       int64                     // of the last record that had one
	timed      bool                      // the record at hand has a time of its own
	said       map[uint64]int32          // what was said, by its words and time
	scheduled  bool                      // a scheduled task fired since the last driver

	// What the store's book knows of the file.
	entered, enteredRelays int32
	changed                []int32        // entered ones that changed since; ^index for relays
	better                 map[int32]site // where the numbers of a response stand, if not here

	deltas     map[int32][]Delta // how Blocks go on that came in pieces
	glue, lost int64             // bytes between records of one line; bytes of damage
	read       int64             // up to here the last line's records were added
	passed     int64             // bytes that were not read, since nothing in them is a record
	wrapped    bool              // its records stand inside of another object
	ending     ending
	rested     bool   // it was closed once
	chat       int32  // Conversation of a claude.ai export that is being read, 0 for none
	committed  int32  // Records that stand in complete turns, as far as that was noted
	head       []byte // the first bytes, to tell what the file seems to be
	foreign    bool   // another program's log
	whole      []byte // of a small file that is read as one
	desk       desk   // of a file of Cowork
	words      []byte // scratch
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
	case RoleMeta, RoleTitle, RoleDesk:
		f.whole = append(f.whole, p[:min(len(p), maxMeta-len(f.whole))]...)
	case RoleRun:
		f.whole = append(f.whole, p[:min(len(p), maxSnapshot-len(f.whole))]...)
	}
	f.passed += int64(len(p))
	return len(p), nil
}

// Written is how many bytes came so far.
func (f *File) Written() int64 { return f.lines.Offset() + f.passed }

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

// Known says whether the file holds any record of a known type, and is not
// another program's.
func (f *File) Known() bool { return f.facts.known && !f.foreign }

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

func (f *File) line(l jsonl.Line) {
	if !l.Tail && l.Length == len(l.Text) && l.Offset >= f.read && bytes.IndexByte(l.Text, '{') < 0 && l.Text[0] != '[' {
		f.lose(l, l.Text, 0) // ten million such lines take a second less than by what follows
		return
	}
	defer f.parser.Forget()
	if l.Tail {
		f.tail(l)
		return
	}
	fresh := l.Offset >= f.read
	if fresh {
		if rec := f.parser.Parse(l.Text); rec != nil {
			f.take(rec, l.Text, l.Offset, l.Number)
			return
		}
	}
	if l.Length > len(l.Text) {
		f.Damaged++
		f.lost += l.Offset + int64(l.Length) - max(l.Offset, f.read)
		f.damage(l.Text, l.Length, l.Offset, l.Number)
		f.report(CodeOverlong, Error, l, 0, l.Length, "Longer than 32 MB: not read as a record")
		return
	}
	objects, end := 0, 0
	for p := range jsonl.Repair(l.Text) {
		text := l.Text[p.From:p.To]
		if l.Offset+int64(p.To) <= f.read { // added when the file ended here
			objects, end = objects+1, p.To
			continue
		}
		f.glue += int64(p.From - end)
		end = p.To
		if !p.Damaged {
			if rec := f.parser.Parse(text); rec != nil {
				f.take(rec, text, l.Offset+int64(p.From), l.Number)
				objects++
				continue
			}
		}
		f.lose(l, text, p.From)
	}
	if objects > 1 {
		f.report(CodeRepaired, Info, l, 0, l.Length, "Several records on one line")
	}
}

// lose takes a stretch of a line that is no record.
func (f *File) lose(l jsonl.Line, text []byte, from int) {
	f.lost += int64(len(text))
	f.Damaged++
	f.damage(text, len(text), l.Offset+int64(from), l.Number)
	switch {
	case (text[0] == '{' || text[0] == '[') && jsonl.TooDeep(text):
		f.report(CodeDeep, Warning, l, from, len(text), "Nested deeper than 300 levels: not read as a record")
	case f.diags.full(CodeDamaged):
		f.diags.more(CodeDamaged, Warning)
	default:
		f.report(CodeDamaged, Warning, l, from, len(text), "Not a JSON object: "+excerpt(text))
	}
}

func (f *File) report(code string, s Severity, l jsonl.Line, from, length int, text string) {
	f.diags.add(f.diagnostic(code, s, l, from, length, text))
}

func (f *File) diagnostic(code string, s Severity, l jsonl.Line, from, length int, text string) Diagnostic {
	return Diagnostic{Code: code, Severity: s, File: f, Line: l.Number,
		Offset: l.Offset + int64(from), Length: int64(length), Text: text}
}

// excerpt shows the first bytes of what could not be read.
func excerpt(b []byte) string {
	const most = 80
	if len(b) > most {
		return strings.ToValidUTF8(string(b[:most]), "\uFFFD") + "…"
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// add puts a record into the index and hands it to its conversation.
func (f *File) add(r *record.Record, line []byte, offset int64, number int) {
	if !f.fits(offset + int64(len(line))) {
		f.leaveOut(r, len(line), offset, number)
		return
	}
	if f.timed = r.Time != 0; f.timed {
		f.time = r.Time
	} else {
		r.Time = f.time
	}
	e := Record{
		UUID: f.uuid(r.UUID), Offset: offset, Length: int32(len(line)), Line: int32(number),
		Time: r.Time, Parent: none, Message: none, Next: none, With: none, Call: none, Item: none,
		First: f.Blocks.Len(), Flags: r.Flags,
		Label: f.label(r),
	}
	index := f.Records.Len()
	f.count(f.names.intern(r.Type))
	e.Parent = f.parent(index, r.Parent)
	f.Records.add(e)
	if !e.UUID.None() && f.known(index, r) {
		return
	}
	if len(r.LogicalParent) > 0 {
		if p := f.find(f.bounds.seeds.uuid(r.LogicalParent)); p != none {
			f.logical[index] = p
		}
	}
	for i := range r.Blocks {
		f.Blocks.add(blockOf(&r.Blocks[i]))
		if r.Blocks[i].Kind == record.Other {
			f.countOther(r.Blocks[i].Name)
		}
	}
	f.Records.At(index).Blocks = uint16(len(r.Blocks))
	if r.Cut {
		f.diags.add(Diagnostic{Code: CodeBlocks, Severity: Warning, File: f, Line: number, Offset: offset, Length: int64(len(line)),
			Text: "More than 10,000 blocks in one record; the rest is in its bytes only"})
	}
	f.facts.note(f, r, line)
	f.links.note(f, r, line)
	if f.Role == RoleJournal {
		f.run.journal(line)
	}
	f.retract(r, line)
	f.origin.note(f, r, index)
	conv := f.conversation(r, index)
	f.Records.At(index).Conv = conv
	f.Conversations[conv].add(r, line, index)
	f.accountSearches(r)
	f.relay(r, index)
}

func blockOf(b *record.Block) Block {
	return Block{Whole: spanOf(b.Whole), Text: spanOf(b.Text), Call: none,
		Kind: b.Kind, Error: b.Error, Empty: b.Empty}
}

// label names a record for people: its type, and its kind where it has one.
func (f *File) label(r *record.Record) Name {
	if len(r.Subtype) == 0 || string(r.Type) == "queue-operation" || string(r.Type) == "result" || string(r.Type) == "stream_event" {
		return f.names.intern(r.Type)
	}
	const most = 160
	f.words = append(append(append(f.words[:0], r.Type...), '/'), r.Subtype[:min(most, len(r.Subtype))]...)
	return f.names.intern(f.words)
}

func (f *File) count(name Name) {
	if n := int(name) + 1 - len(f.types); n > 0 {
		f.types = append(f.types, make([]int, n)...)
	}
	f.types[name]++
}

// Types counts the records by type.
func (f *File) Types() map[string]int {
	types := map[string]int{}
	for name, n := range f.types {
		if n > 0 {
			types[f.names.text(Name(name))] = n
		}
	}
	return types
}

func (f *File) countOther(name []byte) {
	if f.Others == nil {
		f.Others = map[string]int{}
	}
	f.Others[f.names.text(f.names.intern(name))]++
}

// parent finds the index of a parent; one that has not come yet is looked for
// again when the file has ended.
func (f *File) parent(index int32, uuid []byte) int32 {
	if len(uuid) == 0 {
		return none
	}
	u := f.bounds.seeds.uuid(uuid)
	if last := f.newest; last >= 0 && last < f.Records.Len() && f.Records.At(last).UUID == u { // mostly
		return f.newest
	}
	if p := f.find(u); p != none && p != index {
		return p
	}
	f.waiting[index] = u
	return none
}

func (f *File) adoptParents() {
	for index, uuid := range f.waiting {
		if p := f.find(uuid); p != none && p != index {
			f.Records.At(index).Parent = p
		}
	}
}

// conversation tells which conversation of the file a record belongs to: inline
// sidechains of old versions and of stream-json are conversations of their own
// (FORMAT.md, "Inline sidechains").
func (f *File) conversation(r *record.Record, index int32) int32 {
	if f.chat != 0 {
		return f.chat
	}
	if f.Role == RoleMain && len(r.Agent) > 0 && r.Has(record.Sidechain) && !f.facts.mainChain && string(r.Type) != "progress" {
		f.Role, f.agentID = RoleAgent, string(r.Agent) // an agent's file under another name
		f.Conversations[0].Agent = f.agentID
	}
	if f.Role == RoleAgent {
		return 0
	}
	if r.Has(record.Sidechain) {
		if p := f.Records.At(index).Parent; p != none && f.Records.At(p).Conv != 0 {
			return f.Records.At(p).Conv
		}
		if string(r.Type) == "user" || string(r.Type) == "assistant" {
			return f.sidechain(sidechainPrefix + f.UUID(index))
		}
		return 0
	}
	f.facts.mainChain = f.facts.mainChain || string(r.Type) == "user" || string(r.Type) == "assistant"
	if len(r.Caller) > 0 {
		return f.sidechain(callerPrefix + string(r.Caller))
	}
	return 0
}

// Agents inside a file have no id of their own: they are named by where they
// begin, or by the call that a stream-json record names.
const (
	sidechainPrefix = "sidechain-"
	callerPrefix    = "call-"
)

func (f *File) sidechain(id string) int32 {
	if i, known := f.sidechains[id]; known {
		return i
	}
	f.sidechains[id] = int32(len(f.Conversations))
	f.Conversations = append(f.Conversations, newConversation(f, id, int32(len(f.Conversations))))
	return int32(len(f.Conversations) - 1)
}
