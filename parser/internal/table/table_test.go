package table_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/internal/table"
)

func TestTable(t *testing.T) {
	var list table.Table[int32]
	const n = 10_000 // several chunks
	for i := range int32(n) {
		list.Add(i)
	}
	for i := range list.Len() {
		if got := *list.At(i); got != i {
			t.Fatalf("entry %d is %d", i, got)
		}
	}
	list.Drop(n - 1)
	if list.Len() != 1 || *list.At(0) != 0 {
		t.Errorf("%d entries are left", list.Len())
	}
	list.Add(7)
	if *list.At(1) != 7 {
		t.Errorf("the entry added after dropping others is %d", *list.At(1))
	}
}

// TestShortTableIsSmall checks that a table with few entries has little free space.
func TestShortTableIsSmall(t *testing.T) {
	for n := range 5 {
		var list table.Table[int64]
		for range n {
			list.Add(1)
		}
		if size, most := list.Size(), int64(2*8*n); size > most {
			t.Errorf("%d entries take %d bytes, at most %d", n, size, most)
		}
	}
}

// TestHashIndex compares the index with a map. Many of its hashes are equal.
func TestHashIndex(t *testing.T) {
	var index table.HashIndex
	var entries []uint64
	hash := func(i int32) uint64 { return entries[i] % 97 }
	for i := range int32(2000) {
		value := uint64(i) * 7919
		is := func(at int32) bool { return entries[at] == value }
		if at := index.Find(value%97, is); at != -1 {
			t.Fatalf("%d is found at %d before it is added", value, at)
		}
		entries = append(entries, value)
		index.Put(value%97, i, hash)
	}
	for i, value := range entries {
		is := func(at int32) bool { return entries[at] == value }
		if at := index.Find(value%97, is); at != int32(i) {
			t.Fatalf("%d is found at %d, want %d", value, at, i)
		}
	}
	entries = append(entries, entries[5])
	is := func(at int32) bool { return entries[at] == entries[5] }
	if !index.Replace(entries[5]%97, 2000, is) || index.Find(entries[5]%97, is) != 2000 {
		t.Error("an entry is not replaced")
	}
	if index.Replace(1, 0, func(int32) bool { return false }) || index.Len() != 2000 {
		t.Errorf("an unknown entry is replaced; %d entries", index.Len())
	}
}

func TestIDs(t *testing.T) {
	var ids table.IDs
	var kept []table.Ident
	for i := range 20_000 {
		kept = append(kept, ids.Keep(fmt.Appendf(nil, "toolu_%d", i)))
	}
	for i, id := range kept {
		if got, want := string(ids.Bytes(id)), fmt.Sprintf("toolu_%d", i); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
	if id := ids.Keep(nil); id != 0 || ids.Bytes(id) != nil {
		t.Errorf("an empty ID is kept as %d", id)
	}
	if long := ids.Bytes(ids.Keep([]byte(strings.Repeat("x", 5000)))); len(long) != 1<<10 {
		t.Errorf("a long ID has %d bytes", len(long))
	}
}

func TestNames(t *testing.T) {
	var names table.Names
	for i := range 70_000 {
		text := fmt.Sprintf("type %d", i)
		name := names.Intern([]byte(text))
		if got := names.Text(name); i < 1<<16-2 && got != text || i >= 1<<16-2 && got != "" {
			t.Fatalf("%q is kept as %q", text, got)
		}
	}
	if again := names.Intern([]byte("type 3")); names.Text(again) != "type 3" || names.Find([]byte("type 3")) != again {
		t.Errorf("a known string is kept as %q", names.Text(again))
	}
}

func TestUUID(t *testing.T) {
	seeds := table.NewSeeds()
	const text = "0a1b2c3d-4e5f-4677-8899-aabbccddeeff"
	if u := seeds.UUID([]byte(text)); u.IsHash() || u.None() || u.Text() != text {
		t.Errorf("%s is returned as %s", text, u.Text())
	}
	for _, invalid := range []string{strings.ToUpper(text), "a", text[1:]} {
		if u := seeds.UUID([]byte(invalid)); !u.IsHash() || u != seeds.UUID([]byte(invalid)) {
			t.Errorf("%q is not stored as a hash", invalid)
		}
	}
	if !seeds.UUID(nil).None() {
		t.Error("no text has a UUID")
	}
}
