package record_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"unspool/parser/record"
)

// An object is an object that encoding/json decoded.
type object map[string]any

func (o object) object(name string) object {
	m, _ := o[name].(map[string]any)
	return m
}

func (o object) text(name string) []byte {
	s, _ := o[name].(string)
	return []byte(s)
}

// id returns a text that is short enough for an ID.
func (o object) id(name string) []byte {
	if s := o.text(name); len(s) <= record.MaxID {
		return s
	}
	return nil
}

func (o object) isTrue(name string) bool { return o[name] == true }

func (o object) integer(name string) int64 {
	n, _ := o[name].(json.Number)
	f, err := n.Float64()
	if err != nil || f >= 1<<53 || f <= -1<<53 {
		return 0
	}
	return int64(f)
}

func (o object) isNumber(name string) bool {
	_, is := o[name].(json.Number)
	return is
}

func (o object) raw(name string) []byte {
	v, there := o[name]
	if !there {
		return nil
	}
	return encode(v)
}

// A member is a member of an object, with its source text.
type member struct {
	name  string
	raw   json.RawMessage
	value any
}

// members returns the members of an object in their order.
func members(raw []byte) []member {
	var all []member
	d := json.NewDecoder(bytes.NewReader(raw))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil
	}
	for d.More() {
		var m member
		name, err := d.Token()
		if err == nil {
			err = d.Decode(&m.raw)
		}
		if err == nil {
			m.value, err = decode(m.raw)
		}
		if err != nil {
			panic(err) // the line was parsed before
		}
		m.name, _ = name.(string)
		all = append(all, m)
	}
	return all
}

// An alternative is one of several members with the same meaning.
type alternative struct {
	name string
	get  func(o object) []byte // returns its value from an object with only this member
}

// lastOf returns the value of the last of some alternatives, nil if there is none.
func lastOf(all []member, alternatives ...alternative) []byte {
	var value []byte
	for _, m := range all {
		for _, a := range alternatives {
			outer, inner, nested := strings.Cut(a.name, ".")
			if m.name != outer {
				continue
			}
			o := object{m.name: m.value}
			if nested {
				o = o.object(outer)
				if _, there := o[inner]; !there {
					continue
				}
			}
			value = a.get(o)
		}
	}
	return value
}

func textOf(name string) alternative {
	return alternative{name, func(o object) []byte { return o.text(name[strings.LastIndexByte(name, '.')+1:]) }}
}

func idOf(name string) alternative {
	return alternative{name, func(o object) []byte { return o.id(name[strings.LastIndexByte(name, '.')+1:]) }}
}

func rawOf(name string) alternative {
	return alternative{name, func(o object) []byte { return o.raw(name[strings.LastIndexByte(name, '.')+1:]) }}
}

// fromJSON returns the fields of a line as decoded by encoding/json.
func fromJSON(line []byte) reading {
	v, _ := decode(line)
	o := object(v.(map[string]any))
	all := members(line)
	g := reading{}
	kind := kindIn(o)
	g.set("type", kind)
	g.ids(o, all)
	g.texts(o, all)
	g.numbers(o, all)
	g.flags(o)
	g.message(o)
	for _, m := range all {
		switch m.name {
		case "toolUseResult", "tool_use_result":
			g.result(object{"": m.value}.object(""), members(m.raw))
		case "chat_messages", "loglines":
			if list, is := m.value.([]any); is {
				g.set("elements", encode(list))
			}
		}
	}
	g.set("toolUseResult", lastOf(all, rawOf("toolUseResult"), rawOf("tool_use_result")))
	g.set("replaces", lastOf(all, rawOf("supersedesUuids"), rawOf("retractedMessageUuids")))
	text, words := textMember(all)
	g.set("text", text)
	g.blocks(kind, all, o.object("message"), text, words)
	return g
}

// kindIn returns the type of a record, or the role if it has no type.
func kindIn(o object) []byte {
	message := o.object("message")
	switch {
	case isText(o["type"]):
		return o.text("type")
	case isText(message["role"]):
		return message.text("role")
	case isText(o["role"]):
		return o.text("role")
	case string(o.text("sender")) == "human":
		return []byte("user")
	}
	return o.text("sender")
}

func (g reading) ids(o object, all []member) {
	for _, name := range []string{"uuid", "parentUuid", "logicalParentUuid", "promptId", "requestId", "sourceToolUseID",
		"interruptedMessageId", "leafUuid", "continuedInSessionId", "parent_tool_use_id"} {
		g.set(name, o.id(name))
	}
	session, inherited := o.id("sessionId"), o.id("session_id")
	if !isID(o["sessionId"]) {
		session = inherited
	} else if string(inherited) != string(session) {
		g.set("session_id", inherited)
	}
	g.set("sessionId", session)
	g.set("agentId", lastOf(all, idOf("agentId"), idOf("data.agentId")))
	tool := lastOf(all, idOf("toolUseID"), idOf("tool_use_id"), idOf("attachment.toolUseID"))
	if isID(o["parentToolUseID"]) {
		tool = o.id("parentToolUseID")
	}
	g.set("tool", tool)
	g.set("forkedFrom.sessionId", lastOf(all, idOf("forkedFrom.sessionId"), idOf("parentSessionId")))
	g.set("forkedFrom.messageUuid", lastOf(all, idOf("forkedFrom.messageUuid"), idOf("parentLastUuid")))
}

func (g reading) texts(o object, all []member) {
	for _, name := range []string{"cwd", "gitBranch", "name"} {
		g.set(name, o.text(name))
	}
	g.set("version", lastOf(all, textOf("version"), textOf("claude_code_version")))
	g.set("subtype", lastOf(all, textOf("subtype"), textOf("operation"), textOf("attachment.type"), textOf("data.type")))
	g.set("mode", lastOf(all, textOf("permissionMode"), textOf("mode"), textOf("attachment.commandMode")))
	g.set("command", o.object("commandRun").text("command"))
	kindOf := func(o object) []byte { return cmpOr(o.text("origin"), o.object("origin").text("kind")) }
	subkindOf := func(o object) []byte { return o.object("origin").text("subkind") }
	g.set("origin.kind", lastOf(all, alternative{"origin", kindOf}, alternative{"attachment.origin", kindOf}))
	g.set("origin.subkind", lastOf(all, alternative{"origin", subkindOf}, alternative{"attachment.origin", subkindOf}))
}

func (g reading) numbers(o object, all []member) {
	time := o.integer("timestamp")
	if time <= 1e11 {
		time = record.ParseTime(o.text("timestamp"))
	}
	if time == 0 {
		time = record.ParseTime(o.text("created_at"))
	}
	g.number("time", time)
	duration, _ := strconv.ParseInt(string(lastOf(all, integerOf("durationMs"), integerOf("duration_ms"))), 10, 64)
	g.number("durationMs", duration)
	if n, is := o["costUSD"].(json.Number); is && len(n) < 40 {
		if usd, err := n.Float64(); err == nil && usd > 0 && usd < 1e9 {
			g["costUSD"] = fmt.Sprintf("%.6g", usd)
		}
	}
	if attachment := o.object("attachment"); attachment.isNumber("exitCode") {
		g.number("exitCode", attachment.integer("exitCode")+1)
	}
}

func (g reading) flags(o object) {
	for flag, name := range flags {
		is := o.isTrue(name)
		switch flag {
		case record.Denied, record.AcceptedPlan, record.Teammate:
			is = isText(o[name])
		case record.Rejected:
			is = o["toolDenialKind"] == "user-rejected"
		case record.Root:
			parent, there := o["parentUuid"]
			is = there && parent == nil
		case record.HookErrors:
			list, _ := o["hookErrors"].([]any)
			is = len(list) > 0
		}
		if is {
			g[name] = "true"
		}
	}
	if string(o.text("sessionKind")) == "bg" {
		g["background"] = "true"
	}
}

func (g reading) message(o object) {
	message := o.object("message")
	g.set("message.id", message.id("id"))
	g.set("message.role", message.text("role"))
	model := message.id("model")
	if !isID(message["model"]) {
		model = o.text("model")
	}
	g.set("message.model", model)
	g.set("message.stop_reason", message.text("stop_reason"))
	if usage, advice := fromUsage(message["usage"], true); usage != nil {
		g["usage"] = fmt.Sprintf("%+v %+v", *usage, advice)
	}
	outer := o.object("data").object("message")
	inner := outer.object("message")
	if usage, _ := fromUsage(inner["usage"], false); usage != nil {
		g["nested"] = fmt.Sprintf("%s %s %s %s %+v",
			inner.id("id"), outer.id("requestId"), inner.id("model"), inner.id("stop_reason"), *usage)
	}
}

// result sets the fields of a structured result, and replaces those of an earlier one.
func (g reading) result(o object, all []member) {
	for name := range g {
		if strings.HasPrefix(name, "result") {
			delete(g, name)
		}
	}
	g.set("result.agentId", lastOf(all, idOf("agentId"), idOf("agent_id")))
	g.set("result.resumedAgentId", o.id("resumedAgentId"))
	for _, name := range []string{"backgroundTaskId", "taskId", "task_id", "shell_id", "shellId"} {
		if isID(o[name]) {
			g.set("result.task", o.id(name))
			break
		}
	}
	run := o.id("runId")
	if !isID(o["runId"]) {
		run = bytes.TrimRight(o.id("transcriptDir"), `/\`)
		run = run[bytes.LastIndexAny(run, `/\`)+1:]
	}
	g.set("result.run", run)
	g.number("result.searchCount", o.integer("searchCount"))
	for _, name := range []string{"totalToolUseCount", "totalDurationMs"} {
		if n, is := o[name].(json.Number); is && n[0] != '-' {
			g.number("result."+name, o.integer(name)+1)
		}
	}
	if o.isTrue("interrupted") {
		g["result.interrupted"] = "true"
	}
	status := string(o.text("status"))
	if o.isTrue("isAsync") || len(o.id("backgroundTaskId"))+len(o.id("resumedAgentId")) > 0 ||
		status == "async_launched" || status == "teammate_spawned" || status == "remote_launched" {
		g["result async"] = "true"
	}
}

// textMember returns the text of a record without a message: content of any type, or titles that
// are strings.
func textMember(all []member) (raw []byte, value any) {
	for _, m := range all {
		switch m.name {
		case "aiTitle", "customTitle", "agentName", "lastPrompt", "summary":
			if !isText(m.value) {
				continue
			}
		case "attachment":
			prompt, there := object{"": m.value}.object("")["prompt"]
			if !there {
				continue
			}
			m.value = prompt
		case "content":
		default:
			continue
		}
		raw, value = encode(m.value), m.value
	}
	return raw, value
}

func integerOf(name string) alternative {
	return alternative{name, func(o object) []byte { return strconv.AppendInt(nil, o.integer(name), 10) }}
}

// blocks sets the blocks of a record: those of its message, or of another member.
func (g reading) blocks(kind []byte, all []member, message object, text []byte, words any) {
	o := object{}
	for _, m := range all {
		o[m.name] = m.value
	}
	var blocks []any
	add := func(content any) {
		list, is := content.([]any)
		if !is {
			list = []any{content}
		}
		for _, b := range list {
			if _, is := b.(map[string]any); is || isText(b) {
				blocks = append(blocks, b)
			}
		}
	}
	if content, there := message["content"]; there {
		add(content)
	}
	switch string(kind) {
	case "user", "assistant":
		if len(blocks) == 0 && text != nil {
			add(words)
		}
		if len(blocks) == 0 && len(o.text("text")) > 0 {
			add(o["text"])
		}
		for _, m := range all {
			if list, _ := m.value.([]any); len(list) > 0 && (m.name == "attachments" || m.name == "files") {
				g["attached"] = "true"
			}
		}
	case "result":
		if len(o.text("result")) > 0 {
			add(o["result"])
		}
	case "stream_event":
		blocks = g.event(all)
	}
	for i, b := range blocks {
		name := fmt.Sprintf("block %d ", i)
		if isText(b) {
			g[name+"kind"] = fmt.Sprint(record.PlainText)
			g.set(name+"whole", encode(b))
			g.set(name+"text", encode(b))
			g.set(name+"words", []byte(b.(string)))
			continue
		}
		o, _ := b.(map[string]any)
		g.block(name, o)
	}
}

// event sets the fields of a stream event, and returns its blocks in their order.
func (g reading) event(all []member) (blocks []any) {
	var event []member
	for _, m := range all {
		if m.name == "event" {
			event = members(m.raw)
		}
	}
	for _, m := range event {
		switch m.name {
		case "type":
			delete(g, "subtype")
			g.set("subtype", object{"": m.value}.text(""))
		case "content_block":
			if _, is := m.value.(map[string]any); is || isText(m.value) {
				blocks = append(blocks, m.value)
			}
		case "delta":
			for _, m := range members(m.raw) {
				if m.name == "thinking" {
					blocks = append(blocks, map[string]any{"type": "thinking", "thinking": m.value, "bare": true})
				} else if m.name == "text" && isText(m.value) && m.value != "" {
					blocks = append(blocks, m.value)
				}
			}
		}
	}
	return blocks
}

func (g reading) block(name string, o object) {
	kind := string(o.text("type"))
	known := map[string]record.Kind{
		"text": record.PlainText, "voice_note": record.PlainText, "thinking": record.Thinking, "redacted_thinking": record.RedactedThinking,
		"tool_use": record.ToolUse, "tool_result": record.ToolResult, "server_tool_use": record.ServerToolUse, "mcp_tool_use": record.ServerToolUse,
		"image": record.Image, "document": record.Document, "fallback": record.Fallback,
	}[kind]
	if strings.HasSuffix(kind, "_tool_result") {
		known = record.ServerToolResult
	}
	g[name+"kind"] = fmt.Sprint(known)
	if _, bare := o["bare"]; bare {
		g.set(name+"whole", o.raw("thinking"))
	} else {
		g.set(name+"whole", encode(map[string]any(o)))
	}
	id, named, member := o.id("id"), o.text("name"), ""
	switch known {
	case record.PlainText:
		member = "text"
	case record.Thinking:
		member = "thinking"
	case record.ToolResult, record.ServerToolResult:
		member, id = "content", o.id("tool_use_id")
	case record.Image, record.Document:
		if member = "content"; o["source"] != nil {
			member = "source"
		}
	case record.Other:
		named = []byte(kind)
	}
	g.set(name+"id", id)
	g.set(name+"name", named)
	if member != "" {
		g.set(name+"text", o.raw(member))
		g.set(name+"words", o.text(member))
	}
	g.set(name+"input", o.raw("input"))
	empty := known == record.Thinking && len(o.raw(member)) <= 2 && o["bare"] == nil
	if o.isTrue("is_error") || empty {
		g[name+"is"] = fmt.Sprint(o.isTrue("is_error"), empty)
	}
}

// fromUsage returns the token counts of an object.
func fromUsage(v any, whole bool) (*record.Usage, []record.AdvisorUsage) {
	m, is := v.(map[string]any)
	if !is {
		return nil, nil
	}
	o := object(m)
	n := func(o object, name string) int64 {
		s, _ := o[name].(json.Number)
		n, err := strconv.ParseFloat(string(s), 64)
		if err != nil || n < 0 || n > record.MaxTokens {
			return 0
		}
		return int64(n)
	}
	u := record.Usage{
		Input: n(o, "input_tokens"), Output: n(o, "output_tokens"), CacheRead: n(o, "cache_read_input_tokens"),
		CacheWrite5m: n(o.object("cache_creation"), "ephemeral_5m_input_tokens"), CacheWrite1h: n(o.object("cache_creation"), "ephemeral_1h_input_tokens"),
		Thinking:    n(o.object("output_tokens_details"), "thinking_tokens"),
		WebSearches: n(o.object("server_tool_use"), "web_search_requests"), WebFetches: n(o.object("server_tool_use"), "web_fetch_requests"),
		Fast: o["speed"] == "fast", US: o["inference_geo"] == "us", Batch: o["service_tier"] == "batch",
	}
	u.CacheWrite5m += max(0, n(o, "cache_creation_input_tokens")-u.CacheWrite5m-u.CacheWrite1h)
	var advice []record.AdvisorUsage
	parts, _ := o["iterations"].([]any)
	for _, part := range parts {
		if m, _ := part.(map[string]any); whole && m["type"] == "advisor_message" {
			one, _ := fromUsage(part, false)
			one.US, one.Batch = u.US, u.Batch
			advice = append(advice, record.AdvisorUsage{Model: string(object(m).text("model")), Usage: *one})
		}
	}
	return &u, advice
}

func isText(v any) bool {
	_, is := v.(string)
	return is
}

// isID reports whether a value is a text that is short enough for an ID.
func isID(v any) bool {
	s, is := v.(string)
	return is && len(s) <= record.MaxID
}

func cmpOr(list ...[]byte) []byte {
	for _, b := range list {
		if len(b) > 0 {
			return b
		}
	}
	return nil
}
