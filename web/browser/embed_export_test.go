package browser

import (
	"strings"
	"testing"
)

// The element exports the session that it shows, without secrets if the page wants that, and loads the code for it when
// it is first called.
func TestEmbedExport(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do(`document.body.append(document.viewer); await document.viewer.load(document.long.replace("Question 57", "` + sharedEmail + `"))`)
	p.Do(`document.loaded = (part) => performance.getEntriesByType("resource").filter(({ name }) => name.includes(part)).length`)
	if n := Eval[int](p, `document.loaded("parser-export")`); n != 0 {
		t.Errorf("the parser that exports is loaded %d times before it is needed", n)
	}
	exported := func(options string) string {
		return Eval[string](p, `document.viewer.export(`+options+`).then((files) => Promise.all(files.map(({ blob }) => blob.text()))).then((texts) => texts.join("\n"))`)
	}
	if text := exported(`{ format: "transcript" }`); text != Eval[string](p, `document.long.replace("Question 57", "`+sharedEmail+`")`) {
		t.Errorf("the transcript has changed:\n%s", text)
	}
	text := exported(`{ format: "markdown", level: "dialogue", first: 56, last: 58, redact: true, words: ["question 55"], patterns: ["Answer \\d*[5-9]"] }`)
	for _, part := range []string{"‹EMAIL_1›", "‹WORD_1›", "‹PATTERN_", "Replaced: 1 e-mail address"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
	if strings.Contains(text, sharedEmail) || strings.Contains(text, "Question 54") {
		t.Errorf("the document is not redacted, or not cut:\n%s", text)
	}
	for _, c := range [][2]string{
		{`{ format: "html", redact: true, patterns: ["("] }`, "options"},
		{`{ format: "html", signal: AbortSignal.abort() }`, "AbortError"},
	} {
		if got := Eval[string](p, `document.viewer.export(`+c[0]+`).catch((error) => error.code === 20 ? error.name : error.code)`); got != c[1] {
			t.Errorf("%s: %q, want %q", c[0], got, c[1])
		}
	}
	for options, want := range map[string]string{
		`{ format: "pdf" }`:                                             `format must be one of`,
		`{ format: "html", level: "most" }`:                             `level must be one of "dialogue", "tools", "all", and not "most"`,
		`{ format: "html", drop: "sounds" }`:                            `drop must be a string of some of "images", "outputs"`,
		`{ format: "html", withoutTools: ["all"], resultsOnly: "yes" }`: `resultsOnly must be true or false, and not "yes"`,
		`{ format: "html", resultsOnly: true }`:                         `resultsOnly needs withoutTools`,
		`{ format: "html", session: 1 }`:                                `there is no option "session": the options are format, `,
		`{ format: "html", signal: {} }`:                                `signal must be an AbortSignal`,
		``:                                                              `the options must be an object`,
	} {
		got := Eval[string](p, `document.viewer.export(`+options+`).catch((error) => error.code + ": " + error.detail)`)
		if !strings.HasPrefix(got, "options: "+want) {
			t.Errorf("export(%s): %q, want the code options with %q", options, got, want)
		}
	}
	if got := Eval[string](p, `document.viewer.export({ format: "html", onProgress: () => document.viewer.dispose() }).catch((error) => error.code)`); got != "replaced" {
		t.Errorf("after dispose: %q", got)
	}
	p.WaitFor(`document.workers.size === 0`, 0)
}
