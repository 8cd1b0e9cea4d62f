package session_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// TestLedger checks that the ledger is exact for each file of the cases, and for their sessions.
func TestLedger(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		store := session.NewStore()
		for _, f := range files {
			file := store.Open(f.Name, int64(len(f.Data)))
			file.Write(f.Data)
			file.Close()
			parsertest.CheckLedger(t, name+": "+f.Name, file, f.Data)
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

// TestDispositions checks that the dispositions of the records add up to the ledger.
func TestDispositions(t *testing.T) {
	all := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		all[f.Path] = []testutil.File{f}
	}
	for name, files := range all {
		for s := range parsertest.Open(files).Sessions() {
			checkDispositions(t, name, s)
		}
	}
}

func checkDispositions(t *testing.T, name string, s *session.Session) {
	t.Helper()
	var got transcript.Ledger
	for _, f := range s.Files {
		part := s.Part(f).Records
		for i := part[0]; i < part[1]; i++ {
			n := int64(f.Records.At(i).Length)
			switch disposition, reason := s.Disposition(f, i); disposition {
			case transcript.DispositionShown:
				got.Shown += n
			case transcript.DispositionMerged:
				got.Merged += n
			case transcript.DispositionHidden:
				got.Hidden[reason] += n
			}
		}
	}
	want := s.Ledger()
	want.Size, want.Damaged = 0, 0 // bytes outside of records have no disposition
	for _, reason := range []transcript.Reason{
		transcript.ReasonBlank, transcript.ReasonWrapping, transcript.ReasonUnfinished,
		transcript.ReasonTooMany, transcript.ReasonFile,
	} {
		want.Hidden[reason], got.Hidden[reason] = 0, 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: session %s -ledger +records:\n%s", name, s.ID, diff)
	}
}
