package record_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/made"
	"unspool/parser/record"
)

// A reading is what a record says, as plain values: to compare what was skipped and
// what was read in passing with a parse of the whole line by fastjson.
//
// The two are meant to differ, so lines with these are not compared: a key that
// comes twice, or under two names (the last one counts here, fastjson gives the first), and numbers and
// literals that only look like some (Skip takes "1-2"). Escapes that mean nothing
// stay as they are in both, but lone surrogates become U+FFFD only here.
type reading map[string]string

// fromRecord reads the members that [record.Record] keeps as they are recorded.
func fromRecord(r *record.Record, line []byte) reading {
	g := reading{}
	set := func(name string, value []byte) {
		if len(value) > 0 {
			g[name] = string(value)
		}
	}
	set("uuid", r.UUID)
	set("parentUuid", r.Parent)
	set("logicalParentUuid", r.LogicalParent)
	set("promptId", r.Prompt)
	set("requestId", r.Request)
	set("cwd", r.Cwd)
	set("gitBranch", r.Branch)
	set("sourceToolUseID", r.SourceTool)
	set("interruptedMessageId", r.Stopped)
	set("leafUuid", r.Leaf)
	set("continuedInSessionId", r.WentOn)
	set("message.id", r.MessageID)
	set("message.role", r.Role)
	set("message.stop_reason", r.Stop)
	set("toolUseResult.resumedAgentId", r.Resumed)
	set("toolUseResult", canonical(r.Result.Of(line)))
	for i, b := range r.Blocks {
		name := fmt.Sprintf("block %d", i)
		set(name, canonical(b.Whole.Of(line)))
		if b.Kind == record.ToolUse {
			set(name+" id", b.ID)
			set(name+" name", b.Name)
			set(name+" input", canonical(b.Input.Of(line)))
		}
		if b.Kind == record.ToolResult {
			set(name+" id", b.ID)
			set(name+" content", canonical(b.Text.Of(line)))
		}
		if b.Kind == record.PlainText || b.Kind == record.Thinking {
			set(name+" words", record.AppendString(nil, line, b.Text.From, -1))
		}
	}
	if r.Usage != nil {
		g["usage"] = fmt.Sprint(r.Usage.Input, r.Usage.Output, r.Usage.CacheRead)
	}
	for flag, name := range flags {
		if r.Has(flag) {
			g[name] = "true"
		}
	}
	return g
}

var flags = map[record.Flag]string{record.Sidechain: "isSidechain", record.Meta: "isMeta", record.CompactSummary: "isCompactSummary",
	record.TranscriptOnly: "isVisibleInTranscriptOnly", record.APIError: "isApiErrorMessage", record.Replay: "isReplay"}

// canonical gives a JSON value without what its writer was free in: white space and
// escapes.
func canonical(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	v, err := fastjson.ParseBytes(raw)
	if err != nil {
		return append([]byte("not JSON: "), raw...)
	}
	return plainly(nil, v)
}

func plainly(to []byte, v *fastjson.Value) []byte {
	switch v.Type() {
	case fastjson.TypeString:
		s, _ := v.StringBytes()
		return strconv.AppendQuote(to, string(s))
	case fastjson.TypeObject:
		to = append(to, '{')
		v.GetObject().Visit(func(key []byte, v *fastjson.Value) {
			to = append(plainly(append(strconv.AppendQuote(to, string(key)), ':'), v), ',')
		})
		return append(to, '}')
	case fastjson.TypeArray:
		to = append(to, '[')
		for _, v := range v.GetArray() {
			to = append(plainly(to, v), ',')
		}
		return append(to, ']')
	}
	return v.MarshalTo(to)
}

// fromParse reads the same of a line that was parsed as a whole.
func fromParse(v *fastjson.Value) reading {
	g := reading{}
	set := func(name string, value []byte) {
		if len(value) > 0 {
			g[name] = string(value)
		}
	}
	for _, name := range []string{"uuid", "parentUuid", "logicalParentUuid", "promptId", "requestId", "sourceToolUseID", "interruptedMessageId", "leafUuid", "continuedInSessionId"} {
		set(name, id(v.Get(name)))
	}
	set("cwd", v.GetStringBytes("cwd"))
	set("gitBranch", v.GetStringBytes("gitBranch"))
	set("message.id", id(v.Get("message", "id")))
	set("message.role", v.GetStringBytes("message", "role"))
	set("message.stop_reason", v.GetStringBytes("message", "stop_reason"))
	for _, name := range []string{"toolUseResult", "tool_use_result"} {
		if result := v.Get(name); result != nil {
			set("toolUseResult.resumedAgentId", id(result.Get("resumedAgentId")))
			set("toolUseResult", plainly(nil, result))
		}
	}
	content := v.Get("message", "content")
	blocks := content.GetArray()
	if content != nil && content.Type() == fastjson.TypeString {
		blocks = []*fastjson.Value{content}
	}
	n := 0
	for _, b := range blocks {
		name := fmt.Sprintf("block %d", n)
		words := []byte(nil)
		switch b.Type() {
		case fastjson.TypeString:
			words, _ = b.StringBytes()
		case fastjson.TypeObject:
			switch kind := string(b.GetStringBytes("type")); kind {
			case "text", "thinking":
				words = b.GetStringBytes(kind)
			case "tool_use":
				set(name+" id", id(b.Get("id")))
				set(name+" name", b.GetStringBytes("name"))
				if input := b.Get("input"); input != nil {
					set(name+" input", plainly(nil, input))
				}
			case "tool_result":
				set(name+" id", id(b.Get("tool_use_id")))
				if text := b.Get("content"); text != nil {
					set(name+" content", plainly(nil, text))
				}
			}
		default:
			continue // no block
		}
		set(name, plainly(nil, b))
		set(name+" words", words)
		n++
	}
	if u := v.Get("message", "usage"); u != nil && u.Type() == fastjson.TypeObject {
		count := func(name string) int64 {
			if n := u.GetInt64(name); n >= 0 && n <= 1<<40 {
				return n
			}
			return 0
		}
		g["usage"] = fmt.Sprint(count("input_tokens"), count("output_tokens"), count("cache_read_input_tokens"))
	}
	for _, name := range flags {
		if v.GetBool(name) {
			g[name] = "true"
		}
	}
	return g
}

func id(v *fastjson.Value) []byte {
	if v == nil || v.Type() != fastjson.TypeString {
		return nil
	}
	if s, _ := v.StringBytes(); len(s) <= record.MaxID {
		return s
	}
	return nil
}

// comparable says that a line has none of what the two are meant to read differently.
func comparable(v *fastjson.Value) bool {
	alike := true
	switch v.Type() {
	case fastjson.TypeObject:
		keys := map[string]bool{}
		v.GetObject().Visit(func(key []byte, v *fastjson.Value) {
			alike = alike && !keys[string(key)] && comparable(v)
			keys[string(key)] = true
		})
	case fastjson.TypeArray:
		for _, v := range v.GetArray() {
			alike = alike && comparable(v)
		}
	}
	return alike
}

// againstParse compares what a record says with a full parse of its line. It gives
// false where the line is none that both are to read alike.
func againstParse(t *testing.T, at string, p *record.Parser, full *fastjson.Parser, line []byte) bool {
	t.Helper()
	v, err := full.ParseBytes(line)
	r := p.Parse(line)
	if err != nil || v.Type() != fastjson.TypeObject {
		if err != nil && r == nil || err == nil && r == nil {
			return false
		}
		if err == nil {
			t.Fatalf("%s: a record is read of what is no object: %.200q", at, line)
		}
		return false // its strings, numbers or literals are not as they should be: Skip does not look so closely
	}
	if r == nil {
		if line[0] == '{' && line[len(line)-1] == '}' {
			t.Fatalf("%s: not read: %.200q", at, line)
		}
		return false
	}
	if !comparable(v) || v.Exists("toolUseResult") && v.Exists("tool_use_result") || strings.Contains(string(line), `\ud`) || strings.Contains(string(line), `\uD`) {
		return false
	}
	want, got := fromParse(v), fromRecord(r, line)
	if len(r.Blocks) > 0 && v.Get("message", "content") == nil { // of what has no message: FORMAT.md, "Other inputs people drop"
		for name := range got {
			if strings.HasPrefix(name, "block ") {
				delete(got, name)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: %.300q\n-parsed +skipped:\n%s", at, line, diff)
	}
	return true
}

// Whatever is skipped, a record says the same as a parse of its whole line.
func TestAgainstFullParse(t *testing.T) {
	var p record.Parser
	var full fastjson.Parser
	compared := 0
	each := func(at string, line []byte) {
		if len(line) > 0 && againstParse(t, at, &p, &full, line) {
			compared++
		}
	}
	lines(t, func(name string, number int, line []byte) { each(fmt.Sprintf("%s:%d", name, number), line) })
	data, facts := made.Session(3_000_000)
	compared, before := 0, compared
	l := jsonl.Lines{Emit: func(l jsonl.Line) { each(fmt.Sprintf("made:%d", l.Number), l.Text) }}
	l.Write(data)
	if before < 300 || compared != facts.Lines {
		t.Errorf("%d lines of files were compared, %d of %d that were made", before, compared, facts.Lines)
	}
}

// FuzzAgainstFullParse compares lines that somebody else thinks of.
func FuzzAgainstFullParse(f *testing.F) {
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
	f.Add(`{"uuid":"\u0041","message":{"content":"a\/b","usage":{"input_tokens":1}},"isMeta":true}`)
	f.Fuzz(func(t *testing.T, line string) {
		var p record.Parser
		var full fastjson.Parser
		againstParse(t, "fuzz", &p, &full, []byte(line))
	})
}
