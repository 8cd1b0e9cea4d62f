package browser

import (
	"archive/zip"
	"compress/gzip"
	"encoding/base64"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

const (
	sharedSecret = "ghp_0123456789abcdefABCDEF0123456789wxYZ"
	sharedEmail  = "mara@tidepool-charts.com"
)

// withSecrets is a session with a secret, also in its title, and an e-mail address.
func withSecrets(t *testing.T) string {
	t.Helper()
	return transcript(t,
		m{"type": "custom-title", "customTitle": "Deploy with " + sharedSecret, "sessionId": "s"},
		userSays("11111111-1111-4111-8111-111111111111", "", "Deploy with "+sharedSecret+" and write to "+sharedEmail),
		claudeSays("22222222-2222-4222-8222-222222222222", "11111111-1111-4111-8111-111111111111", []m{{"type": "text", "text": "I used " + sharedSecret + "."}}),
		userSays("33333333-3333-4333-8333-333333333333", "22222222-2222-4222-8222-222222222222", "Thanks"),
		claudeSays("44444444-4444-4444-8444-444444444444", "33333333-3333-4333-8333-333333333333", []m{{"type": "text", "text": "Done."}}),
	)
}

// keepAll has all values that were found kept.
func keepAll(p *Page) {
	p.r.Helper()
	p.Run("share.keepAll")
	p.WaitFor(`$role("button", "Save HTML").ariaDisabled === "false"`, 0)
}

// chooseFormat chooses a format in the dialog, and waits until it is made.
func chooseFormat(p *Page, format, button string) {
	p.r.Helper()
	p.Do(`$role("radio", "` + format + `").click()`)
	p.WaitFor(`$role("button", "`+button+`")?.ariaDisabled === "false"`, 0)
}

// A page is saved without the secrets that were found, except for those that the user keeps.
func TestShareChecked(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read(withSecrets(t)); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	opened(p)
	said := Eval[string](p, `$text($role("dialog"))`)
	for _, part := range []string{"2 values will be replaced", "Secrets", "E-mail addresses", "review it before sharing"} {
		if !strings.Contains(said, part) {
			t.Errorf("the dialog does not contain %q:\n%s", part, said)
		}
	}
	passes(t, p, "the dialog with findings")
	// The e-mail address stays.
	p.Do(`[...$$deep(".findings summary")].find((e) => e.textContent.includes("E-mail")).click()`)
	p.Do(`$role("checkbox", "Replace E-mail addresses").click()`)
	p.WaitFor(`$text($role("dialog")).includes("1 of 2 values will be replaced") && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
	file := saves(t, p, "dialog .primary")
	if strings.Contains(filepath.Base(file), "ghp_") {
		t.Errorf("the name of the page is %s", file)
	}
	q, _ := fromDisk(t, file)
	q.WaitFor(`$told.includes("ready")`, 0)
	ready(q)
	text := Eval[string](q, `$text()`) + Eval[string](q, `document.title`)
	if strings.Contains(text, sharedSecret) || !strings.Contains(text, "‹GITHUB_PAT_1›") || !strings.Contains(text, sharedEmail) {
		t.Errorf("the page shows:\n%s", text)
	}
	// From a saved page, what is in it is saved: it has no code that checks.
	opened(q)
	if said := Eval[string](q, `$text($role("dialog"))`); !strings.Contains(said, "no code that checks") || strings.Contains(said, "Markdown") {
		t.Errorf("the dialog of a saved page shows:\n%s", said)
	}
}

// The page of the only session has all files that were read with it, so these are checked, too.
func TestShareOtherFiles(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	said := transcript(t, userSays("11111111-1111-4111-8111-111111111111", "", "Hello"),
		claudeSays("22222222-2222-4222-8222-222222222222", "11111111-1111-4111-8111-111111111111", []m{{"type": "text", "text": "Done."}}))
	history := write(t, "history.jsonl", []byte(`{"display":"my key is `+sharedSecret+`","timestamp":1,"project":"/srv/x","sessionId":"other"}`+"\n"))
	if told := p.Read(said, history); told != "ready" {
		t.Fatal(told)
	}
	choose(p, "Hello")
	opened(p)
	p.WaitFor(`$text($role("dialog")).includes("1 value will be replaced")`, 0)
	if text := filesInPage(t, saves(t, p, "dialog .primary")); strings.Contains(text, sharedSecret) || !strings.Contains(text, "Hello") {
		t.Errorf("the page contains:\n%s", text)
	}
	// With the value, which stays, the page has all files again.
	opened(p)
	keepAll(p)
	if text := filesInPage(t, saves(t, p, "dialog .primary")); !strings.Contains(text, sharedSecret) {
		t.Errorf("the page contains:\n%s", text)
	}
}

// filesInPage returns the bytes of the files in a page that was saved.
func filesInPage(t *testing.T, page string) string {
	t.Helper()
	_, text, _ := strings.Cut(string(content(t, page)), `id="session.gz">`)
	text, _, _ = strings.Cut(text, "<")
	zipped, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	files, err := io.ReadAll(zipped)
	if err != nil {
		t.Fatal(err)
	}
	return string(files)
}

// A large session is scanned in parts by several parsers, some of which find nothing.
func TestShareLarge(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, _ := testgen.Session(40_000_000)
	small, err := os.ReadFile(withSecrets(t))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	if told := p.Read(write(t, "large.jsonl", append(data, small...))); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	p.Do(`$role("button", "Share").click()`)
	p.WaitFor(`$text($role("dialog")).includes("2 values will be replaced")`, 0)
}

// buildCommand builds the command, and returns its path.
func buildCommand(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "unspool")
	if out, err := exec.Command("go", "build", "-o", command, "unspool/parser/cmd/unspool").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

// What the page saves has the bytes that the command writes.
func TestShareFormats(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	command := buildCommand(t)
	session := withSecrets(t)
	reading := func() *Page {
		p := open(t, "")
		if told := p.Read(session); told != "ready" {
			t.Fatal(told)
		}
		ready(p)
		opened(p)
		return p
	}
	for _, c := range []struct {
		format, variant, level, prompts, button, name string
		args                                          []string
	}{
		{"Transcript", "", "", "", "Save transcript", ".jsonl", []string{"transcript"}},
		{"Messages", "", "", "", "Save JSON", ".json", []string{"messages"}},
		{"Messages", "", "", "2", "Save JSON", ".json", []string{"messages", "-prompts", "2"}},
		{"Markdown", "", "", "2-", "Save Markdown", ".md", []string{"markdown", "-prompts", "2-"}},
		{"Document", "", "", "", "Save HTML", ".html", []string{"html"}},
		{"Traces", "", "", "", "Save traces", ".otlp.jsonl", []string{"otlp"}},
		{"Traces", "Chrome trace", "With texts", "", "Save traces", ".trace.json", []string{"chrome", "-content"}},
	} {
		p := reading()
		if c.prompts != "" {
			p.Do(`const input = $$deep("dialog input[name=prompts]")[0]; input.value = "` + c.prompts + `"; input.dispatchEvent(new Event("change"))`)
		}
		chooseFormat(p, c.format, c.button)
		for _, choice := range []string{c.variant, c.level} {
			if choice != "" {
				chooseFormat(p, choice, c.button)
			}
		}
		file := saves(t, p, "dialog .primary")
		p.WaitFor(`!$role("dialog")`, 0)
		want, err := exec.Command(command, append(append([]string{"export"}, c.args...), "-redact", session)...).Output()
		if err != nil {
			t.Fatalf("%s: %v", c.format, err)
		}
		if got := content(t, file); string(got) != string(want) || len(got) == 0 {
			t.Errorf("%s has these bytes:\n%s\nthe command writes:\n%s", c.format, got, want)
		}
		if !strings.HasSuffix(file, c.name) {
			t.Errorf("%s is saved as %s", c.format, file)
		}
	}
	// Without a prompt, and with a word that is replaced.
	p := reading()
	p.Do(`const field = $role("textbox", "Only prompts"); field.value = "1"; field.dispatchEvent(new Event("change"))`)
	p.Do(`const field = $role("textbox", "Also replace words"); field.value = "deploy"; field.dispatchEvent(new Event("input"))`)
	p.WaitFor(`$text($role("dialog")).includes("3 values will be replaced")`, 0)
	chooseFormat(p, "Transcript", "Save transcript")
	text := string(content(t, saves(t, p, "dialog .primary")))
	if strings.Contains(strings.ToLower(text), "deploy") || strings.Contains(text, "Thanks") || !strings.Contains(text, "‹WORD_1›") {
		t.Errorf("the first prompt without a word:\n%s", text)
	}
}

// Patterns of the user are replaced, and one that is invalid is reported instead of being ignored.
func TestSharePatterns(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read(withSecrets(t)); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	opened(p)
	chooseFormat(p, "Markdown", "Save Markdown")
	write := func(text string) {
		p.Do(`const field = $role("textbox", "Also replace patterns"); field.value = ` + quoted(text) + `; field.dispatchEvent(new Event("input"))`)
		// Nothing can be saved before the pattern was looked for.
		if Eval[string](p, `$role("button", "Save Markdown").ariaDisabled`) != "true" {
			t.Errorf("while %q is looked for, it can be saved", text)
		}
	}
	for pattern, want := range map[string]string{"(": "missing closing )", "x*": "it matches the empty text", "Dep\n[z-a]": "invalid character class range"} {
		write(pattern)
		p.WaitFor(`$role("textbox", "Also replace patterns").ariaInvalid === "true" && $text($role("dialog")).includes(`+quoted(want)+`)`, 0)
	}
	passes(t, p, "the dialog with an invalid pattern")
	write(`Dep[a-z]+` + "\n" + `Th[a-z]+`)
	p.WaitFor(`$text($role("dialog")).includes("4 values will be replaced") && $role("button", "Save Markdown").ariaDisabled === "false"`, 0)
	text := string(content(t, saves(t, p, "dialog .primary")))
	if strings.Contains(text, "Deploy") || strings.Contains(text, "Thanks") || !strings.Contains(text, "‹PATTERN_2›") {
		t.Errorf("the document:\n%s", text)
	}
}

// Markdown is copied at once. If it contains secrets, the page says so, and offers to copy it without them.
func TestCopiedTurnIsChecked(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	if told := p.Read(withSecrets(t)); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	p.Do(`globalThis.copied = ""; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
	p.Do(`$deep('unspool-row[data-kind="prompt"] .about-row').click()`)
	p.WaitFor(`$role("button", "Copy with reply as Markdown")`, 0)
	p.Do(`$role("button", "Copy with reply as Markdown").click()`)
	p.WaitFor(`copied !== ""`, 0)
	if text := Eval[string](p, `copied`); !strings.Contains(text, sharedSecret) {
		t.Errorf("copied: %s", text)
	}
	p.WaitFor(`$deep("unspool-copied >>> .note")`, 0)
	if said := Eval[string](p, `$text($deep("unspool-copied >>> .note"))`); !strings.Contains(said, "1 possible secret") {
		t.Errorf("the note: %s", said)
	}
	passes(t, p, "the note about copied secrets")
	p.Do(`$role("button", "Review").click()`)
	p.WaitFor(`$role("button", "Save Markdown")?.ariaDisabled === "false"`, 0)
	p.Do(`globalThis.copied = ""; [...$$deep("dialog button")].find((button) => button.textContent.trim() === "Copy").click()`)
	p.WaitFor(`copied.includes("‹GITHUB_PAT_1›")`, 0)
	if text := Eval[string](p, `copied`); strings.Contains(text, sharedSecret) || strings.Contains(text, "Thanks") {
		t.Errorf("copied from the dialog: %s", text)
	}
}

// The tables that the page saves have the bytes that the command writes for the redacted session.
func TestShareTables(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	command, session, dir := buildCommand(t), withSecrets(t), t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command(command, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	run("redact", "-o", "s.jsonl", session)
	for _, format := range []string{"CSV", "NDJSON"} {
		p := open(t, "")
		if told := p.Read(session); told != "ready" {
			t.Fatal(told)
		}
		ready(p)
		opened(p)
		chooseFormat(p, "Tables", "Save tables")
		chooseFormat(p, format, "Save tables")
		archive, err := zip.OpenReader(saves(t, p, "dialog .primary"))
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Join(dir, format)
		run("export", "tables", "-format", strings.ToLower(format), "-o", want, "s.jsonl")
		if entries, err := os.ReadDir(want); err != nil || len(entries) != len(archive.File) {
			t.Errorf("%d files in the archive, %d by the command, error %v", len(archive.File), len(entries), err)
		}
		for _, file := range archive.File {
			got, err := fs.ReadFile(archive, file.Name)
			if err != nil {
				t.Fatal(err)
			}
			if wanted := content(t, filepath.Join(want, file.Name)); string(got) != string(wanted) {
				t.Errorf("%s has these bytes:\n%s\nthe command writes:\n%s", file.Name, got, wanted)
			}
		}
		if err := archive.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A session becomes a link that opens it, without what was replaced.
func TestShareAsLink(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	if told := p.Read(withSecrets(t)); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	p.Do(`globalThis.copied = ""; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
	opened(p)
	chooseFormat(p, "Link", "Copy link")
	p.Click("dialog .primary")
	p.WaitFor(`copied.includes("inline") && $text($role("dialog")).includes("Copied")`, 0)
	q := newPage(t)
	enter(q, Eval[string](p, "copied"))
	ready(q)
	if text := Eval[string](q, `$text()`); !strings.Contains(text, "I used ‹GITHUB_PAT_1›.") || strings.Contains(text, sharedSecret) {
		t.Errorf("the link opens:\n%s", text)
	}
}

// A session with the files of agents is saved as an archive, and one that is too long is no link.
func TestShareWithAgents(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read(sampleDir); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	opened(p)
	chooseFormat(p, "Transcript", "Save transcript")
	file := saves(t, p, "dialog .primary")
	if data := content(t, file); !strings.HasSuffix(file, ".zip") || !strings.HasPrefix(string(data), "PK") || !strings.Contains(string(data), "/subagents/") {
		t.Errorf("%s has %d bytes", file, len(data))
	}
	if err := os.Remove(file); err != nil {
		t.Error(err)
	}
	p.WaitFor(`!$role("dialog")`, 0)
	opened(p)
	p.Do(`$role("radio", "Link").click()`)
	p.WaitFor(`$text($role("dialog")).includes("too long for a link")`, 0)
}
