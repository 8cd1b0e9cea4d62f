package parser

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"unspool/parser/record"
)

// A Glimpse is what the ends of a file tell about its session: FORMAT.md,
// "Session facts for lists".
type Glimpse struct {
	ID, Title              string
	FirstPrompt            string // "" where it stands in neither end
	Project                string // working folder, the first
	Branch, Version, Model string // branch and version the last, the model that spoke most
	Start, End             int64  // ms since 1970, 0 unknown

	Empty     bool   // there is no record
	Sidechain bool   // an agent's file, not a session
	Metadata  bool   // records, but nobody speaks
	Seems     string // as of File.Seems
}

// glimpse is how many bytes of each end are read, as Anthropic's SDK does.
const glimpse = 64 << 10

// Glance reads the first and the last 64 KB of a file: enough for a list of
// sessions. It goes by the same rules as the whole parse; facts that stand in
// the middle of a longer file are missing or older. Of a record that is cut
// where an end ends, what comes before the cut counts: a first line can be
// longer than all that is read. An export of many conversations is glanced at
// as its first.
func Glance(r io.ReaderAt, size int64, name string) (Glimpse, error) {
	f := newFile(0, name, size, new(bounds))
	head, err := readAt(r, 0, min(size, 2*glimpse))
	if err != nil {
		return Glimpse{}, fmt.Errorf("glance at %s: %w", name, err)
	}
	if size <= 2*glimpse {
		f.Write(head)
	} else if err := f.glance(r, head[:glimpse]); err != nil {
		return Glimpse{}, fmt.Errorf("glance at %s: %w", name, err)
	}
	f.Close()
	s := &Session{Main: f.mains()[0], Files: []*File{f}}
	g := Glimpse{
		ID: s.Main.id(), Title: s.Title(), FirstPrompt: s.facts().FirstPrompt,
		Project: s.Project(), Branch: s.Branch(), Version: s.Version(), Model: s.Model(),
		Empty: len(f.Records) == 0, Sidechain: f.Role == RoleAgent,
		Metadata: f.Known() && !f.facts.mainChain, Seems: f.Seems(),
	}
	g.Start, g.End = s.Times()
	if s.Main.chat == nil {
		g.ID = f.SessionID()
	}
	if g.Sidechain {
		g.ID, g.Metadata = "agent-"+f.agentID, false
	}
	return g, nil
}

// glance reads the ends of a file as if the lines between were not there.
func (f *File) glance(r io.ReaderAt, head []byte) error {
	whole := bytes.LastIndexByte(head, '\n') + 1
	f.Write(head[:whole])
	if cut := head[whole:]; len(cut) > 0 && cut[0] == '{' {
		if rec := f.parser.ParseCut(cut); len(rec.Type) > 0 {
			f.add(rec, cut, int64(whole), 0)
		}
	}
	// A later prompt is not the first.
	prompt, command := f.facts.FirstPrompt, f.facts.firstCommand
	tail, err := readAt(r, f.Size-glimpse, glimpse)
	if err != nil {
		return err
	}
	if lines := tail[bytes.IndexByte(tail, '\n')+1:]; len(lines) > 0 && len(lines) < len(tail) {
		f.Write(lines)
	} else if at := bytes.LastIndex(tail, []byte(`"timestamp":"`)); at >= 0 {
		// The last line is longer: its time mostly stands behind its message.
		f.facts.End = max(f.facts.End, record.ParseTime(member(tail[at:], "timestamp")))
	}
	f.facts.FirstPrompt, f.facts.firstCommand = prompt, command
	return nil
}

func readAt(r io.ReaderAt, offset, length int64) ([]byte, error) {
	b := make([]byte, length)
	n, err := r.ReadAt(b, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}
