package view

import (
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// foldOf counts the internal records that one row stands for.
func foldOf(r *ref) *protocol.Fold {
	f := r.conv.File
	counts := map[string]int{}
	out := &protocol.Fold{Count: int(r.to - r.from)}
	for i := r.from; i < r.to; i++ {
		e := f.Records.At(r.conv.Items[i].Record)
		counts[kindName(f, e)]++
		if e.Failed {
			out.Failed++
		}
	}
	out.Kinds = ranked(counts)
	return out
}

// kindName returns the name of an internal record without the type that carries it:
// "hook_success" for "attachment/hook_success". Texts that Claude Code wrote in the
// user's name have no such name; they are named after their class.
func kindName(f *parser.File, e *parser.Record) string {
	switch e.Class {
	case parser.ClassInjected:
		return "meta"
	case parser.ClassContext:
		return "context"
	case parser.ClassFiller:
		return "filler"
	case parser.ClassRetracted:
		return "retracted"
	case parser.ClassDuplicate:
		return "repeat"
	case parser.ClassOutput:
		return "output"
	}
	label := f.Name(e.Label)
	if _, kind, found := strings.Cut(label, "/"); found {
		return kind
	}
	return label
}

// maxItems limits the number of records that one fold lists.
const maxItems = 1000

// itemsPart lists records that are folded into a row. If there are more than maxItems,
// the part is marked as cut; Size is the number of all records.
func (v *toolReader) itemsPart(f *parser.File, records []int32) protocol.Part {
	p := protocol.Part{Kind: "items", Size: len(records), Cut: len(records) > maxItems, Exit: -1}
	for _, index := range records[:min(len(records), maxItems)] {
		p.Items = append(p.Items, v.item(f, index))
	}
	return p
}

func (v *toolReader) foldParts(r *ref) []protocol.Part {
	records := make([]int32, 0, r.to-r.from)
	for _, item := range r.conv.Items[r.from:r.to] {
		records = append(records, item.Record)
	}
	return []protocol.Part{v.itemsPart(r.conv.File, records)}
}

func (v *toolReader) item(f *parser.File, index int32) protocol.Item {
	e := f.Records.At(index)
	item := protocol.Item{Name: kindName(f, e), Failed: e.Failed, Origin: source.Origin(f, index)}
	if item.Hooks, item.More = v.hooks(f, index); item.Hooks != nil {
		item.Label, _ = v.recordSummary(f, index)
	}
	if item.Name == "agent_progress" {
		if relayed, ok := v.relayed(f, index); ok {
			item.Label, item.Text, item.Failed = relayed.Label, relayed.Text, e.Failed || relayed.Failed
			return item
		}
	}
	if e.Blocks > 0 && e.Class != parser.ClassOutput { // a folded output is empty
		relayed, _ := v.source.RecordText(f, index, 4*maxSummary)
		item.Text = source.OneLine(relayed, maxSummary)
	}
	if item.Text == "" {
		item.Label, item.Text = v.recordSummary(f, index)
	}
	return item
}

// sideParts returns the records that belong to a call or a message: texts that Claude
// Code injected in full, and the remaining records as a list.
func (v *toolReader) sideParts(f *parser.File, records []int32) []protocol.Part {
	var parts []protocol.Part
	var remainder []int32
	for _, index := range records {
		if relayed, more := v.source.RecordText(f, index, source.MaxText); f.Records.At(index).Class == parser.ClassInjected && relayed != "" {
			parts = append(parts, protocol.Part{Kind: "markdown", Role: "instructions", Text: relayed, Cut: more,
				Size: int(f.Records.At(index).Length), Exit: -1})
			continue
		}
		remainder = append(remainder, index)
	}
	if remainder != nil {
		parts = append(parts, v.itemsPart(f, remainder))
	}
	return parts
}

// ranked lists names with their counts, the most frequent first.
func ranked(counts map[string]int) []protocol.Count {
	list := []protocol.Count{}
	for name, n := range counts {
		list = append(list, protocol.Count{Name: name, Count: n})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Count > b.Count || a.Count == b.Count && a.Name < b.Name
	})
	return list
}
