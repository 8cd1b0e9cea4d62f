package session_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/testutil"
)

// endSize is how many bytes of each end of a file the previews read.
const endSize = 64 << 10

// readPreview reads the preview of a file from its ends.
func readPreview(name string, data []byte) session.Preview {
	size := int64(len(data))
	if len(data) <= 2*endSize {
		return session.PreviewOf(name, size, data, nil)
	}
	return session.PreviewOf(name, size, data[:endSize], data[len(data)-endSize:])
}

// TestPreviewAgreesWithSession checks that a preview agrees with the session in all facts that the
// ends of the file contain.
func TestPreviewAgreesWithSession(t *testing.T) {
	compared := 0
	for _, f := range testutil.Transcripts(t) {
		store := session.NewStore()
		store.Open(f.Name, int64(len(f.Data))).Write(f.Data)
		store.Finish()
		s := store.Session(0)
		if s == nil {
			continue
		}
		ends := f.Data
		if len(f.Data) > 2*endSize {
			ends = append(bytes.Clone(f.Data[:endSize]), f.Data[len(f.Data)-endSize:]...)
		}
		p := readPreview(f.Name, f.Data)
		for _, x := range []struct{ fact, want, got string }{
			{"id", s.ID, p.ID}, {"title", s.Title(), p.Title}, {"project", s.Project(), p.Project},
			{"branch", s.Branch(), p.Branch}, {"version", s.Version(), p.Version}, {"model", s.Model(), p.Model},
		} {
			if x.want == x.got {
				compared++
			} else if words := strings.Fields(x.want); len(f.Data) <= 2*endSize ||
				len(words) > 0 && x.fact != "model" && bytes.Contains(ends, []byte(words[0])) {
				t.Errorf("%s: %s %.60q, want %.60q", f.Path, x.fact, x.got, x.want)
			}
		}
		start, last := s.Times()
		for _, x := range []struct{ want, got int64 }{{start, p.Start}, {last, p.End}} {
			written := time.UnixMilli(x.want).UTC().Format("2006-01-02T15:04:05.000Z")
			if x.want != x.got && bytes.Contains(ends, []byte(written)) {
				t.Errorf("%s: time %d, want %d", f.Path, x.got, x.want)
			}
		}
	}
	if compared < 12 {
		t.Errorf("only %d facts were compared", compared)
	}
}

func TestPreview(t *testing.T) {
	long := strings.Repeat("x", 100<<10)
	user := func(uuid, time, words string) string {
		return `{"sessionId":"s","cwd":"/w","gitBranch":"main","version":"2.1.1","uuid":"` + uuid + `","timestamp":"2026-05-01T` + time +
			`Z","type":"user","message":{"role":"user","content":[{"type":"text","text":"` + words + `"}]}}` + "\n"
	}
	middle := strings.Repeat(user("m", "10:30:00.000", "in the middle "+long), 3)
	last := strings.Replace(user("z", "11:00:00.000", "the last"), "main", "other", 1)
	const hour = 3600_000
	const eleven = 1777633200000 // 2026-05-01 11:00
	first := session.Preview{ID: "s", Title: "first", FirstPrompt: "first", Project: "/w", Branch: "other",
		Version: "2.1.1", Start: eleven - hour, End: eleven}
	titled, onMain := first, first
	titled.Title, onMain.Branch = "Title", "main"
	for _, c := range []struct {
		name, file, data string
		want             session.Preview
	}{
		{"facts at both ends", "s.jsonl", user("a", "10:00:00.000", "first") + middle + last,
			first},
		{"a title at the end", "s.jsonl", user("a", "10:00:00.000", "first") + middle + last + `{"type":"ai-title","aiTitle":"Title"}`,
			titled},
		{"a first line longer than the part that is read", "s.jsonl",
			strings.Replace(user("a", "10:00:00.000", "first"), "}]}}", `},{"type":"image","source":{"data":"`+long+`"}}]}}`, 1) + middle + last,
			first},
		{"a last line longer than the part that is read", "s.jsonl", user("a", "10:00:00.000", "first") + `{"type":"assistant","uuid":"z","message":{"content":"` + long + long + `"},"timestamp":"2026-05-01T11:00:00.000Z"}` + "\n",
			onMain},
		{"a first prompt in the middle", "s.jsonl", `{"type":"mode","mode":"normal"}` + "\n" + middle + last,
			session.Preview{ID: "s", Project: "/w", Branch: "other", Version: "2.1.1", Start: eleven - hour/2, End: eleven}},
		{"an agent's file", "agent-a.jsonl", `{"type":"user","isSidechain":true,"agentId":"a","message":{"content":"look"}}` + "\n",
			session.Preview{ID: "agent-a", Title: "look", FirstPrompt: "look", Sidechain: true}},
		{"an agent's file under another name", "x.jsonl", `{"type":"user","isSidechain":true,"agentId":"a","message":{"content":"look"}}` + "\n",
			session.Preview{ID: "agent-a", Title: "look", FirstPrompt: "look", Sidechain: true}},
		{"only metadata", "s.jsonl", `{"type":"mode","mode":"normal"}` + "\n" + `{"type":"custom-title","customTitle":"Named"}` + "\n",
			session.Preview{ID: "s", Title: "Named", Metadata: true}},
		{"empty", "s.jsonl", "", session.Preview{ID: "s", Empty: true, DetectType: "empty"}},
		{"file of another program", "s.jsonl", `{"type":"session_meta","payload":{}}`, session.Preview{ID: "s", DetectType: "codex"}},
	} {
		got := readPreview(c.file, []byte(c.data))
		if got.Session != (!got.Empty && !got.Sidechain && got.DetectType == "") {
			t.Errorf("%s: Session is %t", c.name, got.Session)
		}
		got.Session, got.RelationKeys = false, nil
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
	// PreviewOf accepts one end of the file or both.
	data := []byte(user("a", "10:00:00.000", "first") + middle + last)
	size := int64(len(data))
	for _, p := range []session.Preview{
		session.PreviewOf("s.jsonl", size, data[:1000], data[len(data)-1000:]),
		session.PreviewOf("s.jsonl", size, data, nil),
	} {
		if p.Title != "first" || p.End != eleven || p.Branch != "other" {
			t.Errorf("PreviewOf is %+v", p)
		}
	}
}

// TestRelationKeys checks that related files share a relation key: a session ID, or the UUID of
// one of the first records or of the last one.
func TestRelationKeys(t *testing.T) {
	record := func(session, uuid, parent, more string) string {
		return fmt.Sprintf(`{"sessionId":%q,"uuid":%q,"parentUuid":%q,"type":"user","timestamp":"2026-05-01T10:00:00Z","message":{"role":"user","content":"x"}%s}`+"\n", session, uuid, parent, more)
	}
	first := record("one", "a", "", "") + record("one", "b", "a", "") + record("one", "c", "b", "")
	for name, other := range map[string]string{
		"continued in another file": record("two", "d", "c", ""),
		"copied":                    record("two", "x", "", "") + record("two", "a", "", ""),
		"forked":                    record("two", "x", "", `,"forkedFrom":{"sessionId":"one","messageUuid":"b"}`),
		"with the same ID":          record("one", "z", "", ""),
	} {
		a, b := readPreview("one.jsonl", []byte(first)).RelationKeys, readPreview("two.jsonl", []byte(other)).RelationKeys
		if !slices.ContainsFunc(a, func(key string) bool { return slices.Contains(b, key) }) {
			t.Errorf("%s: %q and %q share nothing", name, a, b)
		}
	}
	a := readPreview("one.jsonl", []byte(first)).RelationKeys
	b := readPreview("three.jsonl", []byte(record("three", "y", "", ""))).RelationKeys
	if slices.ContainsFunc(a, func(key string) bool { return slices.Contains(b, key) || key == "" }) {
		t.Errorf("%q and %q share something", a, b)
	}
}

func FuzzPreview(f *testing.F) {
	for _, file := range testutil.Transcripts(f) {
		if len(file.Data) < 20_000 {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(_ *testing.T, data []byte) { readPreview("f.jsonl", data) })
}
