package redact

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDropOutputs checks that nothing of a result is left but what links records, and that notes are no values.
func TestDropOutputs(t *testing.T) {
	const in = `{"type":"user","toolUseResult":{"agentId":"a1b2","status":"completed","team_name":"Otters of mei","agent_id":"it is mei",` +
		`"content":[{"type":"text","text":"mei"}],"structuredContent":{"mei":{"mei mei":[48151623,true]}},"totalTokens":12}}`
	const want = `{"type":"user","toolUseResult":{"agentId":"a1b2","status":"completed","team_name":"[output removed]",` +
		`"agent_id":"[output removed]","content":[{"type":"text","text":"[output removed]"}],` +
		`"structuredContent":{"removed_1":{"removed_2":[0,true]}},"totalTokens":12}}`
	links := func(id string) bool { return id == "a1b2" }
	o := ReplacerOptions{Parts: Outputs, Links: links}
	if got, _, _ := redactedWith(t, in, FinderOptions{Words: []string{"removed", "output"}}, o); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// TestDropIDs checks that members of results with the names of ids only keep those that link records: others are texts.
func TestDropIDs(t *testing.T) {
	const link, secret = "toolu_01link5A5A5A5A5A5A5A", "toolu_01hunter2hunter2hunter2"
	for _, line := range []string{
		`{"toolUseResult":{"agentId":"LINK"}}`, `{"toolUseResult":{"sessionId":"LINK","uuid":"LINK","tool_use_id":"LINK"}}`,
		`{"toolUseResult":{"taskId":"LINK","shell_id":"LINK","runId":"LINK","backgroundTaskId":"LINK"}}`,
		`{"toolUseResult":{"content":[{"type":"text","id":"LINK"}]}}`, `{"toolUseResult":[{"type":"text","id":"LINK"}]}`,
		`{"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","id":"LINK"}]}]}}`,
		`{"type":"attachment","attachment":{"type":"hook_success","toolUseID":"LINK"}}`,
		`{"type":"content-replacement","replacements":[{"toolUseId":"LINK"}]}`,
	} {
		o := ReplacerOptions{Parts: Outputs, Links: func(id string) bool { return id == link }}
		for id, stays := range map[string]bool{link: true, secret: false} {
			in := strings.ReplaceAll(line, "LINK", id)
			if got, _, _ := redactedWith(t, in, FinderOptions{}, o); stays && got != in || !stays && strings.Contains(got, id) {
				t.Errorf("%s became %s", in, got)
			}
		}
	}
}

// TestReplaceName checks that values in names of files are found and replaced as in ids, unless they are there by chance.
func TestReplaceName(t *testing.T) {
	const name = "-home-x-heron/subagents/agent-a3f921b9c0d4e5f67.jsonl"
	values := new(Values)
	for x := range newFinder(t, FinderOptions{Words: []string{"heron", "f92"}}).Name(name) {
		values.Add(x, name)
	}
	r := NewReplacer(values, ReplacerOptions{})
	if id := "sidechain-0f92c1d4-7c0f-4f92-a3ce-929d0e0e4736"; r.Name(id) != id {
		t.Error(r.Name(id))
	}
	if got := r.Name(name); got != "-home-x-WORD_1/subagents/agent-a3f921b9c0d4e5f67.jsonl" || values.Len() != 1 {
		t.Errorf("%s, %d values", got, values.Len())
	}
}

// TestImageMetadata checks that values in the texts of images are found and the images replaced, wherever they are.
func TestImageMetadata(t *testing.T) {
	text := "by meitan@tidal.io " + strings.Repeat("\x00", 40)
	long := strings.Repeat("x", longestMetadata) + text
	pngChunk := func(text string) string {
		return "\x89PNG\r\n\x1a\n" + string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + "tEXt" + text + "\x00\x00\x00\x00"
	}
	riff := "RIFF\x00\x00\x00\x00WEBPEXIF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(text)))) + text
	for name, image := range map[string]string{
		"png":   pngChunk(text),
		"long":  pngChunk(text + long),
		"jpeg":  "\xff\xd8\xff\xfe" + string(binary.BigEndian.AppendUint16(nil, uint16(len(text)+2))) + text + "\xff\xda",
		"gif":   "GIF89a\x01\x00\x01\x00\x00\x00\x00\x21\xfe" + string([]byte{byte(len(text))}) + text + "\x00;",
		"webp":  riff,
		"utf16": pngChunk(strings.Join(strings.Split("by meitan@tidal.io!", ""), "\x00")),
	} {
		code := base64.StdEncoding.EncodeToString([]byte(image))
		for _, in := range []string{
			`{"message":{"content":[{"type":"image","source":{"type":"base64","media_type":"image/x","data":"` + code + `"}}]}}`,
			`{"message":{"content":[{"type":"text","text":"see data:image/` + name + `;base64,` + code + ` there"}]}}`,
		} {
			got, r, values := redacted(t, in, FinderOptions{}, 0)
			if values.Len() != 1 || !strings.Contains(got, pixel) || r.Report.Images != 1 {
				t.Errorf("%s: %d values, %+v, %.200s", name, values.Len(), r.Report, got)
			}
		}
	}
}

// TestDropAll checks that nothing of a part is left, wherever records have it.
func TestDropAll(t *testing.T) {
	const png = `"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAATOPSECRETMnyQAAAAAASUVORK5CYII="`
	for part, lines := range map[Parts][]string{
		Outputs: {
			`{"toolUseResult":{"structuredContent":{"description":"TOPSECRET","subject":"TOPSECRET"}}}`,
			`{"mcpMeta":{"structuredContent":{"a":"TOPSECRET"}}}`,
			`{"type":"progress","data":{"type":"mcp_progress","progressMessage":"TOPSECRET"}}`,
			`{"type":"attachment","attachment":{"type":"hook_success","stdout":"TOPSECRET","content":"TOPSECRET","command":"TOPSECRET"}}`,
			`{"message":{"content":[{"type":"tool_result","tool_use_id":"t1","more":"TOPSECRET","content":[{"type":"image","data":` + png +
				`,"mimeType":"image/png"}]},{"type":"search_result","content":[{"type":"text","text":"TOPSECRET"}]}]}}`,
			`{"type":"content-replacement","replacements":[{"kind":"tool-result","replacement":"TOPSECRET"}]}`,
			`{"message":{"content":"<bash-stdout>TOPSECRET</bash-stdout><task-notification><result>TOPSECRET</result></task-notification>"}}`,
			`{"message":{"content":"<task-notification><task-id>b1</task-id><event>TOPSECRET</event></task-notification>"}}`,
			`{"type":"system","subtype":"task_notification","summary":"TOPSECRET"}`,
			`{"type":"tool_use_summary","summary":"TOPSECRET"}`,
		},
		Images: {
			`{"message":{"content":[{"type":"image","data":` + png + `,"mimeType":"image/png"},{"type":"image","source":{"type":"url","url":"TOPSECRET"}}]}}`,
			`{"toolUseResult":[{"type":"resource","resource":{"mimeType":"image/png","blob":` + png + `}}]}`,
			`{"message":{"content":"data:image\/png;base64,` + png[1:len(png)-1] + ` DATA:image/png;base64,` + png[1:len(png)-1] + `"}}`,
		},
		Files: {
			`{"message":{"content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"x","content":{"description":"TOPSECRET","name":"TOPSECRET"}}}]}}`,
			`{"message":{"content":[{"type":"tool_use","id":"t1","name":"mcp__fs__write_file","input":{"path":"x","content":"TOPSECRET"}}]}}`,
			`{"toolUseResult":{"file":{"content":"TOPSECRET"},"originalFile":"TOPSECRET"}}`,
			`{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"TOPSECRET"}}}`,
			`{"type":"result","permission_denials":[{"tool_name":"Write","tool_input":{"content":"TOPSECRET"}}]}`,
			`{"chat_messages":[{"attachments":[{"extracted_content":"TOPSECRET"}]}]}`,
			`{"message":{"content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"VE9QU0VDUkVUTOPSECRET"}}]}}`,
		},
		Context: {
			`{"message":{"content":"\u003csystem-reminder\u003eTOPSECRET\u003c/system-reminder\u003e<system-reminder type=\"x\">TOPSECRET</system-reminder>"}}`,
			`{"message":{"content":"<system-reminder>a <system-reminder>b</system-reminder> TOPSECRET</system-reminder>"}}`,
			`{"type":"attachment","attachment":{"type":"hook_success","command":"TOPSECRET"}}`,
		},
	} {
		for _, in := range lines {
			got, _, _ := redacted(t, in, FinderOptions{}, part)
			if strings.Contains(got, "TOPSECRET") || !json.Valid([]byte(got)) {
				t.Errorf("%v: %s", part.Names(), got)
			}
		}
	}
}

// TestCheckAllowed checks that what the output has by itself is no value: placeholders and notes, and in other formats
// dates, versions and binary data.
func TestCheckAllowed(t *testing.T) {
	for _, c := range []struct {
		in    string
		words []string
	}{
		{`{"cwd":"/home/alicia","message":{"content":"my home, USER alicia, EMAIL bob@tidal.io"}}`, []string{"home", "user", "email"}},
		{`{"message":{"content":[{"type":"tool_use","name":"mcp__acme__word"}]}}`, []string{"word", "acme"}},
		{`{"message":{"content":"see data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAnnAAAABCAYAAAAfFcSJ there, Ann"}}`, []string{"ann"}},
	} {
		if got, _, _ := redacted(t, c.in, FinderOptions{Words: c.words}, 0); strings.Contains(c.in, "Ann") && !strings.Contains(got, "UgAnnAAA") {
			t.Error(got)
		}
	}
	values := new(Values)
	for _, v := range []string{"2026-05-14", "09:30", "2.1.63", "opus-4-1", "Claude Code", "Ann", "removed"} {
		values.Add(Finding{Kind: Word, Rule: "word", Value: v}, "")
	}
	for _, line := range []string{
		"<h2>2026-05-14 09:30, 2.1.63, claude-opus-4-1, Claude Code</h2>",
		`{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"` + strings.Repeat("AnnA", 20) + `"}}]},`,
		`{"type":"user","message":{"content":[{"type":"tool_result","content":"[removed]"}]}}`,
	} {
		if err := NewChecker(values).Check(strings.NewReader(line), "a"); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := NewChecker(values).Check(strings.NewReader(`{"role":"user","content":"Ann"},`), "a"); err == nil {
		t.Error("a word is not found")
	}
}

// TestFindBase64 checks that values are found in Base64 of short texts, of texts with encodings, and at the end of paths.
func TestFindBase64(t *testing.T) {
	code := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	for _, text := range []string{
		"Authorization: Basic " + code("bob@tidal.io"), code("Müller schreibt an bob@tidal.io heute"), code("\x1b[31mbob\x1b[0m@tidal.io, you"),
		code(`{"a":"\u0062\u006f\u0062@tidal.io"}`), "https://x.io/unsubscribe/" + code("bob.smith.junior@tidal.io"),
	} {
		got, _, values := redacted(t, string(recordOf(t, text)), FinderOptions{}, 0)
		if !strings.Contains(got, "‹EMAIL_1›") {
			t.Errorf("%s: %d values, %s", text, values.Len(), got)
		}
	}
}

// TestLongMatches checks that values which overlap or repeat do not make the work grow with the square of a text: it would
// take minutes.
func TestLongMatches(t *testing.T) {
	redacted(t, strings.Repeat("ab", 1_000_000), FinderOptions{Words: []string{"aba", "bab"}}, 0)
	redacted(t, strings.Repeat("a", 300_000), FinderOptions{Patterns: []*regexp.Regexp{regexp.MustCompile("a+")}}, 0)
}

// TestSameNames checks that of several members with one name, all are found, replaced and checked, and that each of them
// can make an object a part that is left out: programs differ in which one counts.
func TestSameNames(t *testing.T) {
	const png = "iVBORw0KGgoAAAAxdEVYdGJ5IG1laUB0aWRhbC5pbyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" // by mei@tidal.io
	const image = `{"message":{"content":[{"type":"image","source":{"type":"base64","media_type":"image/png",`
	const event = `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta",`
	for part, lines := range map[Parts][]string{
		0: {
			`{"a":"mei@tidal.io","a":2}`, `{"a":1,"a":"mei@tidal.io"}`, `{"a":"jo@tidal.io","a":"mei@tidal.io"}`,
			`{"message":{"content":"mei@tidal.io"},"message":{"content":"jo@tidal.io"}}`,
			image + `"data":"mei@tidal.io","data":"` + png + `"}}]}}`,
			image + `"data":"` + png + `","data":"mei@tidal.io"}}]}}`,
			`{"type":"unspool-export","type":"user","leftOut":"mei@tidal.io"}`,
			`{"type":"thinking","signature":"mei@tidal.io","signature":"QUJD"}`,
			event + `"text":"mei@tidal.io","text":"x"}}}`,
			event + `"text":"x"}},"event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"mei@tidal.io"}}}`,
			event + `"text":"x"}},"cwd":"mei@tidal.io"}`,
		},
		Outputs: {
			`{"message":{"content":[{"type":"tool_result","type":"text","content":"TOPSECRET"}]}}`,
			`{"message":{"content":[{"type":"text","type":"tool_result","content":"TOPSECRET"}]}}`,
			`{"message":{"content":[{"type":"tool_result","content":"TOPSECRET","content":"TOPSECRET"}]}}`,
			`{"toolUseResult":"TOPSECRET","toolUseResult":"TOPSECRET"}`,
			`{"type":"system","subtype":"task_notification","subtype":"x","summary":"TOPSECRET"}`,
			`{"type":"attachment","attachment":{"type":"hook_success","stdout":"TOPSECRET"},"attachment":{"type":"x"}}`,
			`{"type":"attachment","attachment":{"type":"hook_success","type":"x","stdout":"TOPSECRET"}}`,
			`{"message":{"content":[{"type":"search_result","type":"text","text":"TOPSECRET"}]}}`,
		},
		Images: {
			`{"message":{"content":[{"type":"image","source":{"data":"TOPSECRET"},"source":{"data":"x"}}]}}`,
			`{"message":{"content":[{"type":"image","source":{"data":"x"},"source":{"data":"TOPSECRET"}}]}}`,
			`{"message":{"content":[{"type":"image","data":"TOPSECRET","data":"x"}]}}`,
			`{"message":{"content":[{"type":"image","type":"text","source":{"data":"TOPSECRET"}}]}}`,
			`{"toolUseResult":{"file":{"base64":"TOPSECRET","base64":"x"}}}`,
		},
		Files: {
			`{"message":{"content":[{"type":"tool_use","id":"t1","name":"Write","name":"Bash","input":{"content":"TOPSECRET"}}]}}`,
			`{"message":{"content":[{"type":"tool_use","id":"t1","id":"t2","name":"Write","input":{"content":"TOPSECRET"}}]}}`,
			`{"message":{"content":[{"type":"document","source":{"data":"TOPSECRET"},"source":{"data":"x"}}]}}`,
			`{"permission_denials":[{"tool_name":"Write","tool_name":"Bash","tool_input":{"content":"TOPSECRET"}}]}`,
		},
		Thinking: {
			`{"message":{"content":[{"type":"thinking","thinking":"TOPSECRET","thinking":"TOPSECRET"}]}}`,
			`{"message":{"content":[{"type":"thinking","type":"text","thinking":"TOPSECRET"}]}}`,
		},
		Context: {
			`{"isMeta":true,"isMeta":false,"message":{"content":"TOPSECRET"}}`,
		},
	} {
		for _, in := range lines {
			got, _, values := redacted(t, in, FinderOptions{}, part)
			if strings.Contains(got, "TOPSECRET") || strings.Contains(got, "@tidal") || !json.Valid([]byte(got)) {
				t.Errorf("%v: %s became %s", part.Names(), in, got)
			}
			if part == 0 && values.Len() == 0 {
				t.Errorf("nothing is found in %s", in)
			}
		}
	}
}

// TestCheckSameNames checks that a value which is left is found in each of several members with one name.
func TestCheckSameNames(t *testing.T) {
	values := new(Values)
	values.Add(Finding{Kind: Email, Rule: "email", Value: "mei@tidal.io"}, "")
	const event = `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta",`
	for _, line := range []string{`{"a":"mei@tidal.io","a":1}`, `{"a":1,"a":"mei@tidal.io"}`, event + `"text":"mei@tidal.io","text":"x"}}}`} {
		if err := NewChecker(values).Check(strings.NewReader(line), "a"); err == nil {
			t.Errorf("a value is not found in %s", line)
		}
	}
}
