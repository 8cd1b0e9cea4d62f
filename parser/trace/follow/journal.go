package follow

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"unspool/parser/trace"
)

// A journal is a file beside a state file with a line for each turn that was sent since the state was saved. A state of
// many sessions takes a while to write; a line does not. So a process that is killed loses none of them.
type journal struct {
	path string
	file *os.File // nil until a turn was sent
	size int64
}

// maxJournal limits the bytes of a journal: then the state is saved.
const maxJournal = 1 << 20

// A sentTurn is a turn that was sent, or refused by the receiver.
type sentTurn struct {
	Session string    `json:"session"`
	Key     string    `json:"turn"`
	Began   int64     `json:"began"` // ms since 1970
	Refused bool      `json:"refused,omitempty"`
	Sent    time.Time `json:"sent"`
}

func sentTurnOf(t trace.Turn) sentTurn {
	return sentTurn{Session: t.Session.ID, Key: keyOf(t), Began: t.Start()}
}

// append adds a turn. It is on disk when append returns.
func (j *journal) append(t sentTurn) (err error) {
	line, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if j.file == nil {
		if j.file, err = os.OpenFile(j.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
			return err
		}
		syncFolderOf(j.path)
	}
	n, err := j.file.Write(append(line, '\n'))
	j.size += int64(n)
	return errors.Join(err, j.file.Sync())
}

// remove removes the file, whose turns are in the state file now.
func (j *journal) remove() error {
	if j.file != nil {
		if err := j.file.Close(); err != nil {
			return err
		}
	}
	j.file, j.size = nil, 0
	if err := os.Remove(j.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// read returns the turns in the journal that a process left which was killed.
func (j *journal) read() ([]sentTurn, error) {
	in, err := os.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	turns, err := readJournal(in)
	var unreadable *fs.PathError
	if err != nil && !errors.As(err, &unreadable) {
		err = &DamagedError{Path: j.path, Err: err, IsJournal: true}
	}
	return turns, err
}

// readJournal reads the lines of a journal, except for one that is cut at its end.
func readJournal(in io.Reader) ([]sentTurn, error) {
	var turns []sentTurn
	lines := bufio.NewReader(in)
	for offset := 0; ; {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return turns, nil
		}
		if err != nil {
			return nil, err
		}
		var t sentTurn
		if err = json.Unmarshal(line, &t); err == nil && (t.Session == "" || t.Key == "") {
			err = fmt.Errorf("no turn: %s", bytes.TrimSpace(line))
		}
		if err != nil {
			return nil, fmt.Errorf("at byte %d: %w", offset, err)
		}
		turns, offset = append(turns, t), offset+len(line)
	}
}
