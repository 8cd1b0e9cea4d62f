// Package testgen generates sessions of any size for benchmarks. Their content is invented,
// but sizes, kinds of records and the share of escaped characters are as in real sessions,
// because the speed of a parser depends on them: most lines are short, and most bytes are
// in tool results and their copies.
package testgen

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
)

// Facts describes the content of a session, for comparison with what a parser read.
type Facts struct {
	Lines       int
	Turns       int // each with one prompt
	Messages    int // API responses, each in one or several records
	Calls       int // tool calls, each with its result
	Compactions int
}

// A Plan describes a session to generate. The same plan produces the same bytes.
type Plan struct {
	Size    int    // minimum size in bytes; the session is at most one turn longer; 0: a prompt and its response
	Seed    int    // another seed produces another session
	WorkDir string // working directory, "" for any
	ID      string // of the session, "" for any
}

// Session returns a session of at least size bytes.
func Session(size int) ([]byte, Facts) {
	buf := bytes.NewBuffer(make([]byte, 0, size+4<<20))
	facts, _ := Plan{Size: size}.Write(buf) // writing to a buffer never fails
	return buf.Bytes(), facts
}

// Write writes the session turn by turn, so it can be larger than memory.
func (p Plan) Write(w io.Writer) (Facts, error) {
	m := &maker{
		rand:    rand.New(rand.NewPCG(uint64(p.Seed+1), uint64(p.Size))),
		now:     time.Date(2026, 2, 3, 9, 0, 0, 0, time.UTC).AddDate(0, 0, p.Seed%200),
		workDir: cmp.Or(p.WorkDir, "/home/dev/work/orchard"),
	}
	m.isBrief = p.Size == 0
	m.id = cmp.Or(p.ID, m.uuid())
	m.source, m.prose = m.text(min(1<<20, p.Size), m.codeLine), m.text(min(1<<18, max(p.Size, 1<<12)), m.sentence)
	if p.Size == 0 {
		m.facts.Turns++
		m.prompt()
		m.response(true)
		if _, err := w.Write(m.buf); err != nil {
			return m.facts, fmt.Errorf("write a session: %w", err)
		}
	}
	for written := 0; written < p.Size; {
		m.turn()
		if m.facts.Turns%40 == 0 {
			m.compaction()
		}
		n, err := w.Write(m.buf)
		if err != nil {
			return m.facts, fmt.Errorf("write a session of %d bytes: %w", p.Size, err)
		}
		written += n
		m.buf = m.buf[:0]
	}
	return m.facts, nil
}

type maker struct {
	buf     []byte // the current turn
	rand    *rand.Rand
	now     time.Time
	workDir string
	id      string // session id
	parent  string // uuid of the last record of the conversation
	facts   Facts
	isBrief bool  // without images and long prompts
	source  lines // code from which files and outputs are cut
	prose   lines
}

// raw appends raw JSON.
func (m *maker) raw(s string) { m.buf = append(m.buf, s...) }

func (m *maker) rawf(format string, args ...any) { m.buf = fmt.Appendf(m.buf, format, args...) }

// str appends a JSON string, escaped like Claude Code does.
func (m *maker) str(s string) {
	m.buf = append(m.buf, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		m.buf = append(m.buf, s[from:i]...)
		from = i + 1
		switch c {
		case '\n':
			m.buf = append(m.buf, `\n`...)
		case '\t':
			m.buf = append(m.buf, `\t`...)
		case '"', '\\':
			m.buf = append(m.buf, '\\', c)
		default:
			m.buf = fmt.Appendf(m.buf, `\u%04x`, c)
		}
	}
	m.buf = append(append(m.buf, s[from:]...), '"')
}

func (m *maker) end() {
	m.raw("}\n")
	m.facts.Lines++
}

func (m *maker) time() string {
	m.now = m.now.Add(time.Duration(200+m.rand.IntN(4000)) * time.Millisecond)
	return m.now.Format("2006-01-02T15:04:05.000Z")
}

// envelope begins a record of the conversation and returns its uuid.
func (m *maker) envelope(kind string) string {
	id := m.uuid()
	m.raw(`{"parentUuid":`)
	if m.parent == "" {
		m.raw("null")
	} else {
		m.str(m.parent)
	}
	m.rawf(`,"isSidechain":false,"userType":"external","cwd":"%s","sessionId":"%s","version":"2.1.45",`+
		`"gitBranch":"main","slug":"quiet-walking-heron","type":"%s","uuid":"%s","timestamp":"%s"`,
		m.workDir, m.id, kind, id, m.time())
	m.parent = id
	return id
}

func (m *maker) turn() {
	m.facts.Turns++
	m.rawf(`{"type":"file-history-snapshot","messageId":"%s","snapshot":{"messageId":"%s","trackedFileBackups":{`, m.uuid(), m.uuid())
	for i := range m.rand.IntN(6) {
		if i > 0 {
			m.raw(",")
		}
		m.rawf(`"src/%s/%s_%d.ts":{"backupFileName":"%s@v%d","version":%d,"backupTime":"%s"}`, m.pick(things),
			m.pick(things), i, m.hex(16), i+1, i+1, m.time())
	}
	m.rawf(`},"timestamp":"%s"},"isSnapshotUpdate":false`, m.time())
	m.end()
	m.prompt()
	for steps := 2 + m.size(8, 60); steps > 0; steps-- {
		m.response(steps == 1)
	}
	m.envelope("system")
	m.rawf(`,"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"notify stop"}],"hookErrors":[],`+
		`"preventedContinuation":false,"stopReason":"","hasOutput":false,"level":"suggestion","toolUseID":"%s"`,
		m.uuid())
	m.end()
	m.envelope("system")
	m.rawf(`,"subtype":"turn_duration","durationMs":%d,"isMeta":false`, 1000+m.rand.IntN(200000))
	m.end()
}

func (m *maker) prompt() {
	m.envelope("user")
	longest, images := 20_000, 0.03
	if m.isBrief {
		longest, images = 2000, 0
	}
	words := m.cut(m.prose, m.size(250, longest))
	if !m.chance(images) {
		m.raw(`,"message":{"role":"user","content":`)
		m.str(words)
	} else {
		m.raw(`,"message":{"role":"user","content":[{"type":"text","text":`)
		m.str(words)
		m.raw(`},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`)
		m.raw(m.base64(20000 + m.rand.IntN(300000)))
		m.raw(`"}}]`)
	}
	m.raw(`},"permissionMode":"acceptEdits"`)
	m.end()
}

// response generates one API response: a record for each of its blocks. The results of its
// calls come in between, in any order.
func (m *maker) response(last bool) {
	m.facts.Messages++
	id, request := "msg_01"+m.hex(22), "req_011"+m.hex(21)
	usage := fmt.Sprintf(`{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,`+
		`"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":%d},"output_tokens":%d,`+
		`"service_tier":"standard","inference_geo":"not_available"}`,
		1+m.rand.IntN(10), 800, 20000+m.rand.IntN(120000), 800, 1+m.rand.IntN(900))
	block := func(content func()) {
		m.envelope("assistant")
		m.rawf(`,"message":{"model":"claude-opus-4-6","id":"%s","type":"message","role":"assistant","content":[{`, id)
		content()
		stop := "null"
		if last {
			stop = `"end_turn"`
		}
		m.rawf(`}],"stop_reason":%s,"stop_sequence":null,"usage":%s},"requestId":"%s"`, stop, usage, request)
		m.end()
	}
	if m.chance(0.3) {
		block(func() {
			m.raw(`"type":"thinking","thinking":`)
			m.str(m.cut(m.prose, m.size(500, 8000)))
			m.rawf(`,"signature":"%s"`, strings.TrimRight(m.base64(300+m.rand.IntN(900)), "="))
		})
	}
	if last || m.chance(0.35) {
		block(func() {
			m.raw(`"type":"text","text":`)
			m.str(m.cut(m.prose, m.size(300, 20000)))
		})
	}
	if last {
		return
	}
	calls := 1
	if m.chance(0.15) {
		calls += 1 + m.rand.IntN(3)
	}
	var answers []func()
	for range calls {
		answers = append(answers, m.call(block))
	}
	m.rand.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	for _, answer := range answers {
		answer()
		if m.chance(0.5) {
			m.hook()
		}
	}
}

// call generates a tool call in a record that block makes, and the progress of the tool. It returns a
// function that generates the result.
func (m *maker) call(block func(content func())) (answer func()) {
	m.facts.Calls++
	call := "toolu_01" + m.hex(22)
	tool := m.tool()
	block(func() {
		m.rawf(`"type":"tool_use","id":"%s","name":"%s","input":{`, call, tool.name)
		tool.input()
		m.raw(`},"caller":{"type":"direct"}`)
	})
	use := m.parent
	if tool.name == "Bash" && m.chance(0.5) {
		m.progress(call, tool.result)
	}
	return func() {
		m.envelope("user")
		m.rawf(`,"message":{"role":"user","content":[{"tool_use_id":"%s","type":"tool_result","content":`, call)
		m.str(tool.result)
		m.raw(`}]},"toolUseResult":{`)
		tool.copied()
		m.rawf(`},"sourceToolAssistantUUID":"%s"`, use)
		m.end()
	}
}

func (m *maker) hook() {
	m.envelope("progress")
	m.rawf(`,"data":{"type":"hook_progress","hookEvent":"PostToolUse","hookName":"PostToolUse:callback",`+
		`"command":"callback"},"parentToolUseID":"%s","toolUseID":"%s"`, m.uuid(), m.uuid())
	m.end()
}

// progress generates the progress records of a running command.
func (m *maker) progress(call, output string) {
	for n := range 1 + m.rand.IntN(5) {
		m.envelope("progress")
		m.raw(`,"data":{"type":"bash_progress","output":`)
		m.str(output[:len(output)/2])
		m.raw(`,"fullOutput":`)
		m.str(output)
		m.rawf(`,"elapsedTimeSeconds":%d,"totalLines":%d,"timeoutMs":120000},"toolUseID":"bash-progress-%d",`+
			`"parentToolUseID":"%s"`, 2+n, strings.Count(output, "\n"), n, call)
		m.end()
	}
}

func (m *maker) compaction() {
	m.facts.Compactions++
	logical := m.parent
	m.parent = ""
	m.envelope("system")
	m.rawf(`,"logicalParentUuid":"%s","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,`+
		`"level":"info","compactMetadata":{"trigger":"auto","preTokens":178144}`, logical)
	m.end()
	m.envelope("user")
	m.raw(`,"isVisibleInTranscriptOnly":true,"isCompactSummary":true,"message":{"role":"user","content":`)
	m.str("This session is being continued from a previous conversation that ran out of context.\n" + m.cut(m.prose, 9000))
	m.raw("}")
	m.end()
}
