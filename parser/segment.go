package parser

import "iter"

// A Segment is the stretch of a conversation between two compactions: what the
// model had before it, or was told of in a summary (FORMAT.md, "Compaction").
type Segment struct {
	From, To int32 // Items, To not included
	Opens    int32 // Record of the boundary or the summary that it begins with, -1 for the first
}

// Segments gives the segments in file order, at least one.
func (c *Conversation) Segments() iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		s, bounded := Segment{Opens: none}, false
		for i := range c.Items {
			item := &c.Items[i]
			switch {
			case item.Kind == ItemCompaction && c.File.Name(c.File.Records.At(item.Record).Label) == "system/compact_boundary":
			case item.Kind == ItemSummary && !bounded: // old versions have no boundary
			case item.Kind == ItemInternal || item.Kind == ItemSummary || item.Kind == ItemCompaction:
				continue
			default:
				bounded = false
				continue
			}
			bounded = true
			if s.To = int32(i); s.To > s.From && !yield(s) {
				return
			}
			s = Segment{From: int32(i), Opens: item.Record}
		}
		s.To = int32(len(c.Items))
		yield(s)
	}
}
