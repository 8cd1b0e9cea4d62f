package parser_test

import (
	"iter"
	"strings"
	"testing"

	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

// sets gives files that belong together: those of each case, all
// transcripts at once, and projects.
func sets(t *testing.T) map[string][]testutil.File {
	t.Helper()
	all := testutil.Cases(t)
	all["transcripts"] = testutil.Transcripts(t)
	if files := testutil.Projects(t); files != nil {
		all["projects"] = files
	}
	return all
}

// openAsking reads files in chunks and calls ask in between.
func openAsking(files []testutil.File, chunk int, ask func(*session.Store)) *session.Store {
	store := session.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		for data := f.Data; len(data) > 0; {
			n := min(chunk, len(data))
			file.Write(data[:n])
			data = data[n:]
			ask(store)
		}
		file.Close()
		ask(store)
	}
	store.Finish()
	return store
}

func total(seqs ...iter.Seq[session.Response]) (u record.Usage, n int) {
	for _, seq := range seqs {
		for r := range seq {
			u.Add(&r.Usage)
			for i := range r.Advice {
				u.Add(&r.Advice[i].Usage)
			}
			n++
		}
	}
	return u, n
}

// Each response counts in one session, and there in one turn or one agent. No
// response is left out: each message with usage counts, or another one with its
// id does.
func TestUsageAddsUp(t *testing.T) {
	for name, files := range sets(t) {
		store := openAsking(files, 1<<30, func(*session.Store) {})
		type key struct{ id, request string }
		counted, ids := map[key]int{}, map[string]bool{}
		for s := range store.Sessions() {
			whole, n := total(s.Responses())
			var parts []iter.Seq[session.Response]
			for i := range s.Main.Turns {
				parts = append(parts, s.TurnResponses(s.Main, int32(i)))
			}
			for _, a := range s.Agents {
				parts = append(parts, s.AgentResponses(a))
			}
			if sum, m := total(parts...); sum != whole || m != n {
				t.Errorf("%s, %s: turns and agents have %d responses %+v, the session %d %+v", name, s.ID, m, sum, n, whole)
			}
			for r := range s.Responses() {
				if r.Message < 0 {
					continue
				}
				m := r.File.Messages.At(r.Message)
				id := r.File.Ident(m.ID)
				ids[id] = true
				if k := (key{id, r.File.Ident(m.Request)}); id != "" {
					if counted[k]++; counted[k] > 1 {
						t.Errorf("%s: the response %v counts twice", name, k)
					}
				}
			}
		}
		for s := range store.Sessions() {
			for _, f := range s.Files {
				for i := range f.Messages.Len() {
					if m := f.Messages.At(i); m.Counted && m.ID != 0 && !ids[f.Ident(m.ID)] {
						t.Errorf("%s: the response %s of %s does not count", name, f.Ident(m.ID), f.Path)
					}
				}
			}
		}
	}
}

// What is counted depends neither on the order of the files, nor on how often
// somebody asks while they are read.
func TestUsageInAnyOrder(t *testing.T) {
	sum := func(store *session.Store) (u record.Usage, n int) {
		for s := range store.Sessions() {
			v, m := total(s.Responses())
			u.Add(&v)
			n += m
		}
		return u, n
	}
	for name, files := range sets(t) {
		want, n := sum(openAsking(files, 1<<30, func(*session.Store) {}))
		backwards := make([]testutil.File, 0, len(files))
		size := 0
		for i := len(files) - 1; i >= 0; i-- {
			backwards = append(backwards, files[i])
			size += len(files[i].Data)
		}
		chunk := max(200, size/300)
		ask := func(store *session.Store) { sum(store) }
		for how, store := range map[string]*session.Store{"backwards": openAsking(backwards, 1<<30, ask), "in chunks": openAsking(files, chunk, ask)} {
			if got, m := sum(store); got != want || m != n {
				t.Errorf("%s, %s: %d responses %+v, want %d %+v", name, how, m, got, n, want)
			}
		}
	}
}

// A hundred thousand responses of one id, asked for at every step, are a matter
// of what is new.
func TestManyResponsesOfOneID(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString(`{"type":"assistant","uuid":"a` + itoa(i) + `","requestId":"r` + itoa(i) + `","message":{"id":"m","role":"assistant","model":"claude-opus-4-7","content":"x","stop_reason":"end_turn","usage":{"input_tokens":` + itoa(i+1) + `,"output_tokens":1}}}` + "\n")
	}
	store := openAsking([]testutil.File{{Name: "s.jsonl", Data: []byte(text.String())}}, 100_000, func(store *session.Store) { store.Session(0) })
	if _, n := total(store.Session(0).Responses()); n != 20_000 {
		t.Errorf("%d responses", n)
	}
}

// Metadata has no say in when a session was; a late link does not make it longer.
func TestFacts(t *testing.T) {
	files := testutil.Cases(t)["session-facts"]
	store := openAsking(files[:1], 64, func(*session.Store) {})
	x := store.Session(0).Facts()
	at := func(s string) int64 { return record.ParseTime([]byte("2026-11-01T10:00:" + s + ".000Z")) }
	if x.Start != at("01") || x.End != at("05") {
		t.Errorf("from %d to %d", x.Start, x.End)
	}
	if x.Title != "the helper" || x.FirstPrompt != "first words" || x.LastPrompt != "and back" || x.Tag != "" ||
		x.Worktree != (transcript.Worktree{Path: "/w/t2"}) || len(x.PullRequests) != 2 || x.PullRequests[0].Repository != "a/c" {
		t.Errorf("got %+v", x)
	}
	if len(x.Models) != 2 || x.Models[0].Model != "claude-haiku-4-5" || x.Models[0].Responses != 1 {
		t.Errorf("models %+v", x.Models)
	}
}

// A first prompt is cut between characters, not inside one.
func TestFirstPromptIsCut(t *testing.T) {
	line := `{"type":"user","uuid":"u","message":{"role":"user","content":"` + strings.Repeat("潮", 300) + `"}}`
	store := openAsking([]testutil.File{{Name: "s.jsonl", Data: []byte(line)}}, 64, func(*session.Store) {})
	if got := store.Session(0).Facts().FirstPrompt; got != strings.Repeat("潮", 200) {
		t.Errorf("got %d bytes", len(got))
	}
}

// More models than anybody uses cost a bounded list.
func TestManyModels(t *testing.T) {
	table := price.Default()
	var b session.UsageCost
	for i := range 5_000 {
		b.Add(table, &session.Response{Model: "model-" + itoa(i), Usage: record.Usage{Input: 1}})
	}
	sum := 0
	for _, m := range b.Unpriced() {
		sum += int(m.Tokens())
	}
	if len(b.Models) > 102 || sum != 5_000 || b.Responses != 5_000 {
		t.Errorf("%d models, %d tokens, %d responses", len(b.Models), sum, b.Responses)
	}
}
