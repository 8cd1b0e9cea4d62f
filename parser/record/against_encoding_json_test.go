package record_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// A reading has the fields of a record as plain values: to compare a [record.Record], which is read
// without decoding all of its line, with the same fields as decoded by encoding/json.
//
// encoding/json decodes like JSON.parse, which Claude Code uses: half a surrogate pair is U+FFFD, as
// JavaScript encodes it in UTF-8. (fastjson leaves the escape.)
//
// The two differ only for objects with a repeated or escaped key: FORMAT.md, "Line decoding".
// JSON.stringify, which Claude Code uses, never repeats a key and escapes none of those that are
// read, so exactness is not worth a second pass over each object. Such lines are not compared (see
// hasPlainKeys); [TestRepeatedKeys] has some.
//
// Some values have two names ("mode" and "permissionMode"). The last of them counts: see lastOf.
// Lines that are not JSON are not compared.
type reading map[string]string

func (g reading) set(name string, value []byte) {
	if len(value) > 0 {
		g[name] = strings.ToValidUTF8(string(value), "\uFFFD")
	}
}

func (g reading) number(name string, n int64) {
	if n != 0 {
		g[name] = strconv.FormatInt(n, 10)
	}
}

// fromRecord returns the fields of a [record.Record].
func fromRecord(r *record.Record, line []byte) reading {
	g := reading{}
	for name, value := range map[string][]byte{
		"type": r.Type, "subtype": r.Subtype, "uuid": r.UUID, "parentUuid": r.Parent, "logicalParentUuid": r.LogicalParent,
		"sessionId": r.Session, "session_id": r.Lineage.Inherited, "agentId": r.Agent, "promptId": r.PromptID, "requestId": r.Request,
		"cwd": r.Cwd, "gitBranch": r.Branch, "version": r.Version, "sourceToolUseID": r.SourceTool,
		"interruptedMessageId": r.Stopped, "leafUuid": r.Leaf, "continuedInSessionId": r.Lineage.ContinuedIn, "mode": r.Mode,
		"command": r.Command, "tool": r.Tool, "parent_tool_use_id": r.Caller, "forkedFrom.sessionId": r.Lineage.ForkSession,
		"forkedFrom.messageUuid": r.Lineage.ForkMessage, "origin.kind": r.Origin.Kind, "origin.subkind": r.Origin.Sub, "name": r.Export.Name,
		"message.id": r.Message.ID, "message.role": r.Message.Role, "message.model": r.Message.Model, "message.stop_reason": r.Message.Stop,
		"result.agentId": r.Result.Agent, "result.task": r.Result.Task, "result.run": r.Result.Run, "result.resumedAgentId": r.Result.Resumed,
		"toolUseResult": canonical(r.Result.Whole.Of(line)), "text": canonical(r.Text.Of(line)), "replaces": canonical(r.Replaces.Of(line)),
		"elements": canonical(r.Export.Elements.Of(line)),
	} {
		g.set(name, value)
	}
	g.number("time", r.Time)
	g.number("durationMs", r.DurationMs)
	g.number("result.searchCount", r.Result.Searches)
	g.number("result.totalToolUseCount", r.Result.Calls+1)
	g.number("result.totalDurationMs", r.Result.DurationMs+1)
	g.number("exitCode", int64(r.Exit)+1)
	if r.CostUSD != 0 {
		g["costUSD"] = fmt.Sprintf("%.6g", r.CostUSD)
	}
	for flag, name := range flags {
		if r.Has(flag) {
			g[name] = "true"
		}
	}
	if r.Lineage.Background {
		g["background"] = "true"
	}
	if r.Export.Attached {
		g["attached"] = "true"
	}
	if r.Message.Usage != nil {
		g["usage"] = fmt.Sprintf("%+v %+v", *r.Message.Usage, r.Message.Advice)
	}
	if n := r.Nested; n != nil {
		g["nested"] = fmt.Sprintf("%s %s %s %s %+v", n.MessageID, n.Request, n.Model, n.Stop, *n.Usage)
	}
	for i, b := range r.Blocks {
		name := fmt.Sprintf("block %d ", i)
		g[name+"kind"] = fmt.Sprint(b.Kind)
		g.set(name+"name", b.Name)
		g.set(name+"id", b.ID)
		g.set(name+"whole", canonical(b.Whole.Of(line)))
		g.set(name+"text", canonical(b.Text.Of(line)))
		g.set(name+"input", canonical(b.Input.Of(line)))
		if b.Error || b.Empty {
			g[name+"is"] = fmt.Sprint(b.Error, b.Empty)
		}
		if b.Text.Len() > 0 && line[b.Text.From] == '"' {
			g.set(name+"words", record.AppendString(nil, line, b.Text.From, -1))
		}
	}
	return g
}

var flags = map[record.Flag]string{
	record.Sidechain: "isSidechain", record.Meta: "isMeta", record.CompactSummary: "isCompactSummary",
	record.TranscriptOnly: "isVisibleInTranscriptOnly", record.APIError: "isApiErrorMessage", record.Synthetic: "isSynthetic",
	record.Replay: "isReplay", record.Failed: "is_error", record.Denied: "toolDenialKind", record.AcceptedPlan: "planContent",
	record.Teammate: "teamName", record.Root: "parentUuid null", record.HookErrors: "hookErrors",
	record.Interrupted: "result.interrupted", record.Async: "result async", record.Rejected: "user-rejected",
}

// canonical returns a JSON value without differences in white space, escapes, the order of members,
// and members that do not matter.
func canonical(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	v, err := decode(raw)
	if err != nil {
		return append([]byte("not JSON: "), raw...)
	}
	return encode(v)
}

func decode(raw []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

// hasPlainKeys reports whether no object in a value has a key twice, or one with an escape in it.
func hasPlainKeys(b []byte, at int) bool {
	plain := true
	var walk func(at int) int
	walk = func(at int) int {
		if at < len(b) && b[at] == '[' {
			return jsonl.Array(b, at, walk)
		}
		if at >= len(b) || b[at] != '{' {
			return jsonl.Skip(b, at)
		}
		seen := map[string]bool{}
		return jsonl.Object(b, at, func(key []byte, at int) int {
			plain = plain && !seen[string(key)] && bytes.IndexByte(key, '\\') < 0
			seen[string(key)] = true
			return walk(at)
		})
	}
	return walk(at) >= 0 && plain
}

// compareWithJSON compares the record of a line with the line as decoded by encoding/json. It returns
// false if it does not compare them because they may differ.
func compareWithJSON(t *testing.T, at string, p *record.Parser, line []byte) bool {
	t.Helper()
	r := p.Parse(line)
	if r != nil && json.Valid(line) != (r.Flaws.Syntax == 0) {
		t.Fatalf("%s: %+v: %.200q", at, r.Flaws, line)
	}
	if !json.Valid(line) {
		// A record is read although a number or literal is none; fastjson, which decodes the values, is
		// as lenient.
		v, err := fastjson.ParseBytes(line)
		if err == nil && v.Type() == fastjson.TypeObject && r == nil && line[0] == '{' && line[len(line)-1] == '}' {
			t.Fatalf("%s: not read: %.200q", at, line)
		}
		return false
	}
	v, err := decode(line)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	if _, is := v.(map[string]any); !is {
		if r != nil {
			t.Fatalf("%s: a record was read from a line without an object: %.200q", at, line)
		}
		return false
	}
	if r == nil {
		if line[0] == '{' && line[len(line)-1] == '}' && bytes.Count(line, []byte("{"))+bytes.Count(line, []byte("[")) <= jsonl.MaxDepth {
			t.Fatalf("%s: not read: %.200q", at, line)
		}
		return false
	}
	if !hasPlainKeys(line, 0) {
		return false
	}
	if diff := cmp.Diff(fromJSON(line), fromRecord(r, line)); diff != "" {
		t.Fatalf("%s: %.300q\n-encoding/json +record:\n%s", at, line, diff)
	}
	return true
}

// TestAgainstJSON checks that a record has the fields that encoding/json decodes from its line.
func TestAgainstJSON(t *testing.T) {
	p := record.Parser{}
	compared, all := 0, 0
	each := func(at string, line []byte) {
		if all++; len(line) > 0 && compareWithJSON(t, at, &p, bytes.ToValidUTF8(line, []byte("?"))) {
			compared++
		} else if json.Valid(line) && line[0] == '{' && !hasPlainKeys(line, 0) {
			t.Errorf("%s: a key is repeated or escaped: %.200q", at, line)
		}
	}
	lines(t, func(name string, number int, line []byte) { each(fmt.Sprintf("%s:%d", name, number), line) })
	if compared < all*9/10 {
		t.Errorf("%d of %d lines of files were compared", compared, all)
	}
	data, facts := testgen.Session(3_000_000)
	compared = 0
	l := jsonl.Lines{Emit: func(l jsonl.Line) { each(fmt.Sprintf("made:%d", l.Number), l.Text) }}
	l.Write(data)
	if compared != facts.Lines {
		t.Errorf("%d of %d generated lines were compared", compared, facts.Lines)
	}
	for _, line := range irregular {
		if !compareWithJSON(t, "irregular", &p, []byte(line)) {
			t.Errorf("not compared: %s", line)
		}
	}
}

// irregular has valid lines that are hard to read without decoding all of them.
var irregular = []string{
	`{"type":"assistant","isMeta":false,"uuid":5}`,
	`{"type":"user","message":{"role":"user","content":["two","three"]}}`,
	`{"type":"user","message":{"content":"four"}}`,
	`{"type":"assistant","message":{"id":"m","usage":{"input_tokens":2,"cache_creation":null}}}`,
	`{"type":"assistant","message":{"id":"m","usage":{"input_tokens":1,"cache_creation":{"ephemeral_5m_input_tokens":1}}}}`,
	`{"type":"assistant","message":{"id":"m","usage":7}}`,
	`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","input":{"a":2}}]}}`,
	`{"type":"attachment","attachment":{"type":"a","toolUseID":"t","exitCode":1}}`,
	`{"type":"progress","data":{"type":"agent_progress","agentId":"a","message":{"message":{"id":"m","usage":{}}}}}`,
	`{"type":"progress","data":{"message":{"message":{"id":"m"},"requestId":"r"}}}`,
	`{"type":"user","toolUseResult":{"agentId":"a","isAsync":true,"interrupted":true,"totalDurationMs":1,"taskId":"t"}}`,
	`{"type":"user","toolUseResult":{"status":"x","shellId":"s"}}`,
	`{"type":"user","toolUseResult":{"isAsync":false,"status":"async_launched","backgroundTaskId":null,"taskId":"t"}}`,
	`{"type":"user","commandRun":{"command":"a"},"forkedFrom":{"sessionId":"a"},"origin":"a"}`,
	`{"type":"user","commandRun":{},"forkedFrom":null,"origin":{"subkind":"b"}}`,
	`{"type":"user","uuid":"\ud83d","message":{"content":"\ud83d\ude00 \ude00 \ud83d \ud83dx \ud83d\ud83d\ude00"}}`,
	"{\"type\":\"system\",\"hookErrors\":[\r]}",
	`{"type":"system","durationMs":1e3,"hookErrors":["a"],"costUSD":1e-2,"timestamp":1764000000000.5}`,
	`{"type":"attachment","attachment":{"type":"hook","exitCode":null}}`,
	`{"type":"stream_event","event":{"type":"content_block_delta","delta":{"text":"b"}}}`,
	`{"type":"stream_event","event":{"type":"a","delta":{"thinking":"a","text":"b"},"content_block":{"type":"text","text":"c"}}}`,
	`{"type":"system","subtype":"a","operation":"b","attachment":{"type":"c"},"data":{"type":"d"}}`,
	`{"type":"attachment","attachment":{"type":"c","toolUseID":"t","commandMode":"m","origin":"o","prompt":"p"},"subtype":"a","tool_use_id":"u","mode":"n","origin":{"kind":"k"},"content":"q"}`,
	`{"type":"attachment","subtype":"a","tool_use_id":"u","mode":"n","origin":{"kind":"k"},"content":"q","attachment":{"type":"c","toolUseID":"t","commandMode":"m","origin":"o","prompt":"p"}}`,
	`{"type":"user","permissionMode":"b","mode":null,"durationMs":1,"duration_ms":2,"version":"a","claude_code_version":"b"}`,
	`{"type":"user","agentId":"a","data":{"agentId":"b"},"forkedFrom":{"sessionId":"a","messageUuid":"b"},"parentSessionId":"c","parentLastUuid":7}`,
	`{"type":"user","parentSessionId":"c","parentLastUuid":"d","forkedFrom":{"sessionId":"a"},"data":{"agentId":"b"},"agentId":"a"}`,
	`{"type":"user","toolUseResult":{"agentId":"e","agent_id":5},"tool_use_result":{"agent_id":"c","agentId":"d"}}`,
	`{"type":"user","tool_use_result":{"agentId":"a"},"toolUseResult":null,"supersedesUuids":["a"],"retractedMessageUuids":["b"]}`,
	`{"type":"summary","summary":5,"customTitle":"b","content":"c","aiTitle":"d","lastPrompt":[]}`,
	`{"type":"user","chat_messages":[1],"loglines":[2],"attachments":[{}],"files":[]}`,
	`{"type":"stream_event","event":{"type":"a"},"subtype":"b"}`,
	`{"uuid":"c","sender":"human","text":"a","created_at":"2026-01-02T03:04:05Z","attachments":[{}]}`,
}

// TestRepeatedKeys checks that the last value of a repeated key counts, but that objects and
// content add up, and usage takes the first. A key with an escape is not recognized.
func TestRepeatedKeys(t *testing.T) {
	var p record.Parser
	r := p.Parse([]byte(`{"type":"user","type":"assistant","isMeta":true,"isMeta":false,"m\u006fde":"m",` +
		`"message":{"id":"a","role":"user","content":"one","usage":{"input_tokens":1,"input_tokens":2}},` +
		`"message":{"id":"b","content":["two"]},` +
		`"data":{"message":{"message":{"id":"m","usage":{}}}},"data":{"message":{"message":{"model":"n"}}}}`))
	if r == nil {
		t.Fatal("not read")
	}
	type reading struct{ kind, mode, id, role, nested, model string }
	got := reading{string(r.Type), string(r.Mode), string(r.Message.ID), string(r.Message.Role),
		string(r.Nested.MessageID), string(r.Nested.Model)}
	if want := (reading{"assistant", "", "b", "user", "m", "n"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if r.Has(record.Meta) || len(r.Blocks) != 2 || r.Message.Usage.Input != 1 {
		t.Errorf("flags %b, %d blocks, %d input tokens", r.Flags, len(r.Blocks), r.Message.Usage.Input)
	}
}

// TestAgainstJSONInAnyOrder checks that the order of members does not matter, unless several have
// the same meaning.
func TestAgainstJSONInAnyOrder(t *testing.T) {
	pool := map[string][]string{} // values by name
	var names []string
	for _, line := range irregular {
		for _, m := range members([]byte(line)) {
			if pool[m.name] == nil {
				pool[m.name], names = []string{"null"}, append(names, m.name)
			}
			pool[m.name] = append(pool[m.name], string(m.raw))
		}
	}
	p := record.Parser{}
	random := rand.New(rand.NewPCG(5, 6))
	for range testutil.Iterations(t, 50_000, 5) {
		var chosen []string
		for _, i := range random.Perm(len(names))[:2+random.IntN(8)] {
			values := pool[names[i]]
			chosen = append(chosen, fmt.Sprintf("%q:%s", names[i], values[random.IntN(len(values))]))
		}
		if line := "{" + strings.Join(chosen, ",") + "}"; !compareWithJSON(t, "any order", &p, []byte(line)) {
			t.Fatalf("not compared: %s", line)
		}
	}
}

// FuzzAgainstJSON compares arbitrary lines.
func FuzzAgainstJSON(f *testing.F) {
	random := rand.New(rand.NewPCG(3, 4))
	lines(f, func(_ string, n int, line []byte) {
		if n%41 != 0 || len(line) > 3000 {
			return
		}
		f.Add(string(line))
		for range 2 { // and mutations of it
			broken := []byte(string(line))
			for range 1 + random.IntN(3) {
				broken[random.IntN(len(broken))] = "\"\\{}[],: 1a"[random.IntN(11)]
			}
			f.Add(string(broken))
		}
	})
	for _, line := range irregular {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if line == "" {
			return
		}
		p := record.Parser{}
		if r := p.Parse([]byte(line)); r != nil && (r.Flaws.Encoding == 0) != utf8.ValidString(line) {
			t.Fatalf("%+v: %.200q", r.Flaws, line)
		}
		compareWithJSON(t, "fuzz", &p, bytes.ToValidUTF8([]byte(line), []byte("?")))
	})
}
