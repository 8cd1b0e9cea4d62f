//go:build js && wasm

package main

import (
	_ "embed"
	"errors"
	"io"
	"strconv"
	"strings"
	"syscall/js"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
	"unspool/parser/view/rows"
)

// warmUp warms up until there is something to read or to preview: a folder starts a second
// parser, which would warm up while its files are listed. The host provides the pauses: package
// time would add 40 kB to the wasm.
func (a *api) warmUp() {
	left := warmRounds
	pause := js.Global().Get("setTimeout")
	var round js.Func
	round = js.FuncOf(func(js.Value, []js.Value) any {
		if a.peeked || len(a.store.Files) > 0 {
			return nil
		}
		if _, err := warm(); err != nil {
			println("unspool: " + err.Error()) // only slower
		} else if left--; left > 0 {
			pause.Invoke(round, warmPause)
		}
		return nil
	})
	round.Invoke()
}

// warm reads a small session that is never shown. A browser compiles a function when it is
// first called, and optimizes it after some 13 MB of code have run: functions called for
// each record are optimized after a few thousand records. In a file of 10 MB that happened
// in the middle, and used more of the two cores than reading did. So warming is done
// several times, with pauses in which requests are answered, and not while somebody waits
// for the first rows of a file.
//
// The quickest of 64 rounds had the first rows of 1 MB after 86 ms with it and 143 ms without,
// and all of 10 MB after 151 ms and 353 ms. On a busy machine the medians differ by more. The first
// matches in 10 MB came after 23 ms with a search in it, and after 36 ms without.
func warm() (*api, error) {
	var session strings.Builder
	session.Grow(warmTurns * len(warmTurn))
	for i := range warmTurns {
		turn := strings.ReplaceAll(warmTurn, "#", strconv.Itoa(i))
		session.WriteString(strings.ReplaceAll(turn, "@", strconv.Itoa(i-1)))
	}
	text := session.String()
	a := &api{store: parser.NewStore(), encoder: jsonEncoder{}, queries: newQueries()}
	a.viewer = view.New(a.store, price.Default(), func(int) io.ReaderAt { return strings.NewReader(text) })
	f := a.store.Open("warm.jsonl", int64(len(text)))
	f.Write([]byte(text))
	request := js.ValueOf(map[string]any{"session": 0, "from": 0, "count": rows.MaxRows, "built": 0,
		"text": "look", "options": "", "kinds": "", "tools": "", "agent": ""})
	ask := func() (err error) {
		for _, name := range []string{"outline", "timeline", "rows", "matches"} {
			_, one := a.query([]js.Value{js.ValueOf(name), request})
			err = errors.Join(err, one)
		}
		_, one := a.sessions(nil)
		return errors.Join(err, one)
	}
	early := ask()
	f.Close()
	a.store.Finish()
	return a, errors.Join(early, ask())
}

const (
	warmTurns  = 40
	warmRounds = 16
	warmPause  = 15 // ms
)

// warmTurn is a turn with the kinds of records that sessions begin with; # stands for its
// number and @ for that of the previous turn.
//
//go:embed warm.jsonl
var warmTurn string
