package follow

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"unspool/parser/trace"
)

// version is the version of the state file.
const version = 1

// Limits of the state file. Beyond them, what was used longest ago is shortened or forgotten.
const (
	maxTurns    = 200_000 // that are listed one by one
	maxSessions = 50_000
	maxMarks    = 100_000
	maxState    = 64 << 20 // bytes
)

// A State is a file that records which turns a receiver has taken. It is locked while it is open, because two
// processes with one state would send turns twice.
type State struct {
	path    string
	lock    *flock.Flock
	journal journal
	doc     document
	known   map[string]bool // the keys of all sessions
	// isSaved is true if the file exists.
	isSaved bool
	dirty   bool // it lacks something

	maxTurns, maxSessions, maxMarks int
}

// A document is the JSON document in the file.
type document struct {
	Version  int                 `json:"version"`
	Sessions map[string]*session `json:"sessions"`
	Files    map[string]mark     `json:"files"` // those whose turns were all sent
}

// A session is what was sent of a session.
type session struct {
	Updated time.Time `json:"updated"`
	Sent    int       `json:"sent"`
	Refused int       `json:"refused,omitempty"` // turns that the receiver does not want
	// Latest is when the latest of the turns began, in ms since 1970. If the turns are no longer listed,
	// all that began until then count as sent.
	Latest int64    `json:"latest"`
	Turns  []string `json:"turns,omitempty"`
}

// A mark is the state of a file on disk.
type mark struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

func (m mark) equal(o mark) bool { return m.Size == o.Size && m.Modified.Equal(o.Modified) }

// ErrInUse is the error if another process has opened a state file.
var ErrInUse = errors.New("in use by another process")

// A DamagedError says that a state file or its journal cannot be used. They are never replaced without being asked.
type DamagedError struct {
	Path      string
	Err       error
	IsJournal bool // Path is the journal
}

// Error implements error.
func (e *DamagedError) Error() string {
	if e.IsJournal {
		return fmt.Sprintf("%s: the journal of the state file is damaged: %v: "+
			"delete it to send the turns in it again, with the same ids; the state file keeps all others", e.Path, e.Err)
	}
	return fmt.Sprintf("%s: the state file is damaged: %v: "+
		"restore it from a copy, or delete it to send all turns again, with the same ids", e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// OpenState opens a state file, which need not exist yet, and locks it, by a file beside it. It waits for
// other processes until the context ends.
func OpenState(ctx context.Context, path string) (*State, error) {
	st := &State{path: path, lock: flock.New(path + ".lock"), journal: journal{path: path + ".journal"}}
	st.maxTurns, st.maxSessions, st.maxMarks = maxTurns, maxSessions, maxMarks
	const pause = 100 * time.Millisecond
	if ok, err := st.lock.TryLockContext(ctx, pause); !ok {
		if err == nil || errors.Is(err, ctx.Err()) {
			err = ErrInUse
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := st.load(); err != nil {
		return nil, errors.Join(err, st.lock.Unlock())
	}
	return st, nil
}

func (st *State) load() error {
	st.doc = document{version, map[string]*session{}, map[string]mark{}}
	st.known = map[string]bool{}
	in, err := os.Open(st.path)
	if errors.Is(err, fs.ErrNotExist) {
		return st.journal.remove() // to send all turns again
	}
	if err != nil {
		return err
	}
	defer in.Close()
	st.isSaved = true
	doc, err := readDocument(in)
	var unreadable *fs.PathError
	if errors.As(err, &unreadable) {
		return err
	}
	if err != nil {
		return &DamagedError{Path: st.path, Err: err}
	}
	st.doc = doc
	for _, s := range doc.Sessions {
		for _, key := range s.Turns {
			st.known[key] = true
		}
	}
	return st.recover()
}

// recover adds the turns of a journal that was left, and saves them.
func (st *State) recover() error {
	turns, err := st.journal.read()
	if err != nil {
		return err
	}
	for _, t := range turns {
		if !st.has(t) { // else the state was saved with it
			st.apply(t)
		}
	}
	return st.Save()
}

// readDocument reads and checks the content of a state file.
func readDocument(in io.Reader) (document, error) {
	var doc document
	data, err := io.ReadAll(io.LimitReader(in, maxState+1))
	if err != nil {
		return doc, err
	}
	if len(data) > maxState {
		return doc, fmt.Errorf("it is longer than %d bytes", maxState)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); err != nil {
		return doc, fmt.Errorf("at byte %d: %w", decoder.InputOffset(), err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return doc, fmt.Errorf("at byte %d: more than one value", decoder.InputOffset())
	}
	if doc.Version != version {
		return doc, fmt.Errorf("it has version %d, this program knows version %d", doc.Version, version)
	}
	if doc.Sessions == nil || doc.Files == nil {
		return doc, errors.New("it has no sessions or no files")
	}
	for id, s := range doc.Sessions {
		if s == nil {
			return doc, fmt.Errorf("session %q is null", id)
		}
	}
	return doc, nil
}

// keyOf returns the key of a turn. The copies of a turn have the same key in all sessions.
func keyOf(t trace.Turn) string {
	const uuid = len("3f0d9a52-8c14-4e7b-a6d0-51b7c2e98f64")
	text := t.Key
	if len(text) != uuid { // it may be no more unique than its session
		text = t.Session.ID + " " + text
	}
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// isSent reports whether a turn was sent, or refused by the receiver, also as part of another session.
func (st *State) isSent(t trace.Turn) bool { return st.has(sentTurnOf(t)) }

func (st *State) has(t sentTurn) bool {
	if st.known[t.Key] {
		return true
	}
	s := st.doc.Sessions[t.Session]
	return s != nil && len(s.Turns) == 0 && t.Began <= s.Latest
}

// add records that a turn was sent, or refused. It is on disk when add returns.
func (st *State) add(t trace.Turn, isRefused bool, now time.Time) error {
	sent := sentTurnOf(t)
	sent.Refused, sent.Sent = isRefused, now.UTC().Truncate(time.Second)
	st.apply(sent)
	if st.journal.size >= maxJournal || !st.isSaved { // a journal is used with its state only
		return st.Save()
	}
	if err := st.journal.append(sent); err != nil {
		return fmt.Errorf("save the state: %w", err)
	}
	return nil
}

// apply adds a turn.
func (st *State) apply(t sentTurn) {
	s := st.doc.Sessions[t.Session]
	if s == nil {
		s = &session{}
		st.doc.Sessions[t.Session] = s
	}
	if len(s.Turns) > 0 || s.Sent+s.Refused == 0 { // else they are no longer listed
		s.Turns, st.known[t.Key] = append(s.Turns, t.Key), true
	}
	s.Latest, s.Updated = max(s.Latest, t.Began), t.Sent
	if t.Refused {
		s.Refused++
	} else {
		s.Sent++
	}
	st.dirty = true
}

// isSettled reports whether all turns of a file were sent, and it has not changed since.
func (st *State) isSettled(name string, m mark) bool { return st.doc.Files[name].equal(m) }

// settle records that all turns of a file were sent.
func (st *State) settle(name string, m mark) {
	if !st.isSettled(name, m) {
		st.doc.Files[name], st.dirty = m, true
	}
}

// shrink keeps the state within its limits.
func (st *State) shrink() {
	if n := len(st.doc.Files) - st.maxMarks; n > 0 {
		names := sortedKeys(st.doc.Files, func(a, b mark) int { return a.Modified.Compare(b.Modified) })
		for _, name := range names[:n] {
			delete(st.doc.Files, name)
		}
	}
	tooMany, tooLong := len(st.doc.Sessions)-st.maxSessions, len(st.known)-st.maxTurns
	if tooMany <= 0 && tooLong <= 0 {
		return
	}
	ids := sortedKeys(st.doc.Sessions, func(a, b *session) int { return a.Updated.Compare(b.Updated) })
	for i, id := range ids {
		s := st.doc.Sessions[id]
		if i < tooMany {
			delete(st.doc.Sessions, id)
		} else if tooLong <= 0 {
			break
		}
		tooLong -= len(s.Turns)
		for _, key := range s.Turns {
			delete(st.known, key)
		}
		s.Turns = nil
	}
}

// sortedKeys returns the keys of a map in the order of their values.
func sortedKeys[V any](m map[string]V, compare func(a, b V) int) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(compare(m[a], m[b]), cmp.Compare(a, b)) })
	return keys
}

// Save writes the state, if it changed. The file has the old content or the new one, whenever the process or the
// machine stops.
func (st *State) Save() error {
	if !st.dirty {
		return nil
	}
	st.shrink()
	data, err := json.Marshal(st.doc)
	if err == nil && len(data) >= maxState { // very long names; the files are read again
		clear(st.doc.Files)
		data, err = json.Marshal(st.doc)
	}
	if err != nil {
		return err
	}
	if err := replaceFile(st.path, append(data, '\n')); err != nil {
		return fmt.Errorf("save the state: %w", err)
	}
	st.dirty, st.isSaved = false, true
	if err := st.journal.remove(); err != nil {
		return fmt.Errorf("save the state: %w", err)
	}
	return nil
}

// replaceFile writes a file beside the old one, and renames it.
func replaceFile(name string, data []byte) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // of a link; the link stays
	}
	out, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp") // with mode 0600
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	err = cmp.Or(err, out.Sync())
	if e := out.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(out.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	syncFolderOf(name)
	return nil
}

// syncFolderOf writes the folder of a file to disk, so that a new name lasts. Not every system can do that.
func syncFolderOf(name string) {
	if dir, err := os.Open(filepath.Dir(name)); err == nil {
		dir.Sync()
		dir.Close()
	}
}

// Close saves the state and unlocks it.
func (st *State) Close() error { return errors.Join(st.Save(), st.lock.Unlock()) }
