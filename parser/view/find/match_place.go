package find

import (
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/filter"
	"unspool/parser/view/rows"
)

// matchKinds are the kinds of a [protocol.Match].
var matchKinds = [...]string{"prompts", "replies", "thinking", "input", "output", "other"}

// These are the indexes of the kinds in matchKinds.
const (
	matchPrompt = iota
	matchReply
	matchThinking
	matchInput
	matchOutput
	matchOther
)

// blockAt returns the block of a record that contains the byte offset at, or -1 if there is
// none. The blocks of a record are in the order of their offsets.
func blockAt(f *parser.File, index int32, at int) int32 {
	e := f.Records.At(index)
	i := e.First + int32(sort.Search(int(e.Blocks), func(i int) bool { return int(f.Blocks.At(e.First+int32(i)).Whole.To) > at }))
	if i < e.First+int32(e.Blocks) && int(f.Blocks.At(i).Whole.From) <= at {
		return i
	}
	return -1
}

// shownBy returns the item that shows a block of a record, or nil if none does. Block -1
// stands for text outside of blocks. A result, and what was recorded along with it, has no
// row of its own: the item of its call shows it.
func shownBy(f *parser.File, index, block int32) *parser.Item {
	if block >= 0 {
		if item, exact := itemOf(f, index, block); exact {
			return item
		}
	}
	call := f.Records.At(index).Call
	if block >= 0 {
		call = f.Blocks.At(block).Call
	}
	at := rows.RowRecord(f, index)
	if call >= 0 && f.Calls.At(call).Use >= 0 {
		at, block = f.Calls.At(call).Use, f.Calls.At(call).UseBlock
	}
	item, _ := itemOf(f, at, block)
	return item
}

// itemOf returns the item of a block of a record, or else the first item of the record that
// is not a mark. It returns nil if the record has none.
func itemOf(f *parser.File, at, block int32) (item *parser.Item, exact bool) {
	items, from := f.Conversations[f.Records.At(at).Conv].Items, int(f.Records.At(at).Item)
	if from < 0 || from >= len(items) {
		return nil, false
	}
	items = items[from:]
	of := func(i int) bool { return i < len(items) && items[i].Record == at && !rows.IsMark(items[i].Kind) }
	first := 0
	for first < len(items) && items[first].Record == at && !of(first) {
		first++ // marks come first
	}
	// Items are in the order of their blocks, of which a record has up to 10,000.
	i := first + sort.Search(len(items)-first, func(i int) bool {
		item := &items[first+i]
		return item.Record != at || item.Block >= block
	})
	switch {
	case of(i) && items[i].Block == block:
		return &items[i], true
	case of(first):
		return &items[first], false
	}
	return nil, false
}

// kindOfMatch returns the kind of a match, and the call that it belongs to, or -1 for none.
func kindOfMatch(f *parser.File, index int32, p *candidate, item *parser.Item) (kind int, call int32) {
	call = -1
	if item.Kind == parser.ItemTool {
		call = f.Blocks.At(item.Block).Call
	}
	if p.structured {
		return matchOutput, call
	}
	if p.block >= 0 {
		switch f.Blocks.At(p.block).Kind {
		case record.ToolUse, record.ServerToolUse:
			return matchInput, call
		case record.ToolResult, record.ServerToolResult:
			return matchOutput, call
		case record.Thinking, record.RedactedThinking:
			return matchThinking, call
		}
	}
	switch rows.KindsOfItem(item.Kind) {
	case filter.Prompts, filter.Events, filter.Prompts | filter.Errors:
		return matchPrompt, call
	case filter.Replies:
		return matchReply, call
	case filter.Thinking:
		return matchThinking, call
	case filter.Tools, filter.Tools | filter.Errors, filter.Agents, filter.Agents | filter.Errors:
		switch {
		case call < 0 || index == f.Calls.At(call).Result:
			return matchOutput, call
		case index == f.Calls.At(call).Use:
			return matchInput, call
		}
	}
	return matchOther, call // also for other records that belong to a call
}

// withoutNumbers removes the numbers that Read puts before lines, such as "12→".
func withoutNumbers(text string) string {
	lines := strings.Split(text, "→")
	for i, line := range lines[:len(lines)-1] {
		bare := strings.TrimRight(line, "0123456789")
		if numbered := bare != line && (bare == "" || bare == "…" || strings.HasSuffix(bare, " ")); !numbered {
			bare = line + "→"
		}
		lines[i] = bare
	}
	return strings.Join(lines, "")
}
