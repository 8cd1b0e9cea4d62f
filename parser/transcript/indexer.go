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
func (f *indexer) addConversation(agent string) int32 {
	at := int32(len(f.Conversations))
	c := &Conversation{File: f.File, Agent: agent, Index: at, FirstMessage: None}
	f.Conversations = append(f.Conversations, c)
	f.builders = append(f.builders, newBuilder(f, c))
	return at
}

// add adds a record to the index and passes it to its conversation.
func (f *indexer) add(r *record.Record, line []byte, offset int64, number int) {
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
		Time: r.Time, Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: f.Blocks.Len(), Flags: r.Flags,
		Label: f.label(r),
	}
	index := f.Records.Len()
	f.count(f.names.Intern(r.Type))
	e.Parent = f.parent(index, r.Parent)
	f.Records.Add(e)
	if !e.UUID.None() && f.checkDuplicate(index, r) {
		return
	}
	if len(r.LogicalParent) > 0 {
		if p := f.find(f.seeds.UUID(r.LogicalParent)); p != None {
			f.logical[index] = p
		}
	}
	for i := range r.Blocks {
		f.Blocks.Add(blockOf(&r.Blocks[i]))
		if r.Blocks[i].Kind == record.Other {
			f.countOther(r.Blocks[i].Name)
		}
	}
	f.Records.At(index).Blocks = uint16(len(r.Blocks))
	if r.Cut {
		f.diags.add(Diagnostic{Code: CodeBlocks, Severity: Warning, File: f.File, Line: number, Offset: offset, Length: int64(len(line))})
	}
	if r.Uncounted {
		f.diags.add(Diagnostic{Code: CodeUsage, Severity: Warning, File: f.File, Line: number, Offset: offset, Length: int64(len(line))})
	}
	f.Metadata.noteRecord(f.File, r, line)
	f.Evidence.note(f, r, line)
	if f.Role == RoleJournal {
		f.Sidecar.Run.ReadJournalLine(line)
	}
	f.applyRetractions(r, line)
	f.Origin.note(f.File, r, index)
	conv := f.conversation(r, index)
	f.Records.At(index).Conv = conv
	f.builders[conv].add(r, line, index)
	f.accountSearches(r)
	f.relay(r, index)
}

func blockOf(b *record.Block) Block {
	return Block{Whole: spanOf(b.Whole), Text: spanOf(b.Text), Call: None,
		Kind: b.Kind, Error: b.Error, Empty: b.Empty}
}

// label returns the display name of a record: its type, and its subtype if it has one.
func (f *indexer) label(r *record.Record) table.Name {
	if len(r.Subtype) == 0 || string(r.Type) == "queue-operation" || string(r.Type) == "result" || string(r.Type) == "stream_event" {
		return f.names.Intern(r.Type)
	}
	const most = 160
	f.text = append(append(append(f.text[:0], r.Type...), '/'), r.Subtype[:min(most, len(r.Subtype))]...)
	return f.names.Intern(f.text)
}

func (f *indexer) countOther(name []byte) {
	if f.Others == nil {
		f.Others = map[string]int{}
	}
	f.Others[f.names.Text(f.names.Intern(name))]++
}

// parent returns the index of a parent. A parent that has not been read yet is looked up again at
// the end of the file.
func (f *indexer) parent(index int32, uuid []byte) int32 {
	if len(uuid) == 0 {
		return None
	}
	u := f.seeds.UUID(uuid)
	if last := f.newest; last >= 0 && last < f.Records.Len() && f.Records.At(last).UUID == u { // mostly
		return f.newest
	}
	if p := f.find(u); p != None && p != index {
		return p
	}
	f.waiting[index] = u
	return None
}

func (f *indexer) adoptParents() {
	for index, uuid := range f.waiting {
		if p := f.find(uuid); p != None && p != index {
			f.Records.At(index).Parent = p
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
func (f *indexer) conversation(r *record.Record, index int32) int32 {
	if f.chat != 0 {
		return f.chat
	}
	if f.Role == RoleMain && len(r.Agent) > 0 && r.Has(record.Sidechain) && !f.Metadata.MainChain && string(r.Type) != "progress" {
		f.Role, f.AgentID = RoleAgent, string(r.Agent) // an agent's file under another name
		f.Conversations[0].Agent = f.AgentID
	}
	if f.Role == RoleAgent {
		return 0
	}
	if r.Has(record.Sidechain) {
		if p := f.Records.At(index).Parent; p != None && f.Records.At(p).Conv != 0 {
			return f.Records.At(p).Conv
		}
		if string(r.Type) == "user" || string(r.Type) == "assistant" {
			return f.sidechain(sidechainPrefix + f.UUID(index))
		}
		return 0
	}
	f.Metadata.MainChain = f.Metadata.MainChain || string(r.Type) == "user" || string(r.Type) == "assistant"
	if len(r.Caller) > 0 {
		return f.sidechain(CallerPrefix + string(r.Caller))
	}
	return 0
}

func (f *indexer) sidechain(id string) int32 {
	at, known := f.sidechains[id]
	if !known {
		at = f.addConversation(id)
		f.sidechains[id] = at
	}
	return at
}

// userWords returns the text of a user record: that of its blocks, or of a record without message.
// The bytes are valid until the next call.
func (f *indexer) userWords(r *record.Record, line []byte) []byte {
	// Classes depend on how a text begins. Only texts that begin with a tag can turn out to contain
	// nothing else, and these are short or generated.
	const most = 1 << 20
	words := f.text[:0]
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == record.PlainText && len(words) < most {
			if len(words) > 0 {
				words = append(words, '\n')
			}
			words = record.AppendString(words, line, b.Text.From, most-len(words))
		}
	}
	f.text = words
	if len(r.Blocks) == 0 && r.Text.Len() > 0 {
		return f.ownWords(r, line)
	}
	return words
}

// ownWords returns the text of a record without message. The bytes are valid until the next call.
func (f *indexer) ownWords(r *record.Record, line []byte) []byte {
	f.text = record.AppendWords(f.text[:0], line, r.Text.From, 1<<20)
	return f.text
}
