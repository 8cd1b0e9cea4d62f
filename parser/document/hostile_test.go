package document_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unspool/parser/document"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// hostile are texts that try to leave their place.
var hostile = []string{
	"## Prompt 2", "# Title", "   ## Prompt 2 ##", "Prompt 2\n---", "Prompt 2\n===", "> text\nPrompt 2\n---", "- item\n---\n\n## Prompt 2",
	"1. a\n\n   ## Prompt 2\n\n## Prompt 3", "> ## Prompt 2", "```\ncode\n```\n## Prompt 2", "```\nnever closed", "~~~\nnever closed\n```",
	"~~~~\n~~~\n## Prompt 2", "````\n```\n</details>\n````", "```` a`b\n## Prompt 2\n````", "- ```\n  code\n## Prompt 2\n  ```", "1. ~~~\n   a\n\n## Prompt 2",
	"    ```\n## Prompt 2\n    ```", "\t```\n## x", "> ```\n> open\n\n## Prompt 2", "`code\n## Prompt 2\n`", "``\n\n## Prompt 2\n\n``",
	"<script>alert(1)</script>", "<script\n>alert(1)", "</details></section></main>", "<details open>", "<!-- comment", "<!-- -->\n## Prompt 2", "-->", "<![CDATA[",
	"<?php ?>", "<!DOCTYPE html>", "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">x</a>", "<style>*{display:none}</style>",
	"<pre>\n## Prompt 2", "<textarea>", "<plaintext>", "a <b\nonclick=x> c", "<svg/onload=alert(1)>", "<x:y>", "`<b>` <i>`",
	"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\tscript:alert(1))", "[x](java&#115;cript:alert(1))", "[x](&#x6a;avascript&colon;alert(1))",
	"[x](<javascript:alert(1)>)", "[x](\njavascript:alert(1))", "[x]( <data:text/html,a> 'title')", "[x](vbscript:a)", "[x](data:text/html;base64,PHNjcmlwdD4=)",
	"[x](file:///etc/passwd)", "[x](//evil.example)", "[x](README.md)", "[x](\\javascript:a)", "[x](https://ok.example \"onclick=x\")", "[x](https://a.example/\"onclick=\"x)",
	"[a [b](javascript:c)](javascript:d)", "[![i](javascript:a)](javascript:b)", "![x](https://track.example/p.png)", "![](https://track.example/p.png)", "![x](data:image/svg+xml,a)",
	"![x][r]\n\n[r]: https://track.example/p.png", "[x][r]\n\n[r]: javascript:a", "[Claude]: https://evil.example", "[Claude]:\nhttps://evil.example", "[\nClaude\n]: https://evil.example",
	"[^1]: note", "[x]: <https://evil.example>\n'title'", "> [x]: https://evil.example", "- [x]: https://evil.example", "<javascript:alert(1)>", "<data:text/html,a>", "<vbscript:a>",
	"<https://ok.example>", "<ada@example.com>", "https://ok.example/a?b&c", "www.ok.example", "ftp://host/a", "javascript:alert(1)",
	"| a | b |\n|---|---|\n| ``` | <b> |\n## Prompt 2", "| a |\n|:-:|\n| [x](javascript:a) |", "a|b\n-|-\n`|` ## x", "***\n## Prompt 2", "* * *", "+ + +\n+ ## Prompt 2",
	"\\\n## Prompt 2", "text\\", "&lt;script&gt;", "&#0;", "\x00", "\x00## x", "\u202e## txet", "a\u202eb\u2066c", "\u200b## Prompt 2", "\ufeff# x", "\ufffd\ufffd", "\u2028## Prompt 2",
	"\r## Prompt 2", "a\r\n## Prompt 2", "\v## x", "\f## x", "\x1b[31mred\x1b[0m", "\U000e0041\U000e0042", "👨‍👩‍👧 👍🏽 ☀️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "\xff\xfe", "",
	" ", "\n\n\n", strings.Repeat("> ", 100) + "deep", strings.Repeat("- ", 100) + "deep", strings.Repeat("[", 2000), strings.Repeat("*a **b", 500), strings.Repeat("`", 300),
	strings.Repeat("a\n> ", 200), "---\ntitle: x\n---", "+++\nx\n+++", ":::\nx", "$$\nx\n$$", "{{< raw >}}", "<%= x %>", "[toc]", "@import url(x)",
}

// hostileSession returns a session that has a text wherever a document shows one.
func hostileSession(texts ...string) []testutil.File {
	var lines []string
	parent := "null"
	add := func(id, record string) {
		lines = append(lines, fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s","cwd":"/p","timestamp":"2026-01-02T03:04:05Z",%s}`, id, parent, record))
		parent = `"` + id + `"`
	}
	for i, text := range texts {
		b, err := json.Marshal(text)
		if err != nil {
			panic(err) // a string never fails
		}
		q, n := string(b), fmt.Sprint(i)
		add("p"+n, `"type":"user","message":{"role":"user","content":`+q+`}`)
		add("a"+n, `"type":"assistant","message":{"id":"m`+n+`","model":`+q+`,"role":"assistant","content":[{"type":"thinking","thinking":`+q+`},{"type":"text","text":`+q+`,`+
			`"citations":[{"title":`+q+`,"url":`+q+`}]},{"type":"tool_use","id":"t`+n+`","name":"Bash","input":{"command":`+q+`,"description":`+q+`}},`+
			`{"type":"tool_use","id":"u`+n+`","name":"mcp__a__b","input":{"x":`+q+`,`+q+`:1}},{"type":"tool_use","id":"v`+n+`","name":"TodoWrite","input":{"todos":[{"content":`+q+`,"status":`+q+`}]}},`+
			`{"type":"tool_use","id":"w`+n+`","name":"AskUserQuestion","input":{"questions":[{"question":`+q+`,"options":[{"label":`+q+`,"description":`+q+`}]}]}}]}`)
		add("r"+n, `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t`+n+`","is_error":true,"content":`+q+`},`+
			`{"type":"tool_result","tool_use_id":"u`+n+`","content":[{"type":"text","text":`+q+`}]}]}`)
		add("n"+n, `"type":"system","subtype":"informational","content":`+q)
		add("e"+n, `"type":"assistant","isApiErrorMessage":true,"message":{"id":"x`+n+`","model":"<synthetic>","role":"assistant","content":[{"type":"text","text":`+q+`}]}`)
		lines = append(lines, `{"type":"custom-title","customTitle":`+q+`,"sessionId":"s"}`)
	}
	return viewtest.Session(lines...)
}

// TestHostile checks each text alone, and all of them in one session.
func TestHostile(t *testing.T) {
	for _, text := range hostile {
		files := hostileSession(text)
		store, v := viewtest.Load(files, 1<<20)
		checkDocument(t, fmt.Sprintf("%.80q", text), files, store, v, 0, "")
	}
	files := hostileSession(hostile...)
	store, v := viewtest.Load(files, 1<<20)
	checkDocument(t, "all", files, store, v, 0, "")
}

// TestHostileCombinations joins random marks to texts.
func TestHostileCombinations(t *testing.T) {
	pieces := append(strings.Fields("`` ``` ~~~ ```` # ## > - * 1. 2. | === --- <img> </b> <!-- [x](javascript:a) ![x]( [x]: [x] ( ) javascript:a "+
		"https://e.x <https://e.`x> <javascript:a> & \\ \\` text ![] ![a] ]: ]( ** _ ~~ $"), " ", "  ", "    ", "\t", "\n", "\n", "\n\n", "\r\n", "\n\n    ", "\u202e", "\x00")
	r := rand.New(rand.NewPCG(1, 2))
	for range testutil.Iterations(t, 4000, 20) {
		var texts []string
		for range 3 {
			var b strings.Builder
			for range 2 + r.IntN(14) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			texts = append(texts, b.String())
		}
		files := hostileSession(texts...)
		store, v := viewtest.Load(files, 1<<20)
		checkDocument(t, fmt.Sprintf("%q", texts), files, store, v, 0, "")
		if t.Failed() {
			return
		}
	}
}

// TestHidden checks that characters that nobody can see have names, in both formats.
func TestHidden(t *testing.T) {
	files := hostileSession("a\u202eb \x00 \u200b\u200b\u200b c\u00add \U000e0041\U000e0042 👨‍👩‍👧 ☀️ می\u200cخواهم")
	store, _ := viewtest.Load(files, 1<<20)
	for format := range formats {
		got, _ := written(t, files, store, 0, format, document.Options{})
		for _, want := range []string{"a⟦RLO⟧b ⟦NUL⟧ ⟦ZWSP ×3⟧ c⟦SHY⟧d ⟦TAG AB⟧ 👨‍👩‍👧 ☀️ می\u200cخواهم"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q: %s", format, want, got)
			}
		}
		if strings.ContainsAny(got, "\u202e\x00\u200b\u00ad") {
			t.Errorf("%s has hidden characters", format)
		}
	}
}

// TestLinks checks which links stay links.
func TestLinks(t *testing.T) {
	files := hostileSession("[page](https://ok.example/a) [mail](mailto:ada@example.com) [bad](javascript:alert) [here](README.md) ![picture](https://img.example/a.png)")
	store, _ := viewtest.Load(files, 1<<20)
	page, _ := written(t, files, store, 0, "html", document.Options{})
	const link = `<a rel="noopener noreferrer nofollow" href="`
	for _, want := range []string{
		link + `https://ok.example/a">page</a> (ok.example)`, link + `mailto:ada@example.com">mail</a> (mailto:ada@example.com)`, `bad <code>javascript:alert</code>`, `here <code>README.md</code>`,
		link + `https://img.example/a.png">picture</a> (img.example)`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("HTML lacks %s", want)
		}
	}
	markdown, _ := written(t, files, store, 0, "md", document.Options{})
	const want = `[page](https://ok.example/a) (ok.example) [mail](mailto:ada@example.com) (mailto:ada@example.com) ` +
		`[bad\](javascript:alert) [here\](README.md) \![picture](https://img.example/a.png) (img.example)`
	if !strings.Contains(markdown, want) {
		t.Errorf("Markdown lacks %s: %s", want, markdown)
	}
}

// FuzzDocuments writes sessions with any text in both formats: nothing leaves its place.
func FuzzDocuments(f *testing.F) {
	for i := range hostile {
		f.Add(hostile[i], hostile[(i+7)%len(hostile)])
	}
	f.Fuzz(func(t *testing.T, one, other string) {
		if len(one)+len(other) > 10_000 {
			return
		}
		files := hostileSession(one, other)
		store, v := viewtest.Load(files, 1<<20)
		if store.Session(0) != nil {
			checkFuzzed(t, files, store, v)
		}
	})
}

// FuzzTranscripts writes whatever the bytes of a transcript are.
func FuzzTranscripts(f *testing.F) {
	for _, files := range testutil.Cases(f) {
		f.Add(files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 100_000 {
			return
		}
		files := []testutil.File{{Name: "p/s.jsonl", Data: data}}
		store, v := viewtest.Load(files, 1<<20)
		if store.Session(0) != nil {
			checkFuzzed(t, files, store, v)
		}
	})
}
