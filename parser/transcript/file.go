// Package transcript reads one transcript file: a stream of bytes becomes an index of records,
// messages, tool calls, conversations and turns.
//
// In: the bytes of a file, in chunks of any size, by [File.Write]. Out: a [File], which can be read
// at any time and grows with each Write. Everything about several files is in the package session.
//
//	bytes ──▶ lines ──▶ record.Record ──▶ items and turns ──▶ links ──▶ tables
//	reader (jsonl)      indexer           builder             recordLinker  index
//	reader.go           indexer.go        handlers.go         messages.go, tool_calls.go
//	                                      turns.go            duplicates.go, evidence.go
//
// Each layer calls those to its right only. All of them fill the tables and the facts of the File.
//
//   - record_types.go lists all types of records, and what handles each.
//   - classify.go distinguishes user records: prompts, commands, reminders …
//   - branches.go finds the branches that rewinds abandoned, once the file has ended.
//   - metadata.go and evidence.go collect facts about the session and its agents.
//   - ledger.go accounts for every byte; limits.go bounds the index.
//   - lookup.go finds entries of the tables for callers.
//
// Invariants:
//   - Where the chunks are cut makes no difference.
//   - The index holds no record, only positions: a [Record] that of its line in the file, a [Block]
//     that of its text in the line. It takes less than 400 bytes a record. Copied are IDs and names
//     (package table), facts of limited length (metadata.go, evidence.go), queued prompts (queue.go),
//     excerpts of damage (80 bytes each) and the unfinished last line (at most 32 MB).
//   - Records, blocks, messages and calls are never moved; their numbers are valid until
//     [File.Restart]. Only damage at the end of a closed file is removed when the file grows, since
//     it may be the beginning of a record. Revision increases when an earlier answer may have
//     changed.
//   - Nothing in a file is an error: an irregularity becomes a [Diagnostic].
//   - A File after Close and more writes equals a File that was written at once.
package transcript

import (
	"unspool/parser/internal/sniff"
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/sidecar"
)

// A File is one file and the index of its records, which grows with each Write. Path and Size are
// as given to [Open].
type File struct {
	Path   string
	Number int // in the order of opening, unless the caller chose it
	Size   int64
	Role   Role
	Closed bool // true until more is written

	AgentID       string // of an agent's file
	FolderSession string // ID of the session whose folder contains the file, "" for none

	*Tables
	Counts
	Conversations []*Conversation    // the file's own, then inline sidechains
	Notices       []TaskNotification // of background tasks

	Metadata Metadata
	Evidence AgentEvidence
	Lineage  Lineage
	Sidecar  Sidecar

	// Revision increases whenever earlier answers about the file may have changed, other than by
	// growth at its end.
	Revision int
	// UsageRevision increases whenever the usage that is recorded in the file may have changed.
	UsageRevision int
	Restarts      int // how often it was read again from offset 0

	diags  diagnostics
	shared *Shared // of the store
	extent indexUsage
	x      *index
	reader *reader
}

// Counts are sums over the records of a file.
type Counts struct {
	Duplicates  int // records whose UUID came before
	Damaged     int // ranges of bytes that are not JSON objects
	Omitted     Omission
	PromptCount int  // of the file's own conversation
	Branches    int  // abandoned by rewinds
	Broken      bool // most of the conversation is not linked to its end
}

// A Sidecar holds the facts about sessions and agents in a file that is not a transcript.
type Sidecar struct {
	Titles Titles
	Cowork sidecar.Cowork
	RunID  string      // of the workflow run that the file belongs to, "" for none
	Run    sidecar.Run // from a journal or a snapshot
}

// headSize is enough to tell file types apart.
const headSize = 1 << 10

// maxMeta limits how much of an agent's meta file is kept; real ones have 1 KB.
const maxMeta = 64 << 10

// Open returns a file without bytes; Write adds them. name is its path, with "/" between folders;
// size is only stored. b is shared by all files of a store.
func Open(number int, name string, size int64, b *Shared) *File {
	f := new(File)
	b.files++
	initFile(f, number, name, size, b)
	return f
}

func initFile(f *File, number int, name string, size int64, b *Shared) {
	x := newIndex(&b.seeds)
	*f = File{Path: name, Number: number, Size: size, shared: b, x: x, Tables: &x.Tables}
	f.Role, f.AgentID, f.FolderSession = roleOf(name)
	findRun(f)
	f.reader = newReader(f)
}

// Write adds the file's next bytes. It never fails: errors in the bytes become diagnostics. After
// Close it continues where a file has grown. A file that is read as a whole must be read again: see
// [File.Resume].
func (f *File) Write(p []byte) (int, error) {
	f.reader.write(p)
	return len(p), nil
}

// Written returns the number of bytes written so far.
func (f *File) Written() int64 { return f.reader.lines.Offset() + f.reader.skippedBytes }

// Lines returns the number of lines that are not blank.
func (f *File) Lines() int { return f.reader.lines.Count() }

// Gaps counts the bytes between records: blank ones, which are line ends and blank lines; and lost
// ones, which are damage and an unfinished last line.
func (f *File) Gaps() (blank, lost int64) {
	r := f.reader
	return r.lines.Blank() - r.zeros - r.ending.zeros + r.between + r.ending.between, r.lost + r.ending.lost
}

// Count returns the number of records in the file, indexed or not.
func (f *File) Count() int {
	n := f.Omitted.Records
	for i := range f.Records.Len() {
		if c := f.Records.At(i).Class; c != ClassDamaged {
			n++
		}
	}
	return n
}

// Known reports whether the file holds a record of a known type and is neither another program's
// file nor an archive.
func (f *File) Known() bool { return f.Metadata.known && !f.reader.foreign }

// NotTranscript reports whether the file was read to its end as a main file, and is not a
// transcript.
func (f *File) NotTranscript() bool {
	return f.Role == RoleMain && f.Closed && !f.Known() && f.Written() >= f.Size
}

// Diagnostics returns the irregularities of the file, at most a hundred of each code.
func (f *File) Diagnostics() []Diagnostic {
	list := append(f.diags.all(f), f.reader.ending.diags.list...)
	if f.Omitted.Line > 0 {
		list = append(list, omissionDiagnostic(f))
	}
	if f.Broken {
		list = append(list, Diagnostic{Code: CodeBroken, Severity: Info, File: f})
	}
	return list
}

// DamagedRanges returns the number of ranges of bytes that are not records in a file, with a record that is cut by its end:
// it may still be being written.
func DamagedRanges(f *File) int {
	n := f.Damaged
	for _, d := range f.reader.ending.diags.list {
		if d.Code == CodeUnfinished {
			n++
		}
	}
	return n
}

// DetectType returns the apparent type of a file without records, by its first bytes: "png",
// "html", "text" …; for the log of another program "codex", "gemini" …; for files that Claude Code
// keeps next to its transcripts "history", "journal", "index", "settings". It returns "" for a
// transcript.
func (f *File) DetectType() string {
	if f.Known() {
		return ""
	}
	if kind := sniff.Foreign(f.Path, f.reader.head); kind != "" {
		return kind
	}
	return sniff.Content(f.reader.head)
}

// WriteEnds writes the first and the last bytes of a file as if the lines between them did not
// exist, for a preview.
func (f *File) WriteEnds(head, tail []byte) { f.reader.writeEnds(head, tail) }

// Titles holds the titles of sessions in a file that is not a transcript.
type Titles struct {
	Copied string            // from custom-title.json: the title of the session whose folder contains it
	Typed  map[string]string // from history.jsonl: session ID → the first prompt that was typed in it
}

// maxTyped limits the sessions of a history: a hundred a day for twenty years.
const maxTyped = 1 << 20

// note reads a line of history.jsonl: FORMAT.md, "Elsewhere under the root". Commands are not used
// as titles here: a session with only commands has its own first command as a last resort.
func (t *Titles) note(l jsonl.Line) {
	if l.Unterminated && jsonl.Skip(l.Text, 0) < 0 || len(t.Typed) == maxTyped {
		return // the last line may still be being written
	}
	p, ok := sidecar.ParseHistoryLine(l.Text)
	words := tags.Trim([]byte(p.Text))
	if _, known := t.Typed[p.Session]; known || !ok || len(words) == 0 || words[0] == '/' {
		return
	}
	if t.Typed == nil {
		t.Typed = map[string]string{}
	}
	t.Typed[p.Session] = string(words)
}
