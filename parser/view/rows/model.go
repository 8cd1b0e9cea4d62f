package rows

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
)

// modelRow returns the row that shows that a different model responds from here on.
func modelRow(r *Ref, base protocol.RowBase) *protocol.NoteRow {
	text := modelBefore(r.Conv, int(r.From)) + " → " + modelOf(r.Conv.File, &r.Conv.Items[r.From])
	return &protocol.NoteRow{RowBase: base, RowText: protocol.RowText{Text: text}, Flavor: "fallback"}
}

// modelBefore returns the model of the response before the one that begins with an item. It
// returns "" if that is the same model, is unknown, or is reported by another row.
func modelBefore(c *parser.Conversation, at int) string {
	f := c.File
	item := &c.Items[at]
	now := modelOf(f, item)
	if now == "" || f.Records.At(item.Record).Branch > 0 || item.Kind == parser.ItemInternal {
		return ""
	}
	for i := at; i >= 0; i-- {
		item := &c.Items[i]
		switch e := f.Records.At(item.Record); {
		case e.Branch > 0 || item.Kind == parser.ItemInternal:
			continue
		case item.Kind == parser.ItemBlock && f.Blocks.At(item.Block).Kind == record.Fallback,
			item.Kind == parser.ItemNote && records.NameOf(f, e) == "model_refusal_fallback":
			return ""
		}
		if before := modelOf(f, item); i < at && before != "" {
			if price.Family(before) == price.Family(now) {
				return ""
			}
			return before
		}
	}
	return ""
}

// modelOf returns the model whose response an item belongs to, or "" for other items.
func modelOf(f *parser.File, item *parser.Item) string {
	at := f.Records.At(item.Record).Message
	if at < 0 {
		return ""
	}
	if name := f.Name(f.Messages.At(at).Model); name != "<synthetic>" {
		return name
	}
	return ""
}
