package follow

import (
	"bytes"
	"context"
	"encoding/json"
)

// Look looks at all files once, as [Follower.Run] does in each interval.
func Look(f *Follower, ctx context.Context) error { return f.pass(ctx, ctx, false) }

// Limit sets the limits of a state file.
func Limit(st *State, turns, sessions, marks int) {
	st.maxTurns, st.maxSessions, st.maxMarks = turns, sessions, marks
}

// ReadDocument reads a state file, and returns what would be written.
func ReadDocument(data []byte) ([]byte, error) {
	doc, err := readDocument(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

// Units returns how many units are in memory.
func Units(f *Follower) int { return len(f.units.units) }

// ReadJournal reads a journal, and returns what would be written.
func ReadJournal(data []byte) ([]byte, error) {
	turns, err := readJournal(bytes.NewReader(data))
	var out []byte
	for _, t := range turns {
		line, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		out = append(append(out, line...), '\n')
	}
	return out, err
}
