package parser_test

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

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/made/damaged"
)

// Each kind of broken file is named for what it seems to be, or what is wrong
// with it is told with its place; every byte is accounted for, and what stands
// around the damage is read. In which pieces it arrives does not matter.
func TestDamaged(t *testing.T) {
	kinds := damaged.Kinds()
	names := map[string]bool{}
	for _, kind := range kinds {
		if names[kind.Name] {
			t.Errorf("two kinds are called %s", kind.Name)
		}
		names[kind.Name] = true
		t.Run(kind.Name, func(t *testing.T) {
			data := kind.Make(0)
			if !bytes.Equal(data, kind.Make(0)) {
				t.Error("it is another file each time")
			}
			f := read(kind.FileName(), data, len(data)+1)
			if f.Role == parser.RoleMain {
				check(t, kind.Name, f, data)
			} else {
				checkLedger(t, kind.Name, f, data)
			}
			if got := f.Seems(); got != kind.Seems {
				t.Errorf("seems %q, want %q", got, kind.Seems)
			}
			if got := strings.Join(slices.Sorted(maps.Keys(codes(f))), " "); got != kind.Codes && kind.Seems == "" {
				t.Errorf("diagnostics %q, want %q", got, kind.Codes)
			}
			checkPlaces(t, f, data)
			checkSurvivors(t, &kind, f, data)
			want := told(f)
			for _, chunk := range []int{1, 7, 4096} {
				if len(data)/chunk > 100_000 {
					continue
				}
				if diff := cmp.Diff(want, told(read(kind.FileName(), data, chunk))); diff != "" {
					t.Errorf("in chunks of %d bytes (-whole +chunks):\n%s", chunk, diff)
				}
			}
		})
	}
	if len(kinds) < 200 {
		t.Errorf("only %d kinds", len(kinds))
	}
}

// More blanks on a line than the longest line has bytes hide no record: it is read, or
// its line is told as too long. They are no kind: each takes 33 MB.
func TestManyBlanks(t *testing.T) {
	lines := damaged.Lines(0)
	whole := read("session.jsonl", damaged.Session(0), 1<<20)
	nuls := strings.Repeat("\x00", jsonl.MaxLine+1<<20)
	for name, c := range map[string]struct {
		glue  string // behind the first line
		codes string
		lost  int // lines
	}{
		"in front": {"\n" + nuls, "", 0},
		"behind":   {nuls + "\n", "", 0},
		"between":  {nuls, parser.CodeOverlong, 2},
	} {
		data := []byte(lines[0] + c.glue + strings.Join(lines[1:], "\n") + "\n")
		f := read("session.jsonl", data, 1<<20)
		checkLedger(t, name, f, data)
		if got := strings.Join(slices.Sorted(maps.Keys(codes(f))), " "); got != c.codes {
			t.Errorf("%s: diagnostics %q, want %q", name, got, c.codes)
		}
		records := 0
		for i := range f.Records.Len() {
			if f.Records.At(i).Class != parser.ClassDamaged {
				records++
			}
		}
		if want := int(whole.Records.Len()) - c.lost; records != want {
			t.Errorf("%s: %d records, want %d", name, records, want)
		}
	}
}

// told is all that a file came to, in words.
func told(f *parser.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %+v\n", f.Seems(), f.Ledger())
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if fmt.Fprintf(&b, "%d %d+%d %s %s %q %d %d\n", r.Line, r.Offset, r.Length, r.Class, f.Name(r.Label), f.UUID(i), r.Parent, r.Time); i == 1000 {
			break
		}
	}
	for _, c := range f.Conversations {
		fmt.Fprintf(&b, "%d items, %d turns\n", len(c.Items), len(c.Turns))
	}
	for _, d := range f.Diagnostics() {
		fmt.Fprintf(&b, "%s %s %d %d+%d %s\n", d.Code, d.Severity, d.Line, d.Offset, d.Length, d.Text)
	}
	return b.String()
}

// checkPlaces asks that diagnostics say where in the file they are.
func checkPlaces(t *testing.T, f *parser.File, data []byte) {
	t.Helper()
	for _, d := range f.Diagnostics() {
		if d.Code == parser.CodeMore || d.Code == parser.CodeBroken || d.Code == parser.CodeUnlinked {
			continue
		}
		end := d.Offset + d.Length
		if d.Length <= 0 || end > int64(len(data)) {
			t.Errorf("%s at %d+%d of %d bytes", d.Code, d.Offset, d.Length, len(data))
			continue
		}
		if line := 1 + bytes.Count(data[:d.Offset], []byte("\n")); line != d.Line {
			t.Errorf("%s at %d is said to be on line %d, it is %d", d.Code, d.Offset, d.Line, line)
		}
		if len(d.Text) > 500 {
			t.Errorf("%s takes %d bytes to tell", d.Code, len(d.Text))
		}
	}
}

// checkSurvivors asks that undamaged lines are read wherever they stand, and
// their prompts are prompts.
func checkSurvivors(t *testing.T, kind *damaged.Kind, f *parser.File, data []byte) {
	t.Helper()
	at := map[int64]int32{}
	for i := range f.Records.Len() {
		if r := f.Records.At(i); r.Class != parser.ClassDamaged {
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
				t.Errorf("line %d, which stands at %d: read is %t", i, from, read)
			}
			from += len(line)
		}
	}
}

// A big file of each kind costs no more time than its bytes, one below the
// other or glued together. All are read at an eightieth of the size, and those that
// took longest for it at the whole. The bound is for what hangs: so many times what an
// undamaged file of that size takes. Five million lines of a bracket take 16 times that.
func TestBigDamaged(t *testing.T) {
	const hang = 35 // times: two seconds, where an undamaged one takes 57 ms
	big, small, longest := 10<<20, 1<<16, 12
	if runtime.GOOS == "js" {
		big, small = 1<<20, 1<<16
	}
	type try struct {
		kind  *damaged.Kind
		glued bool
		took  time.Duration
	}
	var tries []try
	measure := func(kind *damaged.Kind, glued bool, data []byte) {
		if glued {
			data = bytes.ReplaceAll(data, []byte("\n"), nil)
		}
		f, took := clocked(kind.FileName(), data)
		tries = append(tries, try{kind, glued, took})
		if l := f.Ledger(); l.Size != int64(len(data)) || l.Sum() != l.Size {
			t.Errorf("%s: %d bytes of %d are accounted for", kind.Name, l.Sum(), len(data))
		}
		if len(f.Diagnostics()) > 1200 {
			t.Errorf("%s: %d diagnostics", kind.Name, len(f.Diagnostics()))
		}
	}
	for _, kind := range damaged.Kinds() {
		size := big / 80
		if kind.Alike {
			size = small
		}
		data := kind.Large(size)
		measure(&kind, false, data)
		measure(&kind, true, data)
	}
	slowest := func(a, b try) int { return int(b.took - a.took) }
	slices.SortFunc(tries, slowest)
	again := slices.Clone(tries[:longest])
	tries = nil
	for _, one := range again {
		measure(one.kind, one.glued, one.kind.Large(big))
	}
	slices.SortFunc(tries, slowest)
	whole := damaged.Kind{Make: damaged.Session}
	healthy := 20 * time.Millisecond
	for range 3 {
		_, took := clocked(whole.FileName(), whole.Large(big))
		healthy = max(healthy, took)
	}
	for _, one := range tries {
		times := float64(one.took) / float64(healthy)
		t.Logf("%s, glued %t: %v, %.1f times that of an undamaged file", one.kind.Name, one.glued, one.took.Round(time.Millisecond), times)
		if times > hang {
			t.Errorf("%s, glued %t: %v for %d MB, and %v for as many of an undamaged file", one.kind.Name, one.glued, one.took, big>>20, healthy)
		}
	}
	t.Logf("at most %v for %d MB: %s, glued %t", tries[0].took.Round(time.Millisecond), big>>20, tries[0].kind.Name, tries[0].glued)
}

// clocked reads a file, and tells how long it took.
func clocked(name string, data []byte) (*parser.File, time.Duration) {
	began := time.Now()
	f := read(name, data, 1<<20)
	return f, time.Since(began)
}
