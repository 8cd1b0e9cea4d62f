package transcript_test

import (
	"bytes"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/jsonl"
	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/testutil/testgen/damaged"
	"unspool/parser/transcript"
)

// TestDamage checks for each kind of damage that the parser detects the file's type or reports
// diagnostics with the right positions, accounts for every byte and reads all undamaged records,
// in chunks of any size.
func TestDamage(t *testing.T) {
	kinds := damaged.Kinds()
	names := map[string]bool{}
	for _, kind := range kinds {
		if names[kind.Name] {
			t.Errorf("two kinds have the name %s", kind.Name)
		}
		names[kind.Name] = true
	}
	if len(kinds) < 200 {
		t.Errorf("only %d kinds", len(kinds))
	}
	for _, kind := range testutil.Sample(t, kinds, 2) {
		t.Run(kind.Name, func(t *testing.T) {
			data := kind.Make(0)
			if !bytes.Equal(data, kind.Make(0)) {
				t.Error("Make is not deterministic")
			}
			f := parsertest.Read(kind.FileName(), data, len(data)+1)
			if f.Role == transcript.RoleMain {
				parsertest.CheckFile(t, kind.Name, f, data)
			} else {
				parsertest.CheckLedger(t, kind.Name, f, data)
			}
			if got := f.DetectType(); got != kind.Type {
				t.Errorf("detected %q, want %q", got, kind.Type)
			}
			if got := strings.Join(slices.Sorted(maps.Keys(codes(f))), " "); got != kind.Codes && kind.Type == "" {
				t.Errorf("diagnostics %q, want %q", got, kind.Codes)
			}
			checkPositions(t, f, data)
			checkUndamaged(t, &kind, f, data)
			want := summarize(f)
			for _, chunk := range []int{1, 7, 4096} {
				if len(data)/chunk > 100_000 {
					continue
				}
				if diff := cmp.Diff(want, summarize(parsertest.Read(kind.FileName(), data, chunk))); diff != "" {
					t.Errorf("in chunks of %d bytes (-whole +chunks):\n%s", chunk, diff)
				}
			}
		})
	}
}

// TestDamageGrows checks that it does not matter where a damaged file ended for a while: between NUL
// bytes, in a record that is not valid, or behind one.
func TestDamageGrows(t *testing.T) {
	prompt := func(id, words string) string {
		return `{"type":"user","uuid":"` + id + `","message":{"role":"user","content":"` + words + `"}}`
	}
	data := []byte("\x00\x00" + prompt("a", "one") + "\n\x00\n\x00 " + prompt("b", `\x`) + "\x00\n" + prompt("c", "caf\xe9") + "\x00\x00" +
		prompt("d", "four") + "\x00" + `{"type":"us` + "\n" + prompt("e", "five") + "\x00\x00\n" + `{"type":"user","mess`)
	want := summarize(parsertest.Read("session.jsonl", data, len(data)))
	for _, code := range []transcript.DiagnosticCode{transcript.CodeZeros, transcript.CodeInvalid, transcript.CodeEncoding, transcript.CodeUnfinished} {
		if !strings.Contains(want, string(code)) {
			t.Errorf("no %s in\n%s", code, want)
		}
	}
	for first := range data {
		for second := first; second < len(data); second += 7 {
			f := parsertest.Read("session.jsonl", data[:first], len(data))
			f.Write(data[first:second])
			f.Close()
			parsertest.CheckFile(t, fmt.Sprintf("cut at %d and %d", first, second), f, data[:second])
			f.Write(data[second:])
			f.Close()
			parsertest.CheckFile(t, fmt.Sprintf("grown from %d and %d", first, second), f, data)
			if diff := cmp.Diff(want, summarize(f)); diff != "" {
				t.Fatalf("cut at %d and %d (-whole +grown):\n%s", first, second, diff)
			}
		}
	}
}

// TestManyBlanks checks that a line with more NUL bytes than the maximum length of a line is read, or
// reported as too long if they are between records. This is not among the kinds of damage
// because each file has 33 MB.
func TestManyBlanks(t *testing.T) {
	lines := damaged.Lines(0)
	whole := parsertest.Read("session.jsonl", damaged.Session(0), 1<<20)
	nuls := strings.Repeat("\x00", jsonl.MaxLine+1<<20)
	for name, c := range map[string]struct {
		glue  string // after the first line
		codes string
		lost  int // lines
	}{
		"before a record": {"\n" + nuls, string(transcript.CodeZeros), 0},
		"after a record":  {nuls + "\n", string(transcript.CodeZeros), 0},
		"between records": {nuls, string(transcript.CodeOverlong), 2},
	} {
		data := []byte(lines[0] + c.glue + strings.Join(lines[1:], "\n") + "\n")
		f := parsertest.Read("session.jsonl", data, 1<<20)
		parsertest.CheckLedger(t, name, f, data)
		if got := strings.Join(slices.Sorted(maps.Keys(codes(f))), " "); got != c.codes {
			t.Errorf("%s: diagnostics %q, want %q", name, got, c.codes)
		}
		records := 0
		for i := range f.Records.Len() {
			if f.Records.At(i).Class != transcript.ClassDamaged {
				records++
			}
		}
		if want := int(whole.Records.Len()) - c.lost; records != want {
			t.Errorf("%s: %d records, want %d", name, records, want)
		}
	}
}

// summarize returns what the parser found in a file, as text.
func summarize(f *transcript.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %+v\n", f.DetectType(), f.Ledger())
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		fmt.Fprintf(&b, "%d %d+%d %s %s ", r.Line, r.Offset, r.Length, r.Class, f.Name(r.Label))
		if fmt.Fprintf(&b, "%q %d %d\n", f.UUID(i), r.Parent, r.Time); i == 1000 {
			break
		}
	}
	for _, c := range f.Conversations {
		fmt.Fprintf(&b, "%d items, %d turns\n", len(c.Items), len(c.Turns))
	}
	for _, d := range f.Diagnostics() {
		fmt.Fprintf(&b, "%s %s %d %d+%d %s\n", d.Code, d.Severity, d.Line, d.Offset, d.Length, d.Text())
	}
	return b.String()
}

// checkPositions checks that the offsets and lines of diagnostics are right.
func checkPositions(t *testing.T, f *transcript.File, data []byte) {
	t.Helper()
	for _, d := range f.Diagnostics() {
		if d.Code == transcript.CodeMore || d.Code == transcript.CodeBroken || d.Code == transcript.CodeUnlinked {
			continue
		}
		end := d.Offset + d.Length
		if d.Length <= 0 || end > int64(len(data)) {
			t.Errorf("%s at %d+%d of %d bytes", d.Code, d.Offset, d.Length, len(data))
			continue
		}
		if line := 1 + bytes.Count(data[:d.Offset], []byte("\n")); line != d.Line {
			t.Errorf("%s at %d has line %d, want %d", d.Code, d.Offset, d.Line, line)
		}
		if text := d.Text(); len(text) > 500 {
			t.Errorf("the text of %s has %d bytes", d.Code, len(text))
		}
	}
}

// checkUndamaged checks that each undamaged line in data is a record, unless the kind of damage
// lists it as lost.
func checkUndamaged(t *testing.T, kind *damaged.Kind, f *transcript.File, data []byte) {
	t.Helper()
	at := map[int64]int32{}
	for i := range f.Records.Len() {
		if r := f.Records.At(i); r.Class != transcript.ClassDamaged {
			at[r.Offset] = r.Length
		}
	}
	for i, line := range damaged.Lines(0) {
		for from := 0; ; {
			next := bytes.Index(data[from:], []byte(line))
			if next < 0 {
				break
			}
			from += next
			if read := at[int64(from)] == int32(len(line)); read == slices.Contains(kind.Lost, i) {
				t.Errorf("line %d at offset %d: read is %t", i, from, read)
			}
			from += len(line)
		}
	}
}

// TestLargeDamage checks that large files of each kind of damage, on lines of their own or
// concatenated, are read in linear time: in quadratic time they would take minutes.
func TestLargeDamage(t *testing.T) {
	size := 3 << 20
	if runtime.GOOS == "js" {
		size = 1 << 20
	}
	for _, kind := range testutil.Sample(t, damaged.Kinds(), 30) {
		data := kind.Large(size)
		for name, data := range map[string][]byte{
			kind.Name:                   data,
			kind.Name + ", on one line": bytes.ReplaceAll(data, []byte("\n"), nil),
		} {
			start := time.Now()
			f := parsertest.Read(kind.FileName(), data, 1<<20)
			if took := time.Since(start); took > machine.Scaled(30*time.Second) {
				t.Errorf("%s: %d bytes take %s", name, len(data), took)
			}
			if l := f.Ledger(); l.Size != int64(len(data)) || l.Sum() != l.Size {
				t.Errorf("%s: %d bytes of %d are accounted for", name, l.Sum(), len(data))
			}
			if n := len(f.Diagnostics()); n > 1200 {
				t.Errorf("%s: %d diagnostics", name, n)
			}
		}
	}
}
