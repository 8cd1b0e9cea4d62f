package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Secrets are put together here, so that no file has one.
var (
	awsKey    = "AKIA" + "Q3EGRUOEXMPLY5T2"
	githubPAT = "ghp_" + "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX"
	jwt       = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" + ".eyJzdWIiOiI4ODE3MzY1MjA0In0" + ".d2VsbF9ub3RfYV9yZWFsX3NpZ25hdHVyZQ"
	pemBody   = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
)

func newFinder(t testing.TB, o FinderOptions) *Finder {
	t.Helper()
	f, err := NewFinder(o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// recordOf returns a line with a text.
func recordOf(t testing.TB, text string) []byte {
	t.Helper()
	line, err := json.Marshal(map[string]any{"type": "user", "uuid": "u1", "message": map[string]any{"role": "user", "content": text}})
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// wrapped returns a text in Base64 as it is written in lines: with a width, and with what ends each line and begins the next.
func wrapped(text string, width int, lineEnd string) string {
	code := base64.StdEncoding.EncodeToString([]byte(text))
	var lines []string
	for len(code) > width {
		lines, code = append(lines, code[:width]), code[width:]
	}
	return strings.Join(append(lines, code), lineEnd)
}

// found returns what is found in a line, as kind or rule and value.
func found(f *Finder, line []byte) []string {
	out := []string{}
	for x := range f.Line(line, 0) {
		name := x.Kind.String()
		if x.Kind == Secret {
			name = x.Rule
		}
		out = append(out, name+" "+x.Value)
	}
	return out
}

func TestFind(t *testing.T) {
	f := newFinder(t, FinderOptions{Words: []string{"Tidepool"}, Patterns: []*regexp.Regexp{regexp.MustCompile(`TICKET-\d+`)}})
	for _, c := range []struct {
		text string
		want []string
	}{
		{"nothing here, 12 files changed", nil},
		{"key " + awsKey + ".", []string{"aws-access-token " + awsKey}},
		{"git clone https://x:" + githubPAT + "@github.com/a/b", []string{"github-pat " + githubPAT}},
		{"Authorization: Bearer " + jwt, []string{"jwt " + jwt}},
		{"-----BEGIN RSA PRIVATE KEY-----\n" + pemBody + "\n-----END RSA PRIVATE KEY-----", []string{"private-key " + pemBody}},
		{`"-----BEGIN PRIVATE KEY-----\n` + pemBody + `\n-----END PRIVATE KEY-----\n"`, []string{"private-key " + pemBody}},
		{"postgres://shop:Xy7-tide-98@db.prod.internal:5432/shop", []string{"url-password Xy7-tide-98", "host db.prod.internal"}},
		{"postgres://postgres:postgres@localhost/db", nil},
		{"http://localhost:8080/@scope/package", nil},
		{"DB_PASSWORD=hx82kfQ-11zz\nDEBUG=1", []string{"password hx82kfQ-11zz"}},
		{`password: "Tr0ub4dor&3x"`, []string{"password Tr0ub4dor&3x"}},
		{`{"password": "Tr0ub4dor&3x"}`, []string{"password Tr0ub4dor&3x"}},
		{"password = getPassword(user2)", nil},
		{"PASSWORD=$DB_PASSWORD1", nil},
		{"SECRET_KEY = os.environ['KEY2']", nil},
		{"Server=db;Database=x;User Id=sa;Pwd=9fK2_qLw81;", []string{"connection-string 9fK2_qLw81"}},
		{`service_api_key = "q8Zk2Lw0Pf7Rb4Tn6Xc1"`, []string{"generic-api-key q8Zk2Lw0Pf7Rb4Tn6Xc1"}},
		{`API_TOKEN=q8Zk2Lw0Pf7Rb4Tn6Xc1`, []string{"generic-api-key q8Zk2Lw0Pf7Rb4Tn6Xc1"}},
		{`cache_key: "user.profile.settings2024"`, nil},
		{"toolu_01AbCdEfGhIjKlMnOpQrStUv token=toolu_01AbCdEfGhIjKlMnOpQrStUv", nil},
		{"mail mei.tanaka@tidal.io or git@github.com or a@b.png", []string{"email mei.tanaka@tidal.io"}},
		{"Co-Authored-By: X <noreply@anthropic.com>, you@example.com", nil},
		{"lodash@4.17.21 @types/node@20.1.0 foo@npm.js", nil},
		{"/home/mei/code /Users/mei.tanaka/x C:\\Users\\mtanaka\\AppData", []string{"home /home/mei", "home /Users/mei.tanaka", "home \\Users\\mtanaka"}},
		{"/home/alice/x", []string{"home /home/alice"}},
		{"/home/user/x /Users/runner/y /home/ubuntu https://site.io/home/start", nil},
		{"~/.claude/projects/-home-mei-code-garden/x", []string{"home -home-mei"}},
		{"C--Users-mei-code", []string{"home -Users-mei"}},
		{"mei@garden:~/code$ ls", []string{"user mei", "host garden"}},
		{"https://x%40build-7.corp/a%3Dmei@tidal.io", []string{"email mei@tidal.io", "host build-7.corp"}},
		{"a%20db7.internal and %2010.20.30.41", []string{"host db7.internal", "ip 10.20.30.41"}},
		{"at %build-7.corp or a%zz7@tidal.io", []string{"host build-7.corp", "email a%zz7@tidal.io"}},
		{"user%db7.internal", []string{"host db7.internal", "host 7.internal"}},
		{"user%ab7@tidal.io", []string{"email user%ab7@tidal.io", "email 7@tidal.io"}},
		{"caf%C3%A9build-7.corp", []string{"host build-7.corp"}},
		{"%10.20.30.41 %20.30.40.51 %100.20.30.43 %zz10.20.30.42", []string{"ip 10.20.30.41", "ip 20.30.40.51", "ip 100.20.30.43"}},
		{"x%208.20.30.41 x%1.", []string{"ip 8.20.30.41"}},
		{"ssh deploy2@build-7.corp", []string{"host build-7.corp"}},
		{"ping mei-macbook.local; cat .env.local settings.local.json threading.local()", []string{"host mei-macbook.local"}},
		{"at 10.20.30.41, 127.0.0.1, 0.0.0.0, version 4.12.13.14, Chrome/120.1.22.33", []string{"ip 10.20.30.41"}},
		{"inet6 2a01:4f8:c17:b0f::2 and std::vector and fe80::1ff:fe23:4567:890a", []string{"ip 2a01:4f8:c17:b0f::2", "ip fe80::1ff:fe23:4567:890a"}},
		{"call +49 30 901820 or +1 (415) 555-2671", []string{"phone +49 30 901820", "phone +1 (415) 555-2671"}},
		{"+12345678901\n+ 2 + 3 and 1+4915112345678", nil},
		{"the TIDEPOOL app, TICKET-42", []string{"word TIDEPOOL", "pattern TICKET-42"}},
		{"was ‹EMAIL_3› and PASSWORD=‹PASSWORD_1›", []string{"placeholder ‹EMAIL_3›", "placeholder ‹PASSWORD_1›"}},
	} {
		got := found(f, recordOf(t, c.text))
		if diff := cmp.Diff(append([]string{}, c.want...), got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

// TestFindEncoded checks that values are found in all the encodings that texts nest.
func TestFindEncoded(t *testing.T) {
	f := newFinder(t, FinderOptions{})
	const value = "mei.tanaka@tidal.io"
	inner, _ := json.Marshal(map[string]string{"to": value, "path": "a\nb"})
	nested, _ := json.Marshal(string(inner))
	config := `{"config": {"service": "garden", "mail": "` + value + `", "port": 8080}}`
	for name, text := range map[string]string{
		"json":                string(inner),
		"nested":              string(nested),
		"escaped":             strings.ReplaceAll(value, "@", `\u0040`),
		"percent":             "mailto:" + url.QueryEscape(value),
		"entities":            strings.ReplaceAll(value, "@", "&#64;") + " " + strings.ReplaceAll(value, "@", "&#x40;"),
		"base64":              base64.StdEncoding.EncodeToString([]byte("user = " + value + "\n")),
		"base64 url":          base64.RawURLEncoding.EncodeToString([]byte("{\"user\":\"" + value + "\"}")),
		"base64 after =":      "USER=" + base64.StdEncoding.EncodeToString([]byte("user = "+value+"\n")),
		"base64 lines":        wrapped(config, 76, "\n") + "\n",
		"base64 CRLF":         "x\r\n" + wrapped(config, 64, "\r\n") + "\r\n",
		"base64 indented":     "data:\n  " + wrapped(config, 76, "\n  "),
		"base64 numbered":     "    1→" + wrapped(config, 76, "\n    2→"),
		"base64 in a diff":    "+" + wrapped(config, 76, "\n+") + "\n",
		"base64 after a path": "/home/shared/" + strings.Repeat("folder/", 6) + "\n" + wrapped(config, 76, "\n"),
		"base64 in JSON":      strings.ReplaceAll(wrapped(config, 76, "\n"), "\n", `\n`),
		"colors":              "\x1b[1;31mmei.\x1b[m\x1b[Ktanaka\x1b]8;;https://x.io\x1b\\@tidal.io\x1b[0m",
		"colors in JSON":      `mei.tanaka\u001b[31m@tidal.io`,
		"invisible":           "mei\u200b.tanaka@tidal\u00ad.io",
		"invisible in JSON":   `mei.tanaka\u2060@tidal.io`,
		"Base64 of UTF-16":    base64.StdEncoding.EncodeToString([]byte(utf16Text("$to = '" + value + "'"))),
		"UTF-16 with a mark":  base64.StdEncoding.EncodeToString([]byte("\xff\xfe" + utf16Text("$to = '"+value+"'"))),
		"bytes":               eachByte(`\x%02x`, value),
		"octal bytes":         eachByte(`\%03o`, value),
		"UTF-16":              strings.Join(strings.Split("to "+value, ""), "\x00"),
	} {
		if got := found(f, recordOf(t, text)); !slices.Contains(got, "email "+value) {
			t.Errorf("%s: %q in %s", name, got, text)
		}
	}
}

// eachByte writes each byte of a text in a format.
func eachByte(format, text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		fmt.Fprintf(&out, format, b)
	}
	return out.String()
}

// utf16Text returns a text in ASCII in UTF-16.
func utf16Text(text string) string { return strings.Join(strings.Split(text, ""), "\x00") + "\x00" }

// TestFindColored checks that escape sequences are no part of values.
func TestFindColored(t *testing.T) {
	f := newFinder(t, FinderOptions{})
	for _, text := range []string{
		"\x1b[01;31m\x1b[Kmei@tidal.io\x1b[m\x1b[K", "\x1b[31mmei\x1b[0m@tidal.io", "GITHUB=\x1b[31mghp_\x1b[m\x1b[K" + githubPAT[4:],
	} {
		if got := found(f, recordOf(t, text)); len(got) != 1 || got[0] != "email mei@tidal.io" && got[0] != "github-pat "+githubPAT {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestFindPlaces checks which members of a record are searched.
func TestFindPlaces(t *testing.T) {
	f := newFinder(t, FinderOptions{Words: []string{"osprey", "user", "2026"}, Patterns: []*regexp.Regexp{regexp.MustCompile("heron7")}})
	for _, c := range []struct {
		line string
		want int
	}{
		{`{"type":"user","uuid":"heron7","cwd":"/srv/heron7"}`, 2},
		{`{"type":"heron7 word"}`, 1}, // no type
		{`{"message":{"id":"heron7","content":[{"type":"tool_use","id":"heron7","name":"heron7","input":{"id":"heron7","heron7":1}}]}}`, 5},
		{`{"message":{"content":[{"type":"tool_use","name":"mcp__heron7__get"}]}}`, 1},
		{`{"message":{"content":[{"type":"thinking","thinking":"heron7","signature":"heron7"}]}}`, 1},
		{`{"message":{"content":[{"type":"thinking","thinking":"","signature":"my heron7"}]}}`, 1},
		{`{"type":"user","toolUseResult":{"agentId":"heron7","files":{"heron7.txt":"heron7"}}}`, 3},
		{`{"snapshot":{"trackedFileBackups":{"heron7.go":{"backupFileName":"heron7@v1"}}}}`, 2},
		{`{"type":"x","text":"heron7" broken heron7`, 2},
		{`heron7`, 1},
		{`[{"type":"user","text":"heron7"},"heron7",7]`, 2},
		{strings.Repeat(`{"a":`, 400) + `"heron7"` + strings.Repeat("}", 400), 1},
		{`{"type":"osprey","uuid":"osprey","cwd":"osprey"}`, 3},
		{`{"heron7":1,"message":{"heron7":1,"content":[{"type":"text","heron7":1}]}}`, 3},
		// Structure, and chance matches in what is generated.
		{`{"type":"user","subtype":"user","userType":"user","user":"user"}`, 2},
		{`{"timestamp":"2026-05-14T09:30:00.000Z","message":{"usage":{"input_tokens":2026},"role":"user"}}`, 0},
		{`{"uuid":"20260514-2026-4000-8000-000000000001","toolUseID":"toolu_012026xAbCdEfGhIj","sessionId":"2026"}`, 1},
		// Numbers.
		{`{"toolUseResult":{"customer":2026,"year":[120267],"numLines":2026},"durationMs":2026}`, 2},
	} {
		if got := found(f, []byte(c.line)); len(got) != c.want {
			t.Errorf("%s: %q, want %d", c.line, got, c.want)
		}
	}
}

// TestFindWords checks that words are found in any case of all alphabets.
func TestFindWords(t *testing.T) {
	for _, c := range []struct{ word, text, want string }{
		{"Müller GmbH", "at MÜLLER gmbh, müller GMBH and Müller\u00a0GmbH", "MÜLLER gmbh,müller GMBH"},
		{"zoë", "ZOË xzoëx Zoé zo", "ZOË,zoë"},
		{"éa", "ÉA éa éb ea", "ÉA,éa"},
		{"Москва", "МОСКВА москва моска МОСКВ", "МОСКВА,москва"},
		{"Σίσυφος", "ΣΊΣΥΦΟΣ σίσυφοσ", "ΣΊΣΥΦΟΣ,σίσυφοσ"},
		{"天地玄", "天地玄 天地黄 天地", "天地玄"},
		{"heron", "HERON heron her", "HERON,heron"},
		{"ça", "ça Ça a", "ça,Ça"},
	} {
		var got []string
		for x := range newFinder(t, FinderOptions{Words: []string{c.word}}).Line(recordOf(t, c.text), 0) {
			got = append(got, x.Value)
		}
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: %q", c.word, got)
		}
	}
}

func TestFinderOptions(t *testing.T) {
	for _, o := range []FinderOptions{{Words: []string{"ab"}}, {Words: []string{"ab\xff"}}, {Patterns: []*regexp.Regexp{regexp.MustCompile("x*")}}} {
		if _, err := NewFinder(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

func TestMask(t *testing.T) {
	for value, want := range map[string]string{"": "", "abc": "•••", "abcdefgh": "ab••••gh", awsKey: "AKIA••••••••••••Y5T2"} {
		if got := Mask(value); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFindOffsets checks that offsets are those of the text in the file.
func TestFindOffsets(t *testing.T) {
	f := newFinder(t, FinderOptions{})
	data := append([]byte("\xef\xbb\xbf{}\n\n  "), recordOf(t, `a "quoted" é mei@tidal.io`)...)
	for x, err := range f.Read(bytes.NewReader(data)) {
		if err != nil || !bytes.HasPrefix(data[x.Offset:], []byte("mei@tidal.io")) || x.Before != `a "quoted" é ` {
			t.Errorf("%v at %d, %q, %v", x.Value, x.Offset, x.Before, err)
		}
	}
}

// TestFindStreamed checks that values in several pieces of a response are found once.
func TestFindStreamed(t *testing.T) {
	f := newFinder(t, FinderOptions{})
	var got []string
	for x, err := range f.Read(strings.NewReader(streamed("text", "I use /home/me", "i/code and mei@ti", "dal.io"))) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, x.Value)
	}
	if diff := cmp.Diff([]string{"/home/mei", "mei@tidal.io"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestFindInRanges checks that the parts of a file have the findings of the whole file, wherever it is cut.
func TestFindInRanges(t *testing.T) {
	records := "\n" + strings.Repeat("{\"cwd\":\"/home/meitan\"}\n", 2) + "‹EMAIL_1› mei@tidal.io\r\n\n" + string(recordOf(t, "ask mei@tidal.io or kim@tidal.io"))
	response := streamed("text", "I use /home/me", "i/code and mei@ti", "dal.io")
	noStart := response[strings.Index(response, "\n")+1:]
	noStop := response[:strings.LastIndex(response[:len(response)-1], "\n")+1]
	for _, c := range []struct {
		name, data string
		isExact    bool // no value is found twice
	}{
		{"records", records, true},
		{"a response", "{}\n" + response + records, false},
		{"a response without its start", noStart + records, false},
		{"a response without its end", noStop + response, false},
	} {
		f := newFinder(t, FinderOptions{})
		want := new(Values)
		for x, err := range f.Read(strings.NewReader(c.data)) {
			if err != nil {
				t.Fatal(err)
			}
			want.Add(x, "a")
		}
		for cut := range len(c.data) + 1 {
			got := searched(f, c.data, 0, cut)
			got.Merge(searched(f, c.data, cut, len(c.data)))
			if diff := cmp.Diff(list(want, c.isExact), list(got, c.isExact)); diff != "" {
				t.Errorf("%s, cut at %d of %d: %s", c.name, cut, len(c.data), diff)
			}
		}
	}
}

// searched returns what a search of a range finds, which gets a few bytes at a time, and no more than it wants.
func searched(f *Finder, data string, from, to int) *Values {
	values := new(Values)
	s := f.Search(int64(from), int64(to), func(x Finding) { values.Add(x, "a") })
	for rest := data[max(0, from-1):]; rest != "" && !s.Done(); {
		n := min(len(rest), 100)
		_, _ = s.Write([]byte(rest[:n]))
		rest = rest[n:]
	}
	_ = s.Close()
	return values
}

// list returns values in their order, with their counts and first places if they are exact, and placeholders.
func list(values *Values, isExact bool) []string {
	all := values.Taken()
	for x := range values.All() {
		one := x.Rule + " " + x.Value
		if isExact {
			one += fmt.Sprintf(" × %d from %d", x.Count, x.Offset)
		}
		all = append(all, one)
	}
	return all
}

// streamed returns a streamed response with pieces.
func streamed(member string, pieces ...string) string {
	var b strings.Builder
	line := func(event string) {
		fmt.Fprintf(&b, `{"type":"stream_event","event":%s,"session_id":"s","parent_tool_use_id":null}`+"\n", event)
	}
	line(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)
	for _, p := range pieces {
		text, _ := json.Marshal(p)
		line(fmt.Sprintf(`{"type":"content_block_delta","index":0,"delta":{"type":"%s_delta","%s":%s}}`, member, member, text))
	}
	line(`{"type":"content_block_stop","index":0}`)
	return b.String()
}
