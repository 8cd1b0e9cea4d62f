package rows

import (
	"testing"

	"unspool/parser"
	"unspool/parser/view/filter"
)

// TestKindsOfUnknownItem checks that an item that was added after narrowing counts as a background record.
func TestKindsOfUnknownItem(t *testing.T) {
	for _, kind := range []parser.ItemKind{parser.ItemInternal, parser.ItemBlock, parser.ItemNote, parser.ItemMode, parser.ItemUnfinished + 1, 255} {
		if got := KindsOfItem(kind); got != filter.Background {
			t.Errorf("items of the kind %d are of %b, want background", kind, got)
		}
	}
}
