package parser

import "iter"

// A Segment is the range of a conversation between two compactions: the context that the model had,
// directly or in a summary (FORMAT.md, "Compaction").
type Segment struct {
	From, To int32 // Items; To is exclusive
	Opens    int32 // Record of the boundary or the summary that it begins with, -1 for the first
}

// Segments iterates over the segments in file order. There is at least one.
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
