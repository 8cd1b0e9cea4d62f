package parser_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

// checkLedger asks that the entries add up to the bytes that were written, and
// holds them against what can be seen of the file without them: records stand
// apart, and what stands between them is blank or lost.
func checkLedger(t *testing.T, name string, f *transcript.File, data []byte) {
	t.Helper()
	l := f.Ledger()
	if l.Size != int64(len(data)) || l.Sum() != l.Size {
		t.Fatalf("%s: the ledger has %d bytes and adds up to %d, written were %d: %+v", name, l.Size, l.Sum(), len(data), l)
	}
	if f.Role != transcript.RoleMain && f.Role != transcript.RoleAgent {
		if l.Hidden[transcript.ReasonFile] != l.Size {
			t.Errorf("%s: %+v", name, l)
		}
		return
	}
	owned := make([]bool, len(data))
	var records, damaged, words, blanks int64
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if r.Class == transcript.ClassDamaged {
			damaged += int64(r.Length)
			continue // its bytes must not belong to a record
		}
		records += int64(r.Length)
		for at := r.Offset; at < r.Offset+int64(r.Length); at++ {
			if owned[at] {
				t.Fatalf("%s: byte %d belongs to two records", name, at)
			}
			owned[at] = true
		}
	}
	for i, b := range data {
		switch {
		case owned[i]:
		case b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == 0 || i < 3 && b == "\xef\xbb\xbf"[i]:
			blanks++
		default:
			words++
		}
	}
	lost := l.Damaged + l.Hidden[transcript.ReasonUnfinished] + l.Hidden[transcript.ReasonIndexLimit]
	if lost+l.Hidden[transcript.ReasonWrapping] < words || l.Hidden[transcript.ReasonBlank] > blanks {
		t.Errorf("%s: between the records %d bytes are not blank and %d are; %d are counted as lost and %d as blank",
			name, words, blanks, lost, l.Hidden[transcript.ReasonBlank])
	}
	if damaged > l.Damaged || damaged < l.Damaged && len(f.Gaps) == 0 { // what is left out has no entries
		t.Errorf("%s: %d bytes of damage, counted as %d", name, damaged, l.Damaged)
	}
	if entries := l.Size - lost - l.Hidden[transcript.ReasonBlank] - l.Hidden[transcript.ReasonWrapping]; entries != records {
		t.Errorf("%s: entries of %d bytes for records of %d: %+v", name, entries, records, l)
	}
}

// The ledger is exact for every file, and for the session over them; the files
// of testdata and the corpus come by in TestEveryTranscript.
func TestLedger(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		store := session.NewStore()
		for _, f := range files {
			file := store.Open(f.Name, int64(len(f.Data)))
			file.Write(f.Data)
			file.Close()
			checkLedger(t, name+": "+f.Name, file, f.Data)
		}
		store.Finish()
		for s := range store.Sessions() {
			var want int64
			for _, f := range s.Files {
				if !s.Shares(f) {
					want += f.Written()
					continue
				}
				part := s.Part(f).Records
				for i := part[0]; i < part[1]; i++ {
					want += int64(f.Records.At(i).Length)
				}
			}
			if l := s.Ledger(); l.Size != want || l.Sum() != want {
				t.Errorf("%s: session %s has %d bytes, its ledger %d that add up to %d", name, s.ID, want, l.Size, l.Sum())
			}
		}
	}
}

// What is told of each record adds up to what the ledger says of them together.
func TestFates(t *testing.T) {
	all := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		all[f.Path] = []testutil.File{f}
	}
	for name, files := range all {
		store := session.NewStore()
		for _, f := range files {
			file := store.Open(f.Name, int64(len(f.Data)))
			file.Write(f.Data)
			file.Close()
		}
		store.Finish()
		for s := range store.Sessions() {
			checkFates(t, name, s)
		}
	}
}

func checkFates(t *testing.T, name string, s *session.Session) {
	t.Helper()
	var got transcript.Ledger
	for _, f := range s.Files {
		part := s.Part(f).Records
		for i := part[0]; i < part[1]; i++ {
			n := int64(f.Records.At(i).Length)
			switch disposition, why := s.Disposition(f, i); disposition {
			case transcript.DispositionShown:
				got.Shown += n
			case transcript.DispositionMerged:
				got.Merged += n
			case transcript.DispositionHidden:
				got.Hidden[why] += n
			}
		}
	}
	want := s.Ledger()
	want.Size, want.Damaged = 0, 0 // of bytes that are no record only some are kept
	for _, why := range []transcript.Reason{transcript.ReasonBlank, transcript.ReasonWrapping, transcript.ReasonUnfinished, transcript.ReasonIndexLimit, transcript.ReasonFile} {
		want.Hidden[why], got.Hidden[why] = 0, 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: session %s -ledger +records:\n%s", name, s.ID, diff)
	}
}

// It is exact at every moment: while a file grows, and where it ends early. All
// ends of small files are tried, of larger ones some, and all around line ends.
func TestLedgerOfPrefixes(t *testing.T) {
	cases := testutil.Cases(t)
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(cases)), 6) {
		for _, f := range cases[name] {
			growing := session.NewStore().Open(f.Name, int64(len(f.Data)))
			step := 1 + len(f.Data)/1000
			for i := range f.Data {
				growing.Write(f.Data[i : i+1])
				near := f.Data[max(0, i-2):min(len(f.Data), i+3)]
				if i%step != 0 && !bytes.Contains(near, []byte("\n")) {
					continue
				}
				checkLedger(t, name+": "+f.Name, growing, f.Data[:i+1])
				checkLedger(t, name+": cut "+f.Name, read(f.Name, f.Data[:i+1], i+1), f.Data[:i+1])
			}
		}
	}
}

// Each reason stands for what its name says.
func TestReasons(t *testing.T) {
	const prompt = `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}`
	for want, line := range map[transcript.Reason]string{
		transcript.ReasonHook:       `{"type":"attachment","uuid":"x","attachment":{"type":"hook_success","hookName":"Stop"}}`,
		transcript.ReasonProgress:   `{"type":"progress","uuid":"x","data":{"type":"bash_progress"},"toolUseID":"none"}`,
		transcript.ReasonContext:    `{"type":"user","uuid":"x","isMeta":true,"message":{"role":"user","content":"note"}}`,
		transcript.ReasonSystem:     `{"type":"system","uuid":"x","subtype":"turn_duration","durationMs":1}`,
		transcript.ReasonMetadata:   `{"type":"ai-title","aiTitle":"t"}`,
		transcript.ReasonFiller:     `{"type":"assistant","uuid":"x","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"(no content)"}]}}`,
		transcript.ReasonOther:      `{"type":"marvel","uuid":"x","parentUuid":"u"}`,
		transcript.ReasonUnfinished: `{"type":"user","uuid":"x","mess`,
	} {
		f := read("s.jsonl", []byte(prompt+"\n"+line), 1<<20)
		l := f.Ledger()
		if l.Shown != int64(len(prompt)) || l.Hidden[want] != int64(len(line)) || l.Hidden[transcript.ReasonBlank] != 1 {
			t.Errorf("%s: %+v", want, l)
		}
	}
	retried := read("s.jsonl", []byte(prompt+`{"type":"assistant","uuid":"x","message":{"id":"m","role":"assistant","content":"no"}}`+
		`{"type":"assistant","uuid":"y","supersedesUuids":["x"],"message":{"id":"n","role":"assistant","content":"yes"}}`), 1<<20).Ledger()
	merged := read("s.jsonl", []byte(prompt+prompt), 1<<20).Ledger()
	damaged := read("s.jsonl", []byte(prompt+"\nrubbish\n"), 1<<20).Ledger()
	internal := read("agent-acompact-1.jsonl", []byte(prompt), 1<<20).Ledger()
	if retried.Hidden[transcript.ReasonRetracted] != 86 {
		t.Errorf("retried %+v", retried)
	}
	if merged.Merged != int64(len(prompt)) || damaged.Damaged != 7 || internal.Hidden[transcript.ReasonInternal] != int64(len(prompt)) {
		t.Errorf("merged %+v\ndamaged %+v\ninternal %+v", merged, damaged, internal)
	}
}
