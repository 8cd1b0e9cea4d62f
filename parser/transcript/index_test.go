package transcript_test

import (
	"strings"
	"testing"

	"unspool/parser/testutil/parsertest"
)

// TestUUIDs checks that Lookup finds a record by its UUID, and that UUID returns it as it is
// written in the file, whether it is well formed or not.
func TestUUIDs(t *testing.T) {
	names := []string{
		"0a1b2c3d-4e5f-4677-8899-aabbccddeeff", "ffffffff-ffff-ffff-bfff-ffffffffffff", "99999999-9999-4999-8999-999999999999",
		"0A1B2C3D-4E5F-4677-8899-AABBCCDDEEFF", "0a1b2c3d-4e5f-4677-8899-aabbccddeefg", "0a1b2c3d-4e5f-4677-8899-aabbccddeef@",
		"0a1b2c3d-4e5f-4677-8899-aabbccddee:f", "0a1b2c3d-4e5f-4677-8899-aabbccddee`f", "0a1b2c3d-4e5f-4677-8899-aabbccddee/f",
		"0a1b2c3d-4e5f-4677-0899-aabbccddeeff", "0a1b2c3d-4e5f-4677-c899-aabbccddeeff", "00000000-0000-0000-0000-000000000000",
		"0a1b2c3d44e5f-4677-8899-aabbccddeeff", "0a1b2c3d-4e5f-4677-8899-aabbccddeef", "a", "sidechain-1", "\xff\xfe", strings.Repeat("u", 256),
	}
	var data strings.Builder
	for _, name := range names {
		data.WriteString(`{"type":"user","uuid":"` + name + `","message":{"role":"user","content":"a"}}` + "\n")
	}
	data.WriteString(`{"type":"user","message":{"role":"user","content":"a"}}` + "\n")
	f := parsertest.Read("s.jsonl", []byte(data.String()), 1<<20)
	for i, name := range names {
		if got := f.UUID(int32(i)); got != name {
			t.Errorf("the UUID %q is returned as %q", name, got)
		}
		if at, _ := f.Lookup(name); at != int32(i) {
			t.Errorf("Lookup(%q) is %d, want %d", name, at, i)
		}
	}
	last := int32(len(names))
	if f.Records.Len() != last+1 || f.UUID(last) != "" || !f.Records.At(last).UUID.None() {
		t.Errorf("%d records, the UUID of the last is %q, want none", f.Records.Len(), f.UUID(last))
	}
	for _, unknown := range []string{"", "b"} {
		if at, found := f.Lookup(unknown); found {
			t.Errorf("Lookup(%q) is %d", unknown, at)
		}
	}
}

func FuzzUUID(f *testing.F) {
	f.Add("0a1b2c3d-4e5f-4677-8899-aabbccddeeff")
	f.Add("0a1b2c3d-4e5f-4677-8899-aAbbccddeeff")
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || len(name) > 256 || strings.ContainsAny(name, "\"\\\n\r") || strings.Trim(name, " \t\x00") != name {
			return
		}
		file := parsertest.Read("s.jsonl", []byte(`{"type":"user","uuid":"`+name+`"}`+"\n"), 1<<20)
		at, found := file.Lookup(name)
		if got := file.UUID(0); got != name || at != 0 || !found {
			t.Fatalf("the UUID %q is returned as %q, Lookup is %d, %t", name, got, at, found)
		}
	})
}
