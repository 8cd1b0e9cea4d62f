package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// redacted returns a text of lines with what is found in it replaced.
func redacted(t testing.TB, data string, o FinderOptions, parts Parts) (string, *Replacer, *Values) {
	t.Helper()
	return redactedWith(t, data, o, ReplacerOptions{Parts: parts})
}

func redactedWith(t testing.TB, data string, o FinderOptions, options ReplacerOptions) (string, *Replacer, *Values) {
	t.Helper()
	f := newFinder(t, o)
	values := new(Values)
	for x, err := range f.Read(strings.NewReader(data)) {
		if err != nil {
			t.Fatal(err)
		}
		values.Add(x, "a.jsonl")
	}
	r := NewReplacer(values, options)
	var out bytes.Buffer
	if err := r.Copy(&out, strings.NewReader(data), "a.jsonl"); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	text := out.String()
	if err := NewChecker(values).Check(iotest.OneByteReader(&out), "a.jsonl"); err != nil {
		t.Fatal(err)
	}
	return text, r, values
}

func TestReplace(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"type":"user","cwd":"/home/mei/garden","message":{"content":"Mail mei@tidal.io, mei@tidal.io or jo@tidal.io"}}`,
			`{"type":"user","cwd":"‹HOME_1›/garden","message":{"content":"Mail ‹EMAIL_1›, ‹EMAIL_1› or ‹EMAIL_2›"}}`},
		// The name of the user follows from the home folder, and so do project folders.
		{`{"cwd":"/home/meitan/x","message":{"content":"drwx meitan meitan -home-meitan-x meitans"}}`,
			`{"cwd":"‹HOME_1›/x","message":{"content":"drwx ‹USER_1› ‹USER_1› ‹HOME_1›-x meitans"}}`},
		// Unless that is a common word.
		{`{"cwd":"/home/max/x","text":"Math.max(/home/max)"}`, `{"cwd":"‹HOME_1›/x","text":"Math.max(‹HOME_1›)"}`},
		// What JSON itself has is no name.
		{`{"cwd":"/home/null/x","a":null}`, `{"cwd":"/home/null/x","a":null}`},
		// Escapes beside a value stay as they are.
		{`{"a":"\u00e9\/ me\u0069\u0040tidal.io\t\n"}`, `{"a":"\u00e9\/ ‹EMAIL_1›\t\n"}`},
		// The input has a placeholder.
		{`{"a":"‹EMAIL_1› mei@tidal.io"}`, `{"a":"‹EMAIL_1› ‹EMAIL_2›"}`},
		// A broken line, and text.
		{`{"cwd":"/home/meitan/x","a`, `{"cwd":"‹HOME_1›/x","a`},
		{`to meitan@tidal.io`, `to ‹EMAIL_1›`},
		// Keys.
		{`{"snapshot":{"trackedFileBackups":{"/home/meitan/a.go":{}}}}`, `{"snapshot":{"trackedFileBackups":{"‹HOME_1›/a.go":{}}}}`},
		// Values within one another.
		{`{"a":"mei@tidal.io x.mei@tidal.io"}`, `{"a":"‹EMAIL_1› ‹EMAIL_2›"}`},
	} {
		if got, _, _ := redacted(t, c.in, FinderOptions{}, 0); got != c.want {
			t.Error(cmp.Diff(c.want, got))
		}
	}
}

// TestReplaceKey checks that a private key has one placeholder, however its lines begin and end.
func TestReplaceKey(t *testing.T) {
	key := "-----BEGIN PRIVATE KEY-----\n" + pemBody + "\n+a/" + pemBody[3:] + "\nnQ7==\n-----END PRIVATE KEY-----"
	inner, _ := json.Marshal(map[string]string{"key": key})
	nested, _ := json.Marshal(string(inner))
	for _, text := range []string{
		key, string(inner), string(nested), strings.ReplaceAll(string(inner), "/", `\/`), strings.ReplaceAll(key, "\n", "\r\n"),
		"+" + strings.ReplaceAll(key, "\n", "\n+"), "    1→" + strings.ReplaceAll(key, "\n", "\n    2→"),
	} {
		data := string(recordOf(t, key)) + "\n" + string(recordOf(t, text)) + "\n"
		got, _, _ := redacted(t, data, FinderOptions{}, 0)
		if strings.Contains(got, "KEY_2") || strings.Contains(got, pemBody) || strings.Count(got, "‹PRIVATE_KEY_1›") != 2 {
			t.Error(got)
		}
	}
}

// TestReplaceNotKept checks that values which were removed stay as a whole, and what follows from others can be removed.
func TestReplaceNotKept(t *testing.T) {
	const text = "/home/meitan/x meitan@tidal.io meitan bWVpdGFuQHRpZGFsLmlv x.meitan@tidal.io"
	encoded := base64.StdEncoding.EncodeToString([]byte("mail meitan@tidal.io and meitan"))
	for _, c := range []struct{ keep, want string }{
		{"", "‹HOME_1›/x ‹EMAIL_1› ‹USER_1› ‹EMAIL_1› ‹EMAIL_2› ‹EMAIL_1›"},
		{"email", "‹HOME_1›/x meitan@tidal.io ‹USER_1› bWVpdGFuQHRpZGFsLmlv x.meitan@tidal.io ‹USER_1›"},
		{"user", "‹HOME_1›/x ‹EMAIL_1› meitan ‹EMAIL_1› ‹EMAIL_2› ‹EMAIL_1›"},
	} {
		values := new(Values)
		in := recordOf(t, text+" "+encoded)
		for x := range newFinder(t, FinderOptions{}).Line(in, 0) {
			values.Add(x, "")
		}
		values.Delete(func(v *Value) bool { return v.Kind.String() == c.keep })
		values = values.Clone()
		r := NewReplacer(values, ReplacerOptions{})
		got := r.Line(nil, in)
		if want := recordOf(t, c.want); !bytes.Equal(got, want) {
			t.Errorf("%s: %s", c.keep, cmp.Diff(string(want), string(got)))
		}
		if err := NewChecker(values).Check(bytes.NewReader(got), ""); err != nil {
			t.Errorf("%s: %v in %s", c.keep, err, got)
		}
	}
	// A word of the caller goes in any case.
	values := new(Values)
	values.Add(Finding{Kind: Email, Rule: "email", Value: "meitan@tidal.io"}, "")
	values.Delete(func(*Value) bool { return true })
	values.Add(Finding{Kind: Word, Rule: "word", Value: "tidal"}, "")
	if got := NewReplacer(values, ReplacerOptions{}).Text("meitan@tidal.io"); got != "meitan@‹WORD_1›.io" {
		t.Error(got)
	}
}

// TestReplaceOverlaps checks values that contain or overlap one another.
func TestReplaceOverlaps(t *testing.T) {
	o := FinderOptions{Words: []string{"abcd", "bcde", "abcdef"}, Patterns: []*regexp.Regexp{regexp.MustCompile(`efg`)}}
	got, _, _ := redacted(t, `{"a":"abcd","b":"xabcdef","c":"abcde","d":"abcdefg abcdabcd"}`, o, 0)
	for _, left := range []string{"abcd", "bcde", "efg"} {
		if strings.Contains(got, left) {
			t.Errorf("%s is left in %s", left, got)
		}
	}
	if !json.Valid([]byte(got)) || !strings.Contains(got, `"a":"‹WORD_1›","b":"x‹WORD_`) {
		t.Error(got)
	}
}

// TestReplaceCounts checks that a value in something that is left out as a whole is not counted.
func TestReplaceCounts(t *testing.T) {
	in := `{"cwd":"mei@tidal.io","message":{"content":"<system-reminder>mei@tidal.io</system-reminder> mei@tidal.io"}}`
	if _, r, _ := redacted(t, in, FinderOptions{}, Context); r.Report.Replaced[Email] != 2 || r.Report.Parts["context"] != 1 {
		t.Errorf("%+v", r.Report)
	}
}

// TestReplaceEncoded checks that a value which is found once is replaced in every encoding.
func TestReplaceEncoded(t *testing.T) {
	const value = "mei.tanaka@tidal.io"
	nested := value
	for range 2 {
		b, _ := json.Marshal(map[string]string{"to": nested, "x": "a\nb"})
		nested = string(b)
	}
	config := `{"config": {"service": "garden", "mail": "` + value + `", "port": 8080}}`
	binary := strings.Repeat("\xff", 45) + value + strings.Repeat("\xff", 45)
	for _, text := range []string{
		nested, strings.ReplaceAll(value, "@", `\u0040`), url.QueryEscape(value), url.QueryEscape(url.QueryEscape(value)),
		strings.ReplaceAll(value, "@", "&#64;"), base64.StdEncoding.EncodeToString([]byte(value)),
		base64.StdEncoding.EncodeToString([]byte("<" + value)), base64.URLEncoding.EncodeToString([]byte("<<" + value + ">>")),
		base64.StdEncoding.EncodeToString([]byte(`{"a":"` + url.QueryEscape(value) + `"}`)),
		wrapped(config, 76, "\n"), wrapped("1"+config, 64, "\r\n"), wrapped(binary, 76, "\n  "), wrapped("1"+binary, 76, "\n    2→"),
		"+" + wrapped(binary, 60, "\n+"), strings.ReplaceAll(wrapped(config, 76, "\n"), "\n", `\n`),
		"\x1b[31mmei\x1b[m\x1b[K.tanaka@tidal.io", "mei.tanaka\u200b@tidal.io", `mei.tanaka\u001b[0m@tidal.io`,
		hex.EncodeToString([]byte("x" + value + "y")), strings.ToUpper(hex.EncodeToString([]byte(value))), eachByte(`\x%02x`, value),
		eachByte(`\%03o`, value), base64.StdEncoding.EncodeToString([]byte(utf16Text("$to = '" + value + "'"))),
		base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(value)))),
	} {
		data := string(recordOf(t, value)) + "\n" + string(recordOf(t, "see "+text+" there")) + "\n"
		got, _, _ := redacted(t, data, FinderOptions{}, 0)
		lines := strings.Split(got, "\n")
		if !json.Valid([]byte(lines[1])) || !strings.Contains(lines[1], "‹EMAIL_1›") || !strings.Contains(lines[1], ` there"`) {
			t.Errorf("%s: %s", text, lines[1])
		}
	}
}

func TestReplaceStreamed(t *testing.T) {
	for _, c := range []struct {
		pieces []string
		want   []string
	}{
		{[]string{"I use /home/me", "itan/code and a", "@t", "i", "dal.io. Done"}, []string{"I use ‹HOME_1›", "/code and ‹EMAIL_1›", "", "", ". Done"}},
		{[]string{"no value", " here"}, []string{"no value", " here"}},
	} {
		for _, member := range []string{"text", "thinking", "partial_json"} {
			got, _, _ := redacted(t, streamed(member, c.pieces...)+`{"type":"assistant"}`, FinderOptions{}, 0)
			if want := streamed(member, c.want...) + `{"type":"assistant"}`; got != want {
				t.Errorf("%s: %s", member, cmp.Diff(want, got))
			}
		}
	}
	got, r, _ := redacted(t, streamed("thinking", "secret /home/me", "itan"), FinderOptions{}, Thinking)
	if strings.Contains(got, "secret") || r.Report.Parts["thinking"] != 2 {
		t.Errorf("%v: %s", r.Report, got)
	}
}

// TestReplaceImages checks that an image with a value in its metadata goes, with its type.
func TestReplaceImages(t *testing.T) {
	const head = "\x89PNG\r\n\x1a\n\x00\x00\x00\x20tEXtAuthor\x00"
	data := base64.StdEncoding.EncodeToString([]byte(head + "mei.tanaka@tidal.io" + strings.Repeat("\x00\xff", 100)))
	clean := base64.StdEncoding.EncodeToString([]byte(head + strings.Repeat("\x00\xff", 100)))
	image := func(typ, data string) string {
		return `{"message":{"content":[{"type":"image","source":{"type":"base64","media_type":"` + typ + `","data":"` + data + `"}}]}}`
	}
	in := string(recordOf(t, "mei.tanaka@tidal.io")) + "\n" + image("image/jpeg", data) + "\n" + image("image/jpeg", clean)
	got, r, _ := redacted(t, in, FinderOptions{}, 0)
	lines := strings.Split(got, "\n")
	if lines[1] != image("image/png", pixel) || lines[2] != image("image/jpeg", clean) || r.Report.Images != 1 {
		t.Errorf("%v: %s", r.Report, got)
	}
	got, r, _ = redacted(t, in, FinderOptions{}, Images)
	if lines = strings.Split(got, "\n"); lines[2] != image("image/png", pixel) || r.Report.Parts["images"] != 2 {
		t.Errorf("%v: %s", r.Report, got)
	}
}

// TestReplaceImageTexts checks that values are found which only stand in the metadata of an image.
func TestReplaceImageTexts(t *testing.T) {
	chunk := func(kind, text string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + kind + text + "\x00\x00\x00\x00"
	}
	segment := func(kind byte, text string) string {
		return "\xff" + string([]byte{kind}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(text)+2))) + text
	}
	const png, jpeg, value = "\x89PNG\r\n\x1a\n", "\xff\xd8", "by mei.tanaka@tidal.io"
	pixels := strings.Repeat("\x00\xff", 100)
	for _, c := range []struct {
		image string
		want  bool
	}{
		{png + chunk("IHDR", "size") + chunk("tEXt", "Comment\x00"+value) + chunk("IDAT", pixels), true},
		{png + chunk("IDAT", pixels) + chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00<x>"+value), true},
		{png + chunk("tEXt", "Comment\x00"+value)[:38], true}, // cut
		{png + chunk("IDAT", pixels+value), false},
		{jpeg + segment(0xe0, "JFIF") + segment(0xfe, value) + "\xff\xda" + pixels, true},
		{jpeg + segment(0xe1, "Exif\x00\x00"+value) + "\xff\xda" + pixels, true},
		{jpeg + segment(0xdb, value) + "\xff\xda" + pixels + value, false},
		{jpeg + "\xff\xfe\x00\x00", false},
	} {
		in := `{"x":{"data":"` + base64.StdEncoding.EncodeToString([]byte(c.image+strings.Repeat("\x00", 64))) + `"}}`
		got, r, _ := redacted(t, in, FinderOptions{}, 0)
		if (r.Report.Images == 1) != c.want || (got == `{"x":{"data":"`+pixel+`"}}`) != c.want {
			t.Errorf("%q: %v, %s", c.image, r.Report, got)
		}
	}
}

// TestReplaceData checks images in other places than blocks of messages, and data that is no image.
func TestReplaceData(t *testing.T) {
	image := "iVBORw0K" + strings.Repeat("abcd", 30)
	secret := base64.StdEncoding.EncodeToString([]byte("name: x\npassword: \"Tr0ub4dor&3x\"\nmore text that goes on and on"))
	for _, c := range []struct {
		in, want string
		parts    Parts
	}{
		{`{"toolUseResult":[{"type":"image","source":{"type":"base64","media_type":"image/webp","data":"` + image + `"}}]}`,
			`{"toolUseResult":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + pixel + `"}}]}`, Images},
		{`{"toolUseResult":{"file":{"base64":"` + image + `","type":"image/webp"}}}`,
			`{"toolUseResult":{"file":{"base64":"` + pixel + `","type":"image/png"}}}`, Images},
		{`{"x":{"data":"` + image + `"}}`, `{"x":{"data":"` + pixel + `"}}`, Images},
		{`{"x":"<img src='data:image/webp;base64,` + image + `'> data:image/png"}`,
			`{"x":"<img src='data:image/webp;base64,` + pixel + `'> data:image/png"}`, Images},
		{`{"source":{"media_type":"text/plain","data":"` + secret + `"}}`,
			`{"source":{"media_type":"text/plain","data":"` + base64.StdEncoding.EncodeToString([]byte("[file contents removed]")) + `"}}`, 0},
	} {
		if got, _, _ := redacted(t, c.in, FinderOptions{}, c.parts); got != c.want {
			t.Error(cmp.Diff(c.want, got))
		}
	}
	_, r, _ := redacted(t, "{}\n\nno JSON\n", FinderOptions{}, 0)
	if r.Report.Texts != 1 {
		t.Errorf("%+v", r.Report)
	}
}

// TestParts checks what goes with each part of a transcript.
func TestParts(t *testing.T) {
	const lines = `{"type":"user","isMeta":true,"message":{"role":"user","content":"META"}}
{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"THINK","signature":"U0lH"},{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.go","content":"FILE"}},{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"COMMAND"}}]}}
{"type":"user","toolUseResult":{"type":"create","filePath":"a.go","content":"FILE","structuredPatch":[{"lines":["+FILE"," FILE"]}]},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"FILE"}]}}
{"type":"user","toolUseResult":{"stdout":"OUT","isImage":false},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"OUT"}]}]}}
{"type":"attachment","attachment":{"type":"hook_success","content":"META"}}
{"type":"user","message":{"content":"PROMPT <system-reminder>META</system-reminder> PROMPT"}}
{"type":"progress","data":{"type":"bash_progress","output":"OUT"}}
{"type":"progress","data":{"type":"agent_progress","message":{"type":"user","toolUseResult":{"stdout":"OUT"},"message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"OUT"}]}}}}
{"type":"progress","data":{"type":"agent_progress","message":{"type":"user","toolUseResult":{"file":{"content":"FILE"}},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"FILE"}]}}}}
{"type":"attachment","attachment":{"type":"file","filename":"/x/a.go","displayPath":"a.go","content":{"type":"text","file":{"filePath":"/x/a.go","content":"FILE"}}}}
{"type":"attachment","attachment":{"type":"edited_text_file","filename":"/x/b.go","snippet":"1 FILE"}}
{"type":"attachment","attachment":{"type":"nested_memory","path":"/x/CLAUDE.md","content":{"path":"/x","content":"FILE"}}}
`
	for _, c := range []struct {
		parts   Parts
		removed []string
	}{
		{0, nil}, {Thinking, []string{"THINK", "U0lH"}}, {Outputs, []string{"OUT"}}, {Files, []string{"FILE"}}, {Context, []string{"META"}},
	} {
		got, _, _ := redacted(t, lines, FinderOptions{}, c.parts)
		for _, word := range []string{"THINK", "U0lH", "OUT", "FILE", "META", "PROMPT", "COMMAND"} {
			want := true
			for _, r := range c.removed {
				want = want && r != word
			}
			isUnclear := word == "FILE" && c.parts&(Outputs|Context) != 0 // files that were read go with outputs, and attached ones with the context
			if has := strings.Contains(got, word); has != want && !isUnclear {
				t.Errorf("%b: %s is there: %v, in %s", c.parts, word, has, got)
			}
		}
		for line := range strings.Lines(got) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%b: %s", c.parts, line)
			}
		}
		if c.parts == Files && !strings.Contains(got, `"filename":"/x/a.go","displayPath":"a.go"`) {
			t.Error(got)
		}
		if c.parts == Files && !strings.Contains(got, `"lines":["+[file contents removed]"," [file`) {
			t.Error(got)
		}
	}
}

func TestParseParts(t *testing.T) {
	if p, err := ParseParts("images, thinking,"); err != nil || p != Images|Thinking {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := ParseParts("images,sounds"); err == nil {
		t.Error("a part that there is not")
	}
}

// TestCheck checks that values which are left are found, whatever the encoding, and not printed.
func TestCheck(t *testing.T) {
	const value = "mei.tanaka@tidal.io"
	values := new(Values)
	values.Add(Finding{Kind: Email, Rule: "email", Value: value}, "a")
	nested, _ := json.Marshal(strings.ReplaceAll(value, "@", `\u0040`))
	long := strings.Repeat(" ", 35) + value + strings.Repeat(" ", 60)
	for _, text := range []string{
		value, string(nested), url.QueryEscape(value), strings.ReplaceAll(value, "@", "&#x40;"),
		base64.StdEncoding.EncodeToString([]byte(value)), base64.StdEncoding.EncodeToString([]byte("1" + value)),
		base64.RawURLEncoding.EncodeToString([]byte("12" + value)),
		wrapped(long, 76, "\n"), wrapped("1"+long, 64, "\r\n"), wrapped("12"+long, 60, "\n  "), "-" + wrapped(long, 76, "\n-"),
		wrapped("\xff"+long, 76, "\n"), "mei\x1b[m\x1b[K.tanaka@tidal.io", "mei.tanaka\u200b@tidal.io", "mei.tanaka%1b%5Bm@tidal.io",
		hex.EncodeToString([]byte("x" + value + "y")), strings.ToUpper(hex.EncodeToString([]byte(value))), eachByte(`\x%02x`, value),
		eachByte(`\%03o`, value), base64.StdEncoding.EncodeToString([]byte(utf16Text("$to = '" + value + "'"))),
		base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(value)))),
	} {
		line, _ := json.Marshal(map[string]string{"a": text})
		err := NewChecker(values).Check(bytes.NewReader(append([]byte("{}\n"), line...)), "out.jsonl")
		left := new(LeftError)
		if !errors.As(err, &left) || left.Offset != 3 || left.File != "out.jsonl" || left.Kind != Email || strings.Contains(err.Error(), "tanaka") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := NewChecker(values).Check(strings.NewReader(streamed("text", "mei.tan", "aka@tid", "al.io")), "a"); err == nil {
		t.Error("a value in pieces is not found")
	}
	lines := strings.SplitAfter(wrapped(long, 76, "\n"), "\n")
	if err := NewChecker(values).Check(strings.NewReader(streamed("text", lines...)), "a"); err == nil {
		t.Error("a value in lines of Base64 in pieces is not found")
	}
	if err := NewChecker(values).Check(strings.NewReader("{}\nx"+value+"\n"), "a"); err != nil {
		t.Errorf("another address: %v", err)
	}
	err := NewChecker(values).Check(strings.NewReader(`{"type":"`+value+`"}`), "a")
	if err == nil {
		t.Error("a fixed member is not searched")
	}
	values.Add(Finding{Kind: Word, Rule: "word", Value: "assistant"}, "a")
	err = NewChecker(values).Check(strings.NewReader(`{"type":"assistant","message":{"role":"assistant","id":"assistant-1"}}`), "a")
	if err == nil || !strings.Contains(err.Error(), `"id"`) {
		t.Errorf("%v", err)
	}
}

// TestReplaceStructure checks that what a record consists of is no value, whatever text it has, and everything else is one.
func TestReplaceStructure(t *testing.T) {
	token := githubPAT
	for _, c := range []struct{ in, want string }{
		// Secrets in ids, names and keys.
		{`{"requestId":"` + token + `","level":"` + token + `","` + token + `":1}`,
			`{"requestId":"GITHUB_PAT_1","level":"‹GITHUB_PAT_1›","‹GITHUB_PAT_1›":1}`},
		{`{"message":{"stop_sequence":"` + token + `","content":[{"type":"tool_use","id":"` + token + `","name":"` + token + `","` + token + `":""}]}}`,
			`{"message":{"stop_sequence":"‹GITHUB_PAT_1›","content":[{"type":"tool_use","id":"GITHUB_PAT_1","name":"GITHUB_PAT_1","‹GITHUB_PAT_1›":""}]}}`},
		{`{"toolUseResult":{"structuredContent":{"user":{"sessionId":"` + token + `","status":"` + token + `"}}}}`,
			`{"toolUseResult":{"structuredContent":{"user":{"sessionId":"‹GITHUB_PAT_1›","status":"‹GITHUB_PAT_1›"}}}}`},
		{`{"data":"` + token + token[4:] + token[4:] + `"}`, `{"data":"‹GITHUB_PAT_1›` + token[4:] + token[4:] + `"}`},
		// Names of users and passwords that are words of the format.
		{`{"type":"user","cwd":"/home/role","message":{"role":"user","content":"role postgres://a:type@h"}}`,
			`{"type":"user","cwd":"‹HOME_1›","message":{"role":"user","content":"‹USER_1› postgres://a:‹URL_PASSWORD_1›@h"}}`},
		{`{"type":"assistant","cwd":"/home/input","message":{"content":[{"type":"tool_use","name":"Bash","input":{"input":"input"}}]}}`,
			`{"type":"assistant","cwd":"‹HOME_1›","message":{"content":[{"type":"tool_use","name":"Bash","input":{"input":"‹USER_1›"}}]}}`},
		// Words of the caller, in numbers, too.
		{`{"type":"heron","toolUseResult":{"customer":48151623,"x":[-1481516239.5],"numLines":48151623},"timestamp":"2026-05-14T09:48:15.000Z"}`,
			`{"type":"‹WORD_1›","toolUseResult":{"customer":"‹WORD_2›","x":["-1‹WORD_2›9.5"],"numLines":48151623},"timestamp":"2026-05-14T09:48:15.000Z"}`},
		{`{"toolUseResult":{"a":{"customer":4.8151623E7}}}`, `{"toolUseResult":{"a":{"customer":"‹WORD_1›"}}}`},
		// Names that look like ids or models, and ids of people.
		{`{"type":"assistant","message":{"model":"claude-heron-4","content":[{"type":"tool_use","name":"DeployToheronProdV2"}]}}`,
			`{"type":"assistant","message":{"model":"claude-‹WORD_1›-4","content":[{"type":"tool_use","name":"DeployToWORD_1ProdV2"}]}}`},
		{`{"agentId":"heron-1","toolUseResult":{"agentId":"heron-1","status":"heronheron1234567"}}`,
			`{"agentId":"WORD_1-1","toolUseResult":{"agentId":"WORD_1-1","status":"‹WORD_1›‹WORD_1›1234567"}}`},
		// Words that are in generated ids by chance, which they are not in what a server or a model wrote.
		{`{"sessionId":"4bf92f35-7c0f-4f92-a3ce-929d0e0e4736","requestId":"req_011CXf92abcDEF567890"}`,
			`{"sessionId":"4bf92f35-7c0f-4f92-a3ce-929d0e0e4736","requestId":"req_011CXf92abcDEF567890"}`},
		{`{"toolUseResult":{"structuredContent":{"sessionId":"4bf92f35-7c0f-4f92-a3ce-929d0e0e4736","timestamp":"2026-05-14T09:48:15.000Z"}}}`,
			`{"toolUseResult":{"structuredContent":{"sessionId":"4b‹WORD_1›f35-7c0f-4‹WORD_1›-a3ce-929d0e0e4736","timestamp":"2026-‹WORD_2›09:48:15.000Z"}}}`},
		// The head of an export stays as it is, but for texts that are none of its own.
		{`{"type":"unspool-export","version":1,"leftOut":{"summary":1},"redacted":{"values":{"word":2,"heron":1},"parts":["images","heron"]}}`,
			`{"type":"unspool-export","version":1,"leftOut":{"summary":1},"redacted":{"values":{"word":2,"‹WORD_1›":1},"parts":["images","‹WORD_1›"]}}`},
		// Binary data that has a secret.
		{`{"message":{"content":[{"type":"thinking","thinking":"","signature":"` +
			base64.StdEncoding.EncodeToString([]byte("a token is here: "+token)) + `"}]}}`,
			`{"message":{"content":[{"type":"thinking","thinking":"","signature":""}]}}`},
	} {
		if got, _, _ := redacted(t, c.in, FinderOptions{Words: []string{"heron", "48151623", "05-14T", "f92", "summary", "word"}}, 0); got != c.want {
			t.Error(cmp.Diff(c.want, got))
		}
	}
}

// TestCheckConverted checks that what an export has by itself is no value in it, but is in records.
func TestCheckConverted(t *testing.T) {
	values := new(Values)
	for _, v := range []string{"class", "messages", "2026", "opus", "meitan", "summary", "images", "contents"} {
		values.Add(Finding{Kind: User, Rule: "user", Value: v}, "a")
	}
	values.Add(Finding{Kind: Word, Rule: "word", Value: "f92"}, "a")
	for text, want := range map[string]bool{
		`<p class="messages">2026-05-14</p>`: true,
		`{"messages":["class", 2026]}`:       true,
		`- claude-opus-4-8`:                  true,
		`<p>meitan</p>`:                      false,
		`{"messages":["meitan"]}`:            false,
		`{"type":"user","text":"class"}`:     false,
		// Short values in ids that are generated.
		`{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}`: true,
		`{"traceId":"4bf92f35-77b3"}`:                    false,
		`<a id="toolu_01AbC4bf92f35xyz">`:                true,
		// Words of the heads of exports, and notes of what was left out.
		`<p>Left out: summary, images</p>`: true,
		`<p>[file contents removed]</p>`:   true,
	} {
		if err := NewChecker(values).Check(strings.NewReader(text), "a"); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// failing fails after some bytes.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func (f *failing) Read(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	p[0] = '{'
	return 1, nil
}

// TestErrors checks that errors of files have their name and are not hidden.
func TestErrors(t *testing.T) {
	f := newFinder(t, FinderOptions{})
	got := error(nil)
	for _, err := range f.Read(&failing{10}) {
		got = err
	}
	if !errors.Is(got, io.ErrUnexpectedEOF) || !strings.Contains(got.Error(), "byte 0") {
		t.Errorf("find: %v", got)
	}
	r := NewReplacer(new(Values), ReplacerOptions{})
	if err := r.Copy(io.Discard, &failing{10}, "a.jsonl"); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "a.jsonl: ") {
		t.Errorf("copy: %v", err)
	}
	if err := r.Copy(&failing{}, strings.NewReader("{}\n"), "a.jsonl"); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("write: %v", err)
	}
	if err := NewChecker(new(Values)).Check(&failing{10}, "a.jsonl"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("check: %v", err)
	}
}

func TestReplacerName(t *testing.T) {
	values := new(Values)
	values.Add(Finding{Kind: Home, Rule: "home", Value: "/home/meitan", Key: "meitan"}, "a")
	r := NewReplacer(values, ReplacerOptions{})
	if got := r.Name("projects/-home-meitan-x/a.jsonl"); got != "projects/HOME_1-x/a.jsonl" {
		t.Error(got)
	}
}
