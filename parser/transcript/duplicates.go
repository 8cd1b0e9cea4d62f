package transcript

import (
	"hash/maphash"

	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// checkDuplicate registers a record's UUID. It reports whether the record only repeats an earlier
// one, so that nothing more is to be done.
func (ix *indexer) checkDuplicate(index int32, r *record.Record) bool {
	e := ix.Records.At(index)
	first := ix.find(e.UUID)
	if first == None {
		ix.registerUUID(index)
		ix.newest = index
		return false
	}
	if ix.Records.At(first).Class != ClassDamaged {
		ix.Duplicates++
		ix.diags.add(Diagnostic{Code: CodeDuplicate, Severity: Info, File: ix.File, Line: int(e.Line),
			Offset: e.Offset, Length: int64(e.Length)})
		if ix.repeat(first, index, r) {
			return true
		}
		ix.retract(ix.latest(first), ClassDuplicate)
	}
	// Children of the old record are linked through the new one.
	ix.Records.At(first).Parent = index
	ix.registerUUID(index)
	ix.newest = index
	return false
}

// repeat handles a record that was written before: the last content counts, at the first position
// (FORMAT.md, "Recommended model"). It reports whether the two have the same shape; if not, the new
// record is kept separately.
func (ix *indexer) repeat(first, index int32, r *record.Record) bool {
	shown := ix.latest(first)
	old, e := ix.Records.At(shown), ix.Records.At(index)
	if old.Label != e.Label {
		return false
	}
	switch {
	case ix.sameBlocks(old, r):
		e.First, e.Blocks = old.First, old.Blocks
		ix.reuseBlocks(shown, index, r)
	case old.Class == ClassPrompt && string(r.Type) == "user" && !hasResult(r):
		// A prompt has one item, however its text is divided into blocks.
		e.First, e.Blocks = ix.Blocks.Len(), uint16(len(r.Blocks))
		for i := range r.Blocks {
			ix.Blocks.Add(blockOf(&r.Blocks[i]))
		}
	default:
		return false
	}
	e.Item, e.Message, e.Call, e.Conv, e.Class, e.Failed = old.Item, old.Message, old.Call, old.Conv, old.Class, old.Failed
	ix.builders[e.Conv].rejoin(shown, index)
	old.Class = ClassDuplicate
	ix.items(shown, func(_ int32, item *Item) { item.Record = index })
	if e.Message != None {
		ix.account(e.Message, r)
	}
	if ix.repeats == nil {
		ix.repeats, ix.nodes = map[int32][]int32{}, map[int32]int32{}
	}
	ix.repeats[first] = append(ix.repeats[first], index)
	ix.nodes[index] = first
	ix.Revision++
	return true
}

// sameBlocks reports whether a record repeats the blocks of an old one.
func (ix *indexer) sameBlocks(old *Record, r *record.Record) bool {
	if int(old.Blocks) != len(r.Blocks) {
		return false
	}
	for i := range r.Blocks {
		b := ix.Blocks.At(old.First + int32(i))
		if b.Kind != r.Blocks[i].Kind || b.Call != None && string(ix.idents.Bytes(ix.Calls.At(b.Call).ID)) != string(r.Blocks[i].ID) {
			return false
		}
	}
	return true
}

// reuseBlocks updates the blocks of a record in place to refer to a repetition of the record.
func (ix *indexer) reuseBlocks(shown, index int32, r *record.Record) {
	for i := range r.Blocks {
		b := ix.Blocks.At(ix.Records.At(shown).First + int32(i))
		call := b.Call
		*b = blockOf(&r.Blocks[i])
		b.Call = call
		if call == None {
			continue
		}
		c := ix.Calls.At(call)
		if c.Use == shown {
			c.Use, c.Input = index, spanOf(r.Blocks[i].Input)
		}
		if c.Result == shown {
			c.Result, c.Structured, c.Flags = index, spanOf(r.Result.Whole), r.Flags
		}
	}
}

// hasResult reports whether a record contains a tool result.
func hasResult(r *record.Record) bool {
	for i := range r.Blocks {
		if k := r.Blocks[i].Kind; k == record.ToolResult || k == record.ServerToolResult {
			return true
		}
	}
	return false
}

// items calls each for every item of a record.
func (f *File) items(index int32, each func(at int32, item *Item)) {
	e := f.Records.At(index)
	if e.Item == None {
		return
	}
	// There is one item for each block and one for what they have in common. The items of text that
	// has grown come a little before the others.
	const lookahead = 32
	items := f.Conversations[e.Conv].Items[e.Item:]
	for i := range items[:min(len(items), int(e.Blocks)+2+lookahead)] {
		if items[i].Record == index {
			each(e.Item+int32(i), &items[i])
		}
	}
}

// retract folds a record's items away: it was withdrawn, or written again in another shape.
func (ix *indexer) retract(index int32, class Class) {
	e := ix.Records.At(index)
	if ix.IsRetracted(index) {
		return
	}
	c := ix.Conversations[e.Conv]
	if e.Class == ClassPrompt && c.leads() {
		ix.PromptCount--
	}
	ix.items(index, func(_ int32, item *Item) {
		item.Kind = ItemInternal
		if item.Block == None {
			return
		}
		call := ix.Blocks.At(item.Block).Call
		if call == None || ix.Calls.At(call).Use != index {
			return
		}
		if x := ix.Calls.At(call); x.Results == 0 && x.Turn != None && x.Conv == c.Index {
			c.Turns[x.Turn].Open--
		}
	})
	e.Class = class
	ix.Revision++
}

// applyRetractions folds away the records that a retry replaces or that were withdrawn (FORMAT.md,
// "What makes several children of one node").
func (ix *indexer) applyRetractions(r *record.Record, line []byte) {
	if r.Replaces.Len() == 0 {
		return
	}
	jsonl.Array(line, r.Replaces.From, func(at int) int {
		uuid := record.AppendString(nil, line, at, 200)
		if old := ix.find(ix.seeds.UUID(uuid)); old != None {
			ix.retract(ix.latest(old), ClassRetracted)
		}
		return jsonl.Skip(line, at)
	})
}

// replayed reports whether a record only repeats one of the same time and class under another UUID,
// as compaction and resume write them (FORMAT.md, "What makes several children of one node"). Such
// a record is merged with the first one. Replies and results are recognized by their IDs instead.
func (ix *indexer) replayed(index int32, r *record.Record, text []byte) bool {
	e := ix.Records.At(index)
	if !ix.timed || e.UUID.None() {
		return false
	}
	key := tags.HashText(text) ^ uint64(e.Time) ^ uint64(e.Class)<<56
	first, seen := ix.replyHashes[key]
	if !seen || ix.Records.At(first).Conv != e.Conv {
		if ix.replyHashes == nil {
			ix.replyHashes = map[uint64]int32{}
		}
		ix.replyHashes[key] = index
		return false
	}
	if !ix.repeat(first, index, r) {
		return false
	}
	ix.newest = None // its UUID refers to the first one: see [index.node]
	return true
}

// A textRef is a text or thinking block of the message that is being written.
type textRef struct{ record, block int32 }

// passages are the last texts of the message that is being written.
type passages struct {
	message int32
	list    []textRef
	seed    maphash.Seed
}

// supersedes reports whether a text repeats or extends one of the same message: some gateways write
// a response again whenever it has grown, and replays write it in full (FORMAT.md, "Shape over
// versions"). If so, the text is shown at the position of the first one.
func (c *builder) supersedes(index, block int32, line []byte) bool {
	const most = 8 // passages to compare with
	ix := c.indexer
	b := ix.Blocks.At(block)
	if b.Text.Len() <= 2 || line[b.Text.From] != '"' {
		return false
	}
	words := line[b.Text.From+1 : b.Text.To-1]
	b.Hash = c.passages.hash(words)
	at := ix.Records.At(index).Message
	if c.passages.message != at {
		c.passages.message, c.passages.list = at, c.passages.list[:0]
		for r := ix.Messages.At(at).First; r != None && r != index && len(c.passages.list) < most; r = ix.Records.At(r).Next {
			e := ix.Records.At(r)
			for i := e.First; i < e.First+int32(e.Blocks) && e.Class == ClassAssistant; i++ {
				if ix.Blocks.At(i).Hash != 0 {
					c.passages.list = append(c.passages.list, textRef{r, i})
				}
			}
		}
	}
	for i := range c.passages.list {
		p := &c.passages.list[i]
		old := ix.Blocks.At(p.block)
		size := old.Text.Len() - 2
		if p.record == index || old.Kind != b.Kind || size > len(words) || old.Hash != c.passages.hash(words[:size]) ||
			ix.IsRetracted(p.record) || !joinsPassage(c, index, p) {
			continue
		}
		c.retargetItem(p.record, p.block, index, block)
		*p = textRef{index, block}
		return true
	}
	if len(c.passages.list) == most {
		c.passages.list = append(c.passages.list[:0], c.passages.list[1:]...)
	}
	c.passages.list = append(c.passages.list, textRef{index, block})
	return false
}

// joinsPassage reports whether a block of the record may replace a passage. In an earlier turn only a
// record with a single block may do so; others would be in two turns.
func joinsPassage(c *builder, index int32, p *textRef) bool {
	if c.File.Records.At(index).Blocks == 1 {
		return true
	}
	here := false
	c.indexer.items(p.record, func(_ int32, item *Item) {
		here = here || item.Block == p.block && item.Turn == c.turn
	})
	return here
}

// hash returns the hash of text as it is written; it is never 0. It must be fast, since all
// assistant text passes through it.
func (p *passages) hash(words []byte) uint32 {
	if p.seed == (maphash.Seed{}) {
		p.seed = maphash.MakeSeed()
	}
	return uint32(maphash.Bytes(p.seed, words)) | 1
}

// retargetItem makes the item of one block show another block. A record that has lost all its items
// becomes a duplicate.
func (c *builder) retargetItem(from, old, to, block int32) {
	ix, left := c.indexer, false
	ix.items(from, func(at int32, item *Item) {
		if item.Block != old {
			left = true
			return
		}
		item.Record, item.Block = to, block
		if e := ix.Records.At(to); e.Item == None || e.Item > at {
			e.Item = at
		}
	})
	if !left {
		ix.Records.At(from).Class = ClassDuplicate
	}
	ix.Revision++
}
