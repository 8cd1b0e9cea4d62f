package records

import (
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// NameOf returns the name of an internal record without the type that carries it:
// "hook_success" for "attachment/hook_success". Texts that Claude Code wrote in the
// user's name have no such name; they are named after their class.
func NameOf(f *parser.File, e *parser.Record) string {
	switch e.Class {
	case parser.ClassInjected, parser.ClassContext, parser.ClassFiller, parser.ClassRetracted,
		parser.ClassDuplicate, parser.ClassOutput:
		return e.Class.String()
	}
	label := f.Name(e.Label)
	if _, kind, found := strings.Cut(label, "/"); found {
		return kind
	}
	return label
}

// MaxItems limits the number of records that one fold lists.
const MaxItems = 1000

// List lists records that are folded into a row. If there are more than MaxItems,
// the part is marked as cut; Size is the number of all records.
func List(src *source.Reader, f *parser.File, records []int32) protocol.Part {
	p := protocol.Part{Kind: protocol.PartItems, Size: len(records), Cut: len(records) > MaxItems}
	for _, index := range records[:min(len(records), MaxItems)] {
		p.Items = append(p.Items, item(src, f, index))
	}
	return p
}

// item describes a record in a few words.
func item(src *source.Reader, f *parser.File, index int32) protocol.Item {
	e := f.Records.At(index)
	item := protocol.Item{Name: NameOf(f, e), Failed: e.Failed, Location: source.LocationOf(f, index)}
	if item.Hooks, item.More = hooks(src, f, index); item.Hooks != nil {
		item.Label, _ = Summary(src, f, index)
	}
	if item.Name == "agent_progress" {
		if from, ok := relayed(src, f, index); ok {
			item.Label, item.Text, item.Failed = from.Label, from.Text, e.Failed || from.Failed
			return item
		}
	}
	if e.Blocks > 0 && e.Class != parser.ClassOutput { // a folded output is empty
		relayed, _ := src.RecordText(f, index, 4*maxSummary)
		item.Text = source.OneLine(relayed, maxSummary)
	}
	if item.Text == "" {
		item.Label, item.Text = Summary(src, f, index)
	}
	return item
}

// Parts returns the records that belong to a call or a message: texts that Claude
// Code injected in full, and the remaining records as a list.
func Parts(src *source.Reader, f *parser.File, records []int32) []protocol.Part {
	var parts []protocol.Part
	var remainder []int32
	for _, index := range records {
		if relayed, more := src.RecordText(f, index, source.MaxText); f.Records.At(index).Class == parser.ClassInjected && relayed != "" {
			parts = append(parts, protocol.Part{Kind: protocol.PartMarkdown, Role: protocol.RoleInstructions, Text: relayed, Cut: more,
				Size: int(f.Records.At(index).Length)})
			continue
		}
		remainder = append(remainder, index)
	}
	if remainder != nil {
		parts = append(parts, List(src, f, remainder))
	}
	return parts
}
