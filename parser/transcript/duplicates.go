package transcript

import (
	"hash/maphash"

	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// checkDuplicate registers a record's UUID. It reports whether the record only repeats an earlier
// one, so that nothing more is to be done.
func (ix *indexer) checkDuplicate(index int32, r *record.Record, line []byte) bool {
	e := ix.x.Records.At(index)
	first := ix.x.find(e.UUID)
	if first == None {
		ix.x.registerUUID(index)
		return false
	}
	if ix.x.Records.At(first).Class != ClassDamaged {
		ix.f.Duplicates++
		ix.f.diags.add(Diagnostic{Code: CodeDuplicate, Severity: Info, File: ix.f, Line: int(e.Line),
			Offset: e.Offset, Length: int64(e.Length)})
		shown := ix.x.latest(first)
		if ix.links.repeat(first, index, r, line) {
			ix.builders[ix.x.Records.At(index).Conv].turns.rejoin(shown, index)
			return true
		}
		ix.links.retract(shown, ClassDuplicate)
	}
	// Children of the old record are linked through the new one.
	ix.x.Records.At(first).Parent = index
	ix.x.registerUUID(index)
	return false
}

// repeat handles a record that was written before: the last content counts, at the first position
// (FORMAT.md, "Recommended model"). It reports whether the two have the same shape; if not, the new
// record is kept separately.
func (ln *recordLinker) repeat(first, index int32, r *record.Record, line []byte) bool {
	shown := ln.x.latest(first)
	old, e := ln.x.Records.At(shown), ln.x.Records.At(index)
	if old.Label != e.Label {
		return false
	}
	switch {
	case ln.sameBlocks(old, r):
		e.First, e.Blocks = old.First, old.Blocks
		ln.reuseBlocks(shown, index, r, line)
	case old.Class == ClassPrompt && string(r.Type) == "user" && !hasResult(r):
		// A prompt has one item, however its text is divided into blocks.
		e.First, e.Blocks = ln.x.Blocks.Len(), uint16(len(r.Blocks))
		for i := range r.Blocks {
			ln.x.Blocks.Add(blockOf(&r.Blocks[i]))
		}
	default:
		return false
	}
	e.Item, e.Message, e.Call, e.Conv = old.Item, old.Message, old.Call, old.Conv
	e.Class, e.Failed, e.Minor = old.Class, old.Failed, old.Minor
	old.Class = ClassDuplicate
	eachItem(ln.f, shown, func(_ int32, item *Item) { item.Record = index })
	if e.Message != None {
		ln.account(e.Message, r)
	}
	if ln.x.repeats == nil {
		ln.x.repeats, ln.x.nodes = map[int32][]int32{}, map[int32]int32{}
	}
	ln.x.repeats[first] = append(ln.x.repeats[first], index)
	ln.x.nodes[index] = first
	ln.f.Revision++
	return true
}

// sameBlocks reports whether a record repeats the blocks of an old one.
func (ln *recordLinker) sameBlocks(old *Record, r *record.Record) bool {
	if int(old.Blocks) != len(r.Blocks) {
		return false
	}
	for i := range r.Blocks {
		b := ln.x.Blocks.At(old.First + int32(i))
		if b.Kind != r.Blocks[i].Kind || b.Call != None && string(ln.x.idents.Bytes(ln.x.Calls.At(b.Call).ID)) != string(r.Blocks[i].ID) {
			return false
		}
	}
	return true
}

// reuseBlocks updates the blocks of a record in place to refer to a repetition of the record.
func (ln *recordLinker) reuseBlocks(shown, index int32, r *record.Record, line []byte) {
	for i := range r.Blocks {
		b := ln.x.Blocks.At(ln.x.Records.At(shown).First + int32(i))
		call := b.Call
		*b = blockOf(&r.Blocks[i])
		b.Call = call
		if call == None {
			continue
		}
		c := ln.x.Calls.At(call)
		if c.Use == shown {
			c.Use, c.Input = index, spanOf(r.Blocks[i].Input)
		}
		if c.Result == shown {
			ln.setResult(c, &r.Blocks[i], r, line, index)
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

// eachItem calls each for every item of a record.
func eachItem(f *File, index int32, each func(at int32, item *Item)) {
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
func (ln *recordLinker) retract(index int32, class Class) {
	e := ln.x.Records.At(index)
	if e.IsRetracted() {
		return
	}
	c := ln.f.Conversations[e.Conv]
	if e.Class == ClassPrompt && c.leads() {
		ln.f.PromptCount--
	}
	eachItem(ln.f, index, func(_ int32, item *Item) {
		item.Kind = ItemInternal
		if item.Block == None {
			return
		}
		call := ln.x.Blocks.At(item.Block).Call
		if call == None || ln.x.Calls.At(call).Use != index {
			return
		}
		if x := ln.x.Calls.At(call); x.Results == 0 && x.Turn != None && x.Conv == c.Index {
			c.Turns[x.Turn].Open--
		}
	})
	e.Class = class
	ln.f.Revision++
}

// applyRetractions folds away the records that a retry replaces or that were withdrawn (FORMAT.md,
// "What makes several children of one node").
func (ix *indexer) applyRetractions(r *record.Record, line []byte) {
	if r.Replaces.Len() == 0 {
		return
	}
	jsonl.Array(line, r.Replaces.From, func(at int) int {
		uuid := record.AppendString(nil, line, at, 200)
		if old := ix.x.find(ix.x.seeds.UUID(uuid)); old != None {
			ix.links.retract(ix.x.latest(old), ClassRetracted)
		}
		return jsonl.Skip(line, at)
	})
}

// replayed reports whether a record only repeats one of the same time and class under another UUID,
// as compaction and resume write them (FORMAT.md, "What makes several children of one node"). Such
// a record is merged with the first one. Replies and results are recognized by their IDs instead.
func (c *builder) replayed(index int32, r *record.Record, line, text []byte) bool {
	old, replayed := c.links.replayed(index, r, line, text)
	if replayed {
		c.turns.rejoin(old, index)
	}
	return replayed
}

// replayed returns the record that a record only repeats. The second result is false if there is
// none.
func (ln *recordLinker) replayed(index int32, r *record.Record, line, text []byte) (old int32, ok bool) {
	e := ln.x.Records.At(index)
	if !ln.timed || e.UUID.None() {
		return None, false
	}
	key := tags.HashText(text) ^ uint64(e.Time) ^ uint64(e.Class)<<56
	first, seen := ln.byTextAndTime[key]
	if !seen || ln.x.Records.At(first).Conv != e.Conv {
		if ln.byTextAndTime == nil {
			ln.byTextAndTime = map[uint64]int32{}
		}
		ln.byTextAndTime[key] = index
		return None, false
	}
	old = ln.x.latest(first)
	if !ln.repeat(first, index, r, line) {
		return None, false
	}
	ln.x.newest = None // its UUID refers to the first one: see [index.node]
	return old, true
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
	b := c.x.Blocks.At(block)
	if b.Text.Len() <= 2 || line[b.Text.From] != '"' {
		return false
	}
	words := line[b.Text.From+1 : b.Text.To-1]
	b.Hash = c.passages.hash(words)
	at := c.x.Records.At(index).Message
	if c.passages.message != at {
		c.passages.message, c.passages.list = at, c.passages.list[:0]
		for r := c.x.Messages.At(at).First; r != None && r != index && len(c.passages.list) < most; r = c.x.Records.At(r).Next {
			e := c.x.Records.At(r)
			for i := e.First; i < e.First+int32(e.Blocks) && e.Class == ClassAssistant; i++ {
				if c.x.Blocks.At(i).Hash != 0 {
					c.passages.list = append(c.passages.list, textRef{r, i})
				}
			}
		}
	}
	for i := range c.passages.list {
		p := &c.passages.list[i]
		old := c.x.Blocks.At(p.block)
		size := old.Text.Len() - 2
		if p.record == index || old.Kind != b.Kind || size > len(words) || old.Hash != c.passages.hash(words[:size]) ||
			c.x.Records.At(p.record).IsRetracted() || !joinsPassage(c, index, p) {
			continue
		}
		c.links.retargetItem(p.record, p.block, index, block)
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
	if c.x.Records.At(index).Blocks == 1 {
		return true
	}
	here := false
	eachItem(c.f, p.record, func(_ int32, item *Item) {
		here = here || item.Block == p.block && item.Turn == c.turns.current
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
func (ln *recordLinker) retargetItem(from, old, to, block int32) {
	left := false
	eachItem(ln.f, from, func(at int32, item *Item) {
		if item.Block != old {
			left = true
			return
		}
		item.Record, item.Block = to, block
		if e := ln.x.Records.At(to); e.Item == None || e.Item > at {
			e.Item = at
		}
	})
	if !left {
		ln.x.Records.At(from).Class = ClassDuplicate
	}
	ln.f.Revision++
}
