package browser

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

const (
	sharedAgent = "a7a0aeb0d882893ae" // of the sample of the site
	// Each of these texts is in one conversation of the sample of the site.
	textOfAgent = "Find every place where an instant becomes a wall-clock time"
	textOfMain  = "Back from the quay, and on a branch"
	// textOfBranch is in the abandoned branch of sampleDir.
	textOfBranch = "print a small a or b behind the two times"

	branchesBox = `$role("checkbox", "Abandoned branches")`
)

// shareOf opens the Share dialog for a session, and waits until it shows a choice that depends on the session.
func shareOf(t *testing.T, session, choice string) *Page {
	t.Helper()
	p := open(t, "")
	if told := p.Read(session); told != "ready" {
		t.Fatal(told)
	}
	ready(p)
	opened(p)
	p.WaitFor(choice, 0)
	return p
}

// matches returns how often the session of a page has a text, also in collapsed rows.
func matches(p *Page, text string) int {
	p.r.Helper()
	return Eval[int](p, `$deep("unspool-session").exportSource.api.query("matches",
		{ session: 0, text: `+quoted(text)+`, options: "phrase", kinds: "", tools: "", agent: "", from: 0 }).then((found) => found.next === null ? found.count : -1)`)
}

// The conversation of an agent is shared like one of its own, with the bytes that the command writes. An agent has no
// abandoned branches, so that the choice to leave them out is not shown and does not count, even if it was made before.
func TestShareConversationOfAgent(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	command, session := buildCommand(t), filepath.Join(testutil.Dir(t), "sample")
	export := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(command, append([]string{"export"}, args...)...)
		cmd.Stderr = new(strings.Builder)
		out, err := cmd.Output()
		if err != nil || len(out) == 0 {
			t.Fatalf("%q: %v\n%s", args, err, cmd.Stderr)
		}
		return string(out)
	}
	for _, c := range []struct {
		format, button, prompts, name, args string
		withoutBranches                     bool
	}{
		{"Transcript", "Save transcript", "", ".jsonl", "transcript", true},
		{"Messages", "Save JSON", "1", ".json", "messages -prompts 1", true},
		{"Markdown", "Save Markdown", "", ".md", "markdown", false},
	} {
		p := shareOf(t, session, `$role("combobox", "Conversation") && `+branchesBox)
		if c.withoutBranches {
			p.Do(branchesBox + `.click()`)
			p.WaitFor(branchesBox+`.checked`, 0)
		}
		p.Run("share.chooseConversation", "Find where times get a zone")
		p.WaitFor(`$role("checkbox", "Thinking") && !`+branchesBox, 0)
		p.Do(`const field = $role("textbox", "Only prompts"); field.value = "` + c.prompts + `"; field.dispatchEvent(new Event("change"))`)
		chooseFormat(p, c.format, c.button)
		file := saves(t, p, "dialog .primary")
		if !strings.HasPrefix(filepath.Base(file), "Find-where-times-get-a-zone") || !strings.HasSuffix(file, c.name) {
			t.Errorf("%s is saved as %s", c.format, file)
		}
		want := export(append(strings.Fields(c.args), "-agent", sharedAgent, "-redact", session)...)
		if got := string(content(t, file)); got != want {
			t.Errorf("%s has these bytes:\n%s\nthe command writes:\n%s", c.format, got, want)
		}
		// The choice would change the bytes, if it counted.
		if c.format == "Transcript" && want == export("transcript", "-without-branches", "-agent", sharedAgent, "-redact", session) {
			t.Error("the command writes the same without branches")
		}
	}
}

// A page and a link with the conversation of an agent show nothing of the main one.
func TestShareAgentToOpen(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, c := range []struct {
		format, button string
		open           func(p *Page) *Page
	}{
		{"Page", "Save HTML", func(p *Page) *Page {
			q, _ := fromDisk(t, saves(t, p, "dialog .primary"))
			return q
		}},
		{"Link", "Copy link", func(p *Page) *Page {
			p.Do(`globalThis.copied = ""; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
			p.Click("dialog .primary")
			p.WaitFor(`copied.includes("inline")`, 0)
			q := newPage(t)
			enter(q, Eval[string](p, "copied"))
			return q
		}},
	} {
		p := shareOf(t, filepath.Join(testutil.Dir(t), "sample"), `$role("combobox", "Conversation")`)
		if matches(p, textOfAgent) == 0 || matches(p, textOfMain) == 0 {
			t.Error("the session lacks a text that is to be looked for")
		}
		p.Run("share.chooseConversation", "Find where times get a zone")
		chooseFormat(p, c.format, c.button)
		q := c.open(p)
		ready(q)
		if got := matches(q, textOfAgent); got != 1 {
			t.Errorf("%s: the prompt of the agent is there %d times", c.format, got)
		}
		if got := matches(q, textOfMain); got != 0 {
			t.Errorf("%s: a prompt of the main conversation is there %d times", c.format, got)
		}
		if sum := summaryOf(t, q); sum["prompts"] != 1.0 || sum["agents"] != 0.0 {
			t.Errorf("%s: %v prompts, %v agents", c.format, sum["prompts"], sum["agents"])
		}
		wants(t, Eval[string](q, `$text()`), textOfAgent)
	}
}

// Abandoned branches are in a saved page, unless they are left out.
func TestShareWithoutBranches(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, isLeftOut := range []bool{false, true} {
		p := shareOf(t, sampleDir, branchesBox)
		if isLeftOut {
			p.Do(branchesBox + `.click()`)
			p.WaitFor(branchesBox+`.checked && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
		}
		q, _ := fromDisk(t, saves(t, p, "dialog .primary"))
		ready(q)
		if got := summaryOf(t, q)["branches"].(float64); got > 0 == isLeftOut {
			t.Errorf("left out %t: %v branches", isLeftOut, got)
		}
		if got := matches(q, textOfBranch); got > 0 == isLeftOut {
			t.Errorf("left out %t: the text of the branch is there %d times", isLeftOut, got)
		}
		if text := read(t, q); strings.Contains(text, "2 attempts from here") == isLeftOut {
			t.Errorf("left out %t: the page shows:\n%s", isLeftOut, text)
		}
		opened(q)
	}
}

// A range without any prompt of the conversation is reported like one that cannot be read. The dialog can still be used.
func TestShareWithoutPrompts(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := shareOf(t, withSecrets(t), `$role("checkbox", "Thinking")`)
	write := func(prompts, want string) {
		t.Helper()
		p.Do(`const field = $role("textbox", "Only prompts"); field.value = "` + prompts + `"; field.dispatchEvent(new Event("change"))`)
		p.WaitFor(`$text($role("dialog")).includes(`+quoted(want)+`)`, 0)
	}
	for _, c := range [][2]string{{"Page", "Save HTML"}, {"Markdown", "Save Markdown"}, {"Messages", "Save JSON"}, {"Transcript", "Save transcript"}} {
		write("2", "")
		chooseFormat(p, c[0], c[1])
		write("0", "Write prompts as 12, 12-18, 12- or -5.")
		write("7-9", "No prompt is selected: the session has 2 prompts")
		if Eval[string](p, `$role("button", "`+c[1]+`").ariaDisabled`) != "true" {
			t.Errorf("%s without a prompt can be saved", c[0])
		}
	}
	passes(t, p, "the dialog without a prompt")
	write("1-2", "")
	chooseFormat(p, "Markdown", "Save Markdown")
	if text := string(content(t, saves(t, p, "dialog .primary"))); !strings.Contains(text, "Thanks") {
		t.Errorf("after a range without prompts, the document is:\n%s", text)
	}
}

// A session without branches and agents does not offer them.
func TestShareOffersWhatThereIs(t *testing.T) {
	t.Parallel()
	p := shareOf(t, withSecrets(t), `$deep("unspool-share").conversations !== undefined`)
	p.WaitFor(`$role("checkbox", "Thinking")`, 0)
	if Eval[bool](p, `Boolean(`+branchesBox+` || $role("combobox", "Conversation"))`) {
		t.Error("a session without branches and agents offers them")
	}
}
