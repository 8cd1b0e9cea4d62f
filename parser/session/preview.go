package session

import (
	"slices"

	"unspool/parser/transcript"
)

// A Preview is the summary of a session that the two ends of its file provide: FORMAT.md, "Session
// facts for lists".
type Preview struct {
	ID, Title              string
	FirstPrompt            string // "" if it is in neither end
	Project                string // the first working folder
	Branch, Version, Model string // the last branch and version, the model with the most responses
	Start, End             int64  // ms since 1970, 0 if unknown

	// RelationKeys are keys that files of related sessions have in common: IDs of sessions, and
	// UUIDs of the first records and of those where files meet. Copies begin alike.
	RelationKeys []string

	Session    bool   // it belongs in a list of sessions
	Empty      bool   // there are no records
	Sidechain  bool   // an agent's file, not a session
	Metadata   bool   // it has records, but no messages
	DetectType string // the result of File.DetectType
}

// PreviewOf reads the first and the last bytes of a file, of any length: the 64 KB of each end that
// Anthropic's SDK reads are enough for a list of sessions. tail is empty if head is the whole file. The
// same rules apply as in a full parse; facts in the middle of a longer file are missing or outdated.
// Of a record that is cut off at the boundary of an end, the part before the cut counts, since a
// first line can be longer than all that is read. An export of many conversations is previewed as
// its first conversation.
func PreviewOf(name string, size int64, head, tail []byte) Preview {
	f := transcript.Open(0, name, size, transcript.NewShared())
	if len(tail) == 0 {
		f.Write(head)
	} else {
		f.WriteEnds(head, tail)
	}
	f.Close()
	s := &Session{Main: f.MainConversations()[0], Files: []*transcript.File{f}}
	p := Preview{
		ID: s.Main.SessionID(), Title: s.Title(), FirstPrompt: s.facts().FirstPrompt,
		Project: s.Project(), Branch: s.Branch(), Version: s.Version(), Model: s.Model(),
		Empty: f.Records.Len() == 0, Sidechain: f.Role == transcript.RoleAgent,
		Metadata: f.Known() && !f.Metadata.MainChain, DetectType: f.DetectType(),
		Session: f.Role == transcript.RoleMain && f.Begun(), RelationKeys: relationKeys(f),
	}
	p.Start, p.End = s.Times()
	if s.Main.Chat == nil {
		p.ID = f.SessionID()
	}
	if p.Sidechain {
		p.ID, p.Metadata = "agent-"+f.AgentID, false
	}
	return p
}

// relationKeys returns the relation keys of the file: the IDs and UUIDs by which it refers to other
// files, and those by which they can refer to it.
func relationKeys(f *transcript.File) []string {
	l := &f.Lineage
	keys := append([]string{f.ParentSession(), l.ForkedFrom.Session, l.ContinuedIn.Session, l.Predecessor, l.ForkedAt},
		f.Metadata.SessionIDs...)
	if f.Role == transcript.RoleMain {
		keys = append(keys, f.SessionID())
	}
	for _, runs := range [][]transcript.SessionRange{l.IDs, l.Forks} {
		for _, r := range runs {
			keys = append(keys, r.Session)
		}
	}
	for i, n := int32(0), 0; i < f.Records.Len() && n < firstRecords; i++ {
		if uuid := f.UUID(i); uuid != "" {
			keys = append(keys, uuid)
			n++
		}
	}
	for _, r := range l.Renamed[:min(firstRecords, len(l.Renamed))] {
		keys = append(keys, f.UUIDText(r.UUID))
	}
	for i := f.Records.Len() - 1; i >= 0; i-- { // other files continue from the last record
		if uuid := f.UUID(i); uuid != "" {
			keys = append(keys, uuid)
			break
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return slices.DeleteFunc(keys, func(key string) bool { return key == "" })
}
