package transcript

import (
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// An indexer adds records to the index of a file and passes them to their conversations.
type indexer struct {
	*File
	builders    []*builder           // of the file's Conversations
	newest      int32                // Record that was added to byUUID last and is its own node
	waiting     map[int32]table.UUID // records whose parent was not read yet
	sidechains  map[string]int32     // Conversations inside the file, by agent
	byRelay     map[string]int32     // Relays by agent, message and request
	noticed     map[uint64]int32     // Notices by the hash of their text
	replyHashes map[uint64]int32     // records by the hash of their text and time
	time        int64                // of the last record that had a time
	timed       bool                 // the current record has a time of its own
	scheduled   bool                 // a scheduled task fired since the last driver
	chat        int32                // Conversation of the claude.ai export that is being read, 0 for none
	text        []byte               // scratch buffer
}

// addConversation adds a conversation to the file and returns its index.
func (ix *indexer) addConversation(agent string) int32 {
	at := int32(len(ix.Conversations))
	c := &Conversation{File: ix.File, Agent: agent, Index: at, FirstMessage: None}
	ix.Conversations = append(ix.Conversations, c)
	ix.builders = append(ix.builders, newBuilder(ix, c))
	return at
}

// add adds a record to the index and passes it to its conversation.
func (ix *indexer) add(r *record.Record, line []byte, offset int64, number int) {
	if !ix.fits(offset, len(line), number) {
		ix.countOmitted(r, len(line))
		return
	}
	if ix.timed = r.Time != 0; ix.timed {
		ix.time = r.Time
	} else {
		r.Time = ix.time
	}
	e := Record{
		UUID: ix.uuid(r.UUID), Offset: offset, Length: int32(len(line)), Line: int32(number),
		Time: r.Time, Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: ix.Blocks.Len(), Flags: r.Flags,
		Label: ix.label(r),
	}
	index := ix.Records.Len()
	ix.count(ix.names.Intern(r.Type))
	e.Parent = ix.parent(index, r.Parent)
	ix.Records.Add(e)
	if !e.UUID.None() && ix.checkDuplicate(index, r) {
		return
	}
	if len(r.LogicalParent) > 0 {
		if p := ix.find(ix.seeds.UUID(r.LogicalParent)); p != None {
			ix.logical[index] = p
		}
	}
	for i := range r.Blocks {
		ix.Blocks.Add(blockOf(&r.Blocks[i]))
		if r.Blocks[i].Kind == record.Other {
			ix.countOther(r.Blocks[i].Name)
		}
	}
	ix.Records.At(index).Blocks = uint16(len(r.Blocks))
	if r.Cut {
		ix.diags.add(Diagnostic{Code: CodeBlocks, Severity: Warning, File: ix.File, Line: number, Offset: offset, Length: int64(len(line))})
	}
	if r.Uncounted {
		ix.diags.add(Diagnostic{Code: CodeUsage, Severity: Warning, File: ix.File, Line: number, Offset: offset, Length: int64(len(line))})
	}
	ix.Metadata.noteRecord(ix.File, r, line)
	kind := recordTypeOf(ix.Name(e.Label))
	if kind.evidence != nil {
		kind.evidence(ix, r, line, index)
	}
	if ix.Role == RoleJournal {
		ix.Sidecar.Run.ReadJournalLine(line)
	}
	ix.applyRetractions(r, line)
	ix.Lineage.note(ix.File, r, index)
	conv := ix.conversation(r, kind.isMessage, index)
	ix.Records.At(index).Conv = conv
	ix.builders[conv].add(r, line, index)
	ix.accountSearches(r)
	ix.relay(r, index)
}

func blockOf(b *record.Block) Block {
	return Block{Whole: spanOf(b.Whole), Text: spanOf(b.Text), Call: None,
		Kind: b.Kind, Error: b.Error, Empty: b.Empty}
}

// label returns the display name of a record: its type, and its subtype if it has one.
func (ix *indexer) label(r *record.Record) table.Name {
	if len(r.Subtype) == 0 || recordTypeOf(string(r.Type)).noSubtype {
		return ix.names.Intern(r.Type)
	}
	const most = 160
	ix.text = append(append(append(ix.text[:0], r.Type...), '/'), r.Subtype[:min(most, len(r.Subtype))]...)
	return ix.names.Intern(ix.text)
}

func (ix *indexer) countOther(name []byte) {
	if ix.Others == nil {
		ix.Others = map[string]int{}
	}
	ix.Others[ix.names.Text(ix.names.Intern(name))]++
}

// parent returns the index of a parent. A parent that has not been read yet is looked up again at
// the end of the file.
func (ix *indexer) parent(index int32, uuid []byte) int32 {
	if len(uuid) == 0 {
		return None
	}
	u := ix.seeds.UUID(uuid)
	if last := ix.newest; last >= 0 && last < ix.Records.Len() && ix.Records.At(last).UUID == u { // mostly
		return ix.newest
	}
	if p := ix.find(u); p != None && p != index {
		return p
	}
	ix.waiting[index] = u
	return None
}

func (ix *indexer) adoptParents() {
	for index, uuid := range ix.waiting {
		if p := ix.find(uuid); p != None && p != index {
			ix.Records.At(index).Parent = p
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
	if ix.Role == RoleMain && len(r.Agent) > 0 && r.Has(record.Sidechain) && !ix.Metadata.MainChain && string(r.Type) != "progress" {
		ix.Role, ix.AgentID = RoleAgent, string(r.Agent) // an agent's file under another name
		ix.Conversations[0].Agent = ix.AgentID
	}
	if ix.Role == RoleAgent {
		return 0
	}
	if r.Has(record.Sidechain) {
		if p := ix.Records.At(index).Parent; p != None && ix.Records.At(p).Conv != 0 {
			return ix.Records.At(p).Conv
		}
		if isMessage {
			return ix.sidechain(sidechainPrefix + ix.UUID(index))
		}
		return 0
	}
	ix.Metadata.MainChain = ix.Metadata.MainChain || isMessage
	if len(r.Caller) > 0 {
		return ix.sidechain(CallerPrefix + string(r.Caller))
	}
	return 0
}

func (ix *indexer) sidechain(id string) int32 {
	at, known := ix.sidechains[id]
	if !known {
		at = ix.addConversation(id)
		ix.sidechains[id] = at
	}
	return at
}

// userWords returns the text of a user record: that of its blocks, or of a record without message.
// The bytes are valid until the next call.
func (ix *indexer) userWords(r *record.Record, line []byte) []byte {
	// Classes depend on how a text begins. Only texts that begin with a tag can turn out to contain
	// nothing else, and these are short or generated.
	const most = 1 << 20
	words := ix.text[:0]
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == record.PlainText && len(words) < most {
			if len(words) > 0 {
				words = append(words, '\n')
			}
			words = record.AppendString(words, line, b.Text.From, most-len(words))
		}
	}
	ix.text = words
	if len(r.Blocks) == 0 && r.Text.Len() > 0 {
		return ix.ownWords(r, line)
	}
	return words
}

// ownWords returns the text of a record without message. The bytes are valid until the next call.
func (ix *indexer) ownWords(r *record.Record, line []byte) []byte {
	ix.text = record.AppendWords(ix.text[:0], line, r.Text.From, 1<<20)
	return ix.text
}
