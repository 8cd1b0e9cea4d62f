package transcript

import (
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// An indexer adds records to the index of a file and passes them to their conversations.
type indexer struct {
	f          *File
	x          *index
	links      *recordLinker
	builders   []*builder           // of the file's Conversations
	waiting    map[int32]table.UUID // records whose parent was not read yet
	sidechains map[string]int32     // Conversations inside the file, by agent
	time       int64                // of the last record that had a time
	chat       int32                // Conversation of the claude.ai export that is being read, 0 for none
}

func newIndexer(f *File) *indexer {
	ix := &indexer{f: f, x: f.x, links: &recordLinker{f: f, x: f.x}}
	ix.addConversation(f.AgentID)
	return ix
}

// addConversation adds a conversation to the file and returns its index.
func (ix *indexer) addConversation(agent string) int32 {
	at := int32(len(ix.f.Conversations))
	c := &Conversation{File: ix.f, Agent: agent, Index: at, FirstMessage: None}
	ix.f.Conversations = append(ix.f.Conversations, c)
	ix.builders = append(ix.builders, newBuilder(ix.links, c))
	return at
}

// add adds a record to the index and passes it to its conversation.
func (ix *indexer) add(r *record.Record, line []byte, offset int64, number int) {
	if !ix.fits(offset, len(line), number, len(r.Blocks)) {
		ix.countOmitted(r, len(line))
		return
	}
	if ix.links.timed = r.Time != 0; ix.links.timed {
		ix.time = r.Time
	} else {
		r.Time = ix.time
	}
	e := Record{
		UUID: ix.x.uuid(r.UUID), Offset: offset, Length: int32(len(line)), Line: int32(number),
		Time: r.Time, Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: ix.x.Blocks.Len(), Flags: r.Flags, Untimed: !ix.links.timed,
		Label: ix.label(r),
	}
	index := ix.x.Records.Len()
	ix.x.count(ix.x.names.Intern(r.Type))
	e.Parent = ix.parent(index, r.Parent)
	ix.x.Records.Add(e)
	if !e.UUID.None() && ix.checkDuplicate(index, r, line) {
		ix.addFlaws(r, line, index)
		return
	}
	if len(r.LogicalParent) > 0 {
		if p := ix.x.find(ix.x.seeds.UUID(r.LogicalParent)); p != None {
			ix.x.logical[index] = p
		}
	}
	for i := range r.Blocks {
		ix.x.Blocks.Add(blockOf(&r.Blocks[i]))
		if r.Blocks[i].Kind == record.Other {
			ix.countOther(r.Blocks[i].Name)
		}
	}
	ix.x.Records.At(index).Blocks = uint16(len(r.Blocks))
	ix.addLimits(r, Diagnostic{Severity: Warning, File: ix.f, Line: number, Offset: offset, Length: int64(len(line))})
	ix.f.Metadata.noteRecord(ix.f, r, line)
	kind := recordTypeOf(ix.x.name(e.Label))
	if kind.evidence != nil {
		kind.evidence(ix.links, r, line, index)
	}
	if ix.f.Role == RoleJournal {
		ix.f.Sidecar.Run.ReadJournalLine(line)
	}
	ix.applyRetractions(r, line)
	ix.f.Lineage.note(ix.f, r, index)
	conv := ix.conversation(r, kind.isMessage, index)
	ix.x.Records.At(index).Conv = conv
	b := ix.builders[conv]
	items, turns := len(b.conv.Items), len(b.conv.Turns)
	b.add(r, line, index)
	ix.addFlaws(r, line, index)
	ix.f.extent.items += len(b.conv.Items) - items
	ix.f.extent.turns += len(b.conv.Turns) - turns
	ix.links.accountSearches(r)
	ix.links.relay(r, index)
}

// addLimits adds diagnostics like d for what was not read of a record.
func (ix *indexer) addLimits(r *record.Record, d Diagnostic) {
	if d.Code = CodeBlocks; r.Cut {
		ix.f.diags.add(d)
	}
	if d.Code = CodeUsage; r.Uncounted {
		ix.f.diags.add(d)
	}
}

// addFlaws adds diagnostics for a record that could be read although its text is not valid, and marks
// in its conversation. Those of a record without a row are diagnostics only.
func (ix *indexer) addFlaws(r *record.Record, line []byte, index int32) {
	if !r.Flaws.Any() {
		return
	}
	e := ix.x.Records.At(index)
	add := func(code DiagnosticCode, kind ItemKind, position int) {
		if position == 0 {
			return
		}
		if ix.f.diags.full(code) {
			ix.f.diags.more(code, Warning)
			return
		}
		ix.f.diags.add(Diagnostic{Code: code, Severity: Warning, File: ix.f, Line: int(e.Line), Offset: e.Offset,
			Length: int64(e.Length), Position: position, Excerpt: excerpt(line[position-1:])})
		if e.Class != ClassDuplicate {
			ix.builders[e.Conv].turns.mark(kind, index)
		}
	}
	add(CodeInvalid, ItemInvalid, r.Flaws.Syntax)
	add(CodeEncoding, ItemEncoding, r.Flaws.Encoding)
}

func blockOf(b *record.Block) Block {
	return Block{Whole: spanOf(b.Whole), Text: spanOf(b.Text), Call: None,
		Kind: b.Kind, Error: b.Error, Empty: b.Empty}
}

// label returns the display name of a record: its type, and its subtype if it has one.
func (ix *indexer) label(r *record.Record) table.Name {
	if len(r.Subtype) == 0 || recordTypeOf(string(r.Type)).noSubtype {
		return ix.x.names.Intern(r.Type)
	}
	const most = 160
	text := append(append(append(ix.links.text[:0], r.Type...), '/'), r.Subtype[:min(most, len(r.Subtype))]...)
	ix.links.text = text
	return ix.x.names.Intern(text)
}

func (ix *indexer) countOther(name []byte) {
	if ix.x.Others == nil {
		ix.x.Others = map[string]int{}
	}
	ix.x.Others[ix.x.names.Text(ix.x.names.Intern(name))]++
}

// parent returns the index of a parent. A parent that has not been read yet is looked up again at
// the end of the file.
func (ix *indexer) parent(index int32, uuid []byte) int32 {
	if len(uuid) == 0 {
		return None
	}
	u := ix.x.seeds.UUID(uuid)
	if last := ix.x.newest; last >= 0 && last < ix.x.Records.Len() && ix.x.Records.At(last).UUID == u { // mostly
		return ix.x.newest
	}
	if p := ix.x.find(u); p != None && p != index {
		return p
	}
	if ix.waiting == nil {
		ix.waiting = map[int32]table.UUID{}
	}
	ix.waiting[index] = u
	return None
}

func (ix *indexer) adoptParents() {
	for index, uuid := range ix.waiting {
		if p := ix.x.find(uuid); p != None && p != index {
			ix.x.Records.At(index).Parent = p
		}
	}
}

// Agents inside a file have no ID of their own. They are named by their first record, or by the
// call that a stream-json record names.
const (
	sidechainPrefix = "sidechain-"
	CallerPrefix    = "call-"
)

// conversation returns the conversation of the file that a record belongs to. Inline sidechains of
// old versions and of stream-json are conversations of their own (FORMAT.md, "Inline sidechains").
func (ix *indexer) conversation(r *record.Record, isMessage bool, index int32) int32 {
	if ix.chat != 0 {
		return ix.chat
	}
	if ix.f.Role == RoleMain && len(r.Agent) > 0 && r.Has(record.Sidechain) && !ix.f.Metadata.MainChain && string(r.Type) != "progress" {
		ix.f.Role, ix.f.AgentID = RoleAgent, string(r.Agent) // an agent's file under another name
		ix.f.Conversations[0].Agent = ix.f.AgentID
	}
	if ix.f.Role == RoleAgent {
		return 0
	}
	if r.Has(record.Sidechain) {
		if p := ix.x.Records.At(index).Parent; p != None && ix.x.Records.At(p).Conv != 0 {
			return ix.x.Records.At(p).Conv
		}
		if isMessage {
			return ix.sidechain(sidechainPrefix + ix.f.UUID(index))
		}
		return 0
	}
	ix.f.Metadata.MainChain = ix.f.Metadata.MainChain || isMessage
	if len(r.Caller) > 0 {
		return ix.sidechain(CallerPrefix + string(r.Caller))
	}
	return 0
}

func (ix *indexer) sidechain(id string) int32 {
	at, known := ix.sidechains[id]
	if !known {
		at = ix.addConversation(id)
		if ix.sidechains == nil {
			ix.sidechains = map[string]int32{}
		}
		ix.sidechains[id] = at
	}
	return at
}
