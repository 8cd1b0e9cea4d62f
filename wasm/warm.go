//go:build js && wasm

package main

import (
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

// warmUp warms up until there is something to read. The host provides the pauses: package
// time would add 40 kB to the wasm.
func (a *api) warmUp() {
	left := warmRounds
	pause := js.Global().Get("setTimeout")
	var round js.Func
	round = js.FuncOf(func(js.Value, []js.Value) any {
		if len(a.store.Files) > 0 {
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
const warmTurn = `{"type":"file-history-snapshot","messageId":"p#","snapshot":{"messageId":"p#","trackedFileBackups":{},"timestamp":"2026-01-01T10:00:00.000Z"},"isSnapshotUpdate":false}
{"parentUuid":"z@","isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.45","gitBranch":"main","type":"user","message":{"role":"user","content":"Please \"look\" at it\nand tell #."},"uuid":"p#","timestamp":"2026-01-01T10:00:00.000Z"}
{"parentUuid":"p#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","message":{"model":"claude-opus-4-6","id":"m#","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"Well,\nthen.","signature":"AAAA"}],"stop_reason":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":10,"cache_read_input_tokens":20,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":10},"output_tokens":10}},"requestId":"r#","type":"assistant","uuid":"t#","timestamp":"2026-01-01T10:00:01.000Z"}
{"parentUuid":"t#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","message":{"model":"claude-opus-4-6","id":"m#","type":"message","role":"assistant","content":[{"type":"tool_use","id":"c#","name":"Bash","input":{"command":"ls -l","description":"List"}}],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":10}},"requestId":"r#","type":"assistant","uuid":"u#","timestamp":"2026-01-01T10:00:02.000Z"}
{"parentUuid":"u#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","type":"user","message":{"role":"user","content":[{"tool_use_id":"c#","type":"tool_result","content":"a\n\tb \"c\"\nd","is_error":false}]},"toolUseResult":{"stdout":"a\n\tb \"c\"\nd","stderr":"","interrupted":false,"isImage":false},"uuid":"v#","timestamp":"2026-01-01T10:00:03.000Z"}
{"parentUuid":"v#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","message":{"model":"claude-opus-4-6","id":"n#","type":"message","role":"assistant","content":[{"type":"tool_use","id":"e#","name":"Edit","input":{"file_path":"/w/a.go","old_string":"a","new_string":"b"}}],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":10}},"requestId":"q#","type":"assistant","uuid":"w#","timestamp":"2026-01-01T10:00:04.000Z"}
{"parentUuid":"w#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","type":"user","message":{"role":"user","content":[{"tool_use_id":"e#","type":"tool_result","content":"Done."}]},"toolUseResult":{"filePath":"/w/a.go","oldString":"a","newString":"b","originalFile":"a\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-a","+b"]}],"userModified":false,"replaceAll":false},"uuid":"x#","timestamp":"2026-01-01T10:00:05.000Z"}
{"parentUuid":"x#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","message":{"model":"claude-opus-4-6","id":"o#","type":"message","role":"assistant","content":[{"type":"text","text":"It is **done**:\n\n- a\n- b"}],"stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":10}},"requestId":"k#","type":"assistant","uuid":"y#","timestamp":"2026-01-01T10:00:06.000Z"}
{"parentUuid":"y#","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.45","type":"system","subtype":"turn_duration","durationMs":6000,"isMeta":false,"uuid":"z#","timestamp":"2026-01-01T10:00:06.000Z"}
`
