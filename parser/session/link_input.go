package session

import (
	"encoding/binary"
	"slices"

	"unspool/parser/transcript"
)

// linkInput returns a hash of what the links of a session's agents and its rows depend on: its files and
// their state, where responses in them count, titles in other files, relations and copies, and its place
// in the list. A session with the same hash is not linked again, and what is derived from it stays, unless
// it [dependsOnOthers].
func (st *Store) linkInput(s *Session) uint64 {
	b := st.linkInputBuffer[:0]
	for _, files := range [][]*transcript.File{s.Files, s.Sidecars} {
		b = binary.AppendUvarint(b, uint64(len(files)))
		for _, f := range files {
			b = binary.AppendUvarint(b, uint64(st.responseIndex.states[f].number))
			b = binary.AppendUvarint(b, uint64(f.ChangeCount()))
			b = binary.AppendUvarint(b, uint64(f.Written()))
			b = binary.AppendUvarint(b, uint64(st.responseIndex.usageRevision(f)))
			b = appendBool(b, f.Closed)
		}
	}
	b = binary.AppendUvarint(b, uint64(s.Place))
	b = binary.AppendUvarint(b, uint64(s.Main.Index))
	b = appendBool(b, dependsOnOthers(s))
	for i := range s.relations {
		r := &s.relations[i]
		b = binary.AppendVarint(append(b, byte(r.Kind)), int64(r.Record))
		b = appendText(appendText(b, r.ID), r.At)
	}
	for _, c := range s.Copies.In(s.Main.File) {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.From)), uint64(c.To))
		b = appendText(b, c.Session)
	}
	for _, text := range []string{s.ID, s.titled, s.typed, s.cowork.Title, s.cowork.Folder} {
		b = appendText(b, text)
	}
	st.linkInputBuffer = b
	return st.shared.Hash(b)
}

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// dependsOnOthers reports whether the rows of a session show facts of other sessions, such as their
// titles. The usage of responses that other sessions record, too, is part of [Store.linkInput].
func dependsOnOthers(s *Session) bool {
	return s.TwinOf != nil ||
		slices.ContainsFunc(s.relations, func(r Relation) bool { return r.Session != nil }) ||
		slices.ContainsFunc(s.Copies.In(s.Main.File), func(c Copy) bool { return c.File != nil }) ||
		slices.ContainsFunc(s.Agents, func(a *Agent) bool { return a.Session != nil })
}
