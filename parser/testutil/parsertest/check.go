package parsertest

import (
	"testing"

	"unspool/parser/transcript"
)

// CheckFile checks the index of a file: each byte belongs to one record, to damage or to blanks,
// and records, calls, items and turns refer to each other consistently.
func CheckFile(t *testing.T, name string, f *transcript.File, data []byte) {
	t.Helper()
	checkRecords(t, name, f, data)
	CheckLedger(t, name, f, data)
	checkCalls(t, name, f)
	turns := map[int32]int32{}
	for _, c := range f.Conversations {
		checkItems(t, name, c, turns)
		checkTurns(t, name, c)
	}
}

// checkRecords checks that records follow each other, begin and end with a brace, and are
// attached to records that are not attached themselves.
func checkRecords(t *testing.T, name string, f *transcript.File, data []byte) {
	t.Helper()
	var indexed, end int64
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if r.Offset < end {
			t.Errorf("%s: record %d at %d begins inside the previous one, which ends at %d", name, i, r.Offset, end)
		}
		end = r.Offset + int64(r.Length)
		if at := r.AttachedTo; at >= f.Records.Len() || at >= 0 && f.Records.At(at).AttachedTo >= 0 {
			t.Errorf("%s: record %d is attached to %d, which does not exist or is attached itself", name, i, at)
		}
		if r.Class == transcript.ClassDamaged {
			continue // the lost bytes of Gaps count it
		}
		indexed += int64(r.Length)
		if end <= int64(len(data)) && (data[r.Offset] != '{' || data[end-1] != '}') {
			t.Errorf("%s: record %d is not at offset %d", name, i, r.Offset)
		}
	}
	blank, lost := f.Gaps()
	if sum := indexed + f.Omitted.Bytes + lost + blank; sum != int64(len(data)) {
		t.Errorf("%s: %d bytes of records + %d omitted + %d lost + %d blank = %d, want %d",
			name, indexed, f.Omitted.Bytes, lost, blank, sum, len(data))
	}
}

// checkCalls checks that calls and their blocks refer to each other.
func checkCalls(t *testing.T, name string, f *transcript.File) {
	t.Helper()
	for i := range f.Calls.Len() {
		c := f.Calls.At(i)
		if c.Use >= 0 && f.Blocks.At(c.UseBlock).Call != i ||
			c.Result >= 0 && f.Blocks.At(c.ResultBlk).Call != i {
			t.Errorf("%s: the blocks of call %s refer to another call", name, f.Ident(c.ID))
		}
		if c.Use < 0 && c.Result < 0 {
			t.Errorf("%s: call %s has neither use nor result", name, f.Ident(c.ID))
		}
	}
}

// checkItems checks that the items of a conversation are in the order of its turns, and that no
// record is in two turns. A flaw is where it was read, also that of a record which is shown where it
// was first written. turns maps the records of the file's conversations so far to their turns.
func checkItems(t *testing.T, name string, c *transcript.Conversation, turns map[int32]int32) {
	t.Helper()
	last := int32(-1)
	for i, item := range c.Items {
		if turn, seen := turns[item.Record]; seen && turn != item.Turn && !item.Kind.IsFlaw() {
			t.Errorf("%s: record %d is in the turns %d and %d", name, item.Record, turn, item.Turn)
		}
		// Restarts and changes of the mode precede the record, and may be in the previous turn.
		if item.Kind != transcript.ItemRestart && item.Kind != transcript.ItemMode && !item.Kind.IsFlaw() {
			turns[item.Record] = item.Turn
		}
		if item.Turn < last {
			t.Errorf("%s: item %d is in turn %d, the previous one in turn %d", name, i, item.Turn, last)
		}
		last = item.Turn
	}
}

func checkTurns(t *testing.T, name string, c *transcript.Conversation) {
	t.Helper()
	for i, turn := range c.Turns {
		if turn.First > int32(len(c.Items)) || i > 0 && turn.First < c.Turns[i-1].First {
			t.Errorf("%s: turn %d begins at item %d", name, i, turn.First)
		}
		if turn.Open < 0 {
			t.Errorf("%s: turn %d has %d open calls", name, i, turn.Open)
		}
	}
}

// CheckLedger checks that the entries of a file's ledger add up to its size, and compares them
// with what the index shows: records do not overlap, and all bytes between them are blank or lost.
func CheckLedger(t *testing.T, name string, f *transcript.File, data []byte) {
	t.Helper()
	l := f.Ledger()
	if l.Size != int64(len(data)) || l.Sum() != l.Size {
		t.Fatalf("%s: the ledger has %d bytes and adds up to %d, want %d: %+v", name, l.Size, l.Sum(), len(data), l)
	}
	if f.Role != transcript.RoleMain && f.Role != transcript.RoleAgent {
		if l.Hidden[transcript.ReasonFile] != l.Size {
			t.Errorf("%s: %+v", name, l)
		}
		return
	}
	owned := make([]bool, len(data))
	var records, damaged int64
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if r.Class == transcript.ClassDamaged {
			damaged += int64(r.Length)
			continue // no record may own its bytes
		}
		records += int64(r.Length)
		for at := r.Offset; at < r.Offset+int64(r.Length); at++ {
			if owned[at] {
				t.Fatalf("%s: byte %d belongs to two records", name, at)
			}
			owned[at] = true
		}
	}
	lost := l.Damaged + l.Hidden[transcript.ReasonUnfinished] + l.Hidden[transcript.ReasonTooMany]
	blanks, others := countUnowned(data, owned)
	if lost+l.Hidden[transcript.ReasonWrapping] < others || l.Hidden[transcript.ReasonBlank] > blanks {
		t.Errorf("%s: between the records are %d bytes and %d blanks; the ledger has %d lost and %d blank",
			name, others, blanks, lost, l.Hidden[transcript.ReasonBlank])
	}
	if damaged > l.Damaged || damaged < l.Damaged && f.Omitted.Line == 0 { // damage that is not indexed has no records
		t.Errorf("%s: %d bytes of damage, counted as %d", name, damaged, l.Damaged)
	}
	entries := l.Size - lost - l.Hidden[transcript.ReasonBlank] - l.Hidden[transcript.ReasonWrapping]
	if entries != records {
		t.Errorf("%s: entries of %d bytes for records of %d: %+v", name, entries, records, l)
	}
}

// countUnowned counts the bytes that belong to no record: blanks, with a byte order mark, and all
// others.
func countUnowned(data []byte, owned []bool) (blanks, others int64) {
	for i, b := range data {
		switch {
		case owned[i]:
		case b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == 0 || i < 3 && b == "\xef\xbb\xbf"[i]:
			blanks++
		default:
			others++
		}
	}
	return blanks, others
}
