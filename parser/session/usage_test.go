package session_test

import (
	"iter"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
)

// openWithQueries reads files in chunks and calls query after each.
func openWithQueries(files []testutil.File, chunk int, query func(*session.Store)) *session.Store {
	store := session.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		for data := f.Data; len(data) > 0; {
			n := min(chunk, len(data))
			file.Write(data[:n])
			data = data[n:]
			query(store)
		}
		file.Close()
		query(store)
	}
	store.Finish()
	return store
}

// total returns the usage and the number of responses.
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

// TestUsageAddsUp checks that each response counts in one session, and there in one turn or one
// agent. None is missing: each message with usage counts, or another one with the same ID.
func TestUsageAddsUp(t *testing.T) {
	for name, files := range testutil.FileSets(t) {
		store := parsertest.Open(files)
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

// TestUsageInAnyOrder checks that neither the order of the files nor queries while they are read
// change the responses.
func TestUsageInAnyOrder(t *testing.T) {
	sum := func(store *session.Store) (u record.Usage, n int) {
		for s := range store.Sessions() {
			v, m := total(s.Responses())
			u.Add(&v)
			n += m
		}
		return u, n
	}
	for name, files := range testutil.FileSets(t) {
		want, n := sum(parsertest.Open(files))
		reversed := make([]testutil.File, 0, len(files))
		size := 0
		for i := len(files) - 1; i >= 0; i-- {
			reversed = append(reversed, files[i])
			size += len(files[i].Data)
		}
		chunk := max(200, size/300)
		query := func(store *session.Store) { sum(store) }
		for order, store := range map[string]*session.Store{
			"reversed":  openWithQueries(reversed, 1<<30, query),
			"in chunks": openWithQueries(files, chunk, query),
		} {
			if got, m := sum(store); got != want || m != n {
				t.Errorf("%s, %s: %d responses %+v, want %d %+v", name, order, m, got, n, want)
			}
		}
	}
}

// TestManyResponsesWithOneID checks that queries while a file with many responses of one ID is
// read take time for the new ones only.
func TestManyResponsesWithOneID(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString(`{"type":"assistant","uuid":"a` + strconv.Itoa(i) + `","requestId":"r` + strconv.Itoa(i) + `","message":{"id":"m","role":"assistant","model":"claude-opus-4-7","content":"x","stop_reason":"end_turn","usage":{"input_tokens":` + strconv.Itoa(i+1) + `,"output_tokens":1}}}` + "\n")
	}
	files := []testutil.File{{Name: "s.jsonl", Data: []byte(text.String())}}
	store := openWithQueries(files, 100_000, func(store *session.Store) { store.Session(0) })
	if _, n := total(store.Session(0).Responses()); n != 20_000 {
		t.Errorf("%d responses", n)
	}
}

// TestManyModels checks that the number of models in a list is limited.
func TestManyModels(t *testing.T) {
	table := price.Default()
	var b session.UsageCost
	for i := range 5_000 {
		b.Add(table, &session.Response{Model: "model-" + strconv.Itoa(i), Usage: record.Usage{Input: 1}})
	}
	sum := 0
	for _, m := range b.Unpriced() {
		sum += int(m.Tokens())
	}
	if len(b.Models) > 102 || sum != 5_000 || b.Responses != 5_000 {
		t.Errorf("%d models, %d tokens, %d responses", len(b.Models), sum, b.Responses)
	}
}
