package tags_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"unspool/parser/internal/tags"
	"unspool/parser/testutil/machine"
)

func TestStripContext(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"go":                                   "go",
		"<system-reminder>a</system-reminder>": "",
		"<system-reminder>a</system-reminder>\n go ":                             "go",
		"go\n<system-reminder>a</system-reminder>":                               "go",
		"<ide_selection>a</ide_selection><system-reminder>b</system-reminder>go": "go",
		"\ufeff <ide_opened_file>a</ide_opened_file>\ufeff go":                   "go",
		"go <ide_selection>a</ide_selection>":                                    "go <ide_selection>a</ide_selection>",
		"a <system-reminder>b</system-reminder> c":                               "a <system-reminder>b</system-reminder> c",
		"<system-reminder>not closed":                                            "<system-reminder>not closed",
		"<b>go</b>":                                                              "<b>go</b>",
	} {
		if got := string(tags.StripContext([]byte(text))); got != want {
			t.Errorf("StripContext(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestCutTag(t *testing.T) {
	for _, c := range []struct {
		text, remainder, name, content string
		ok                             bool
	}{
		{"<system-reminder>a</system-reminder>b", "b", "system-reminder", "a", true},
		{"<ide_diagnostics></ide_diagnostics>", "", "ide_diagnostics", "", true},
		{"<ide_selection>a<b></ide_selection> c", " c", "ide_selection", "a<b>", true},
		{"<ide_selection>a", "<ide_selection>a", "", "", false},
		{"<ide_selections>a</ide_selections>", "<ide_selections>a</ide_selections>", "", "", false},
		{" <ide_selection>a</ide_selection>", " <ide_selection>a</ide_selection>", "", "", false},
		{"<ide_selection", "<ide_selection", "", "", false},
		{"<", "<", "", "", false},
		{"", "", "", "", false},
	} {
		remainder, name, content, ok := tags.CutTag([]byte(c.text))
		if string(remainder) != c.remainder || name != c.name || string(content) != c.content || ok != c.ok {
			t.Errorf("CutTag(%q) is %q, %q, %q, %t", c.text, remainder, name, content, ok)
		}
	}
}

func TestCutReminder(t *testing.T) {
	for _, c := range []struct {
		text, remainder, content string
		ok                       bool
	}{
		{"go<system-reminder>a</system-reminder>", "go", "a", true},
		{"<system-reminder>a</system-reminder><system-reminder>b</system-reminder>", "<system-reminder>a</system-reminder>", "b", true},
		{"<system-reminder>a</system-reminder> ", "<system-reminder>a</system-reminder> ", "", false},
		{"go</system-reminder>", "go</system-reminder>", "", false},
		{"go", "go", "", false},
	} {
		remainder, content, ok := tags.CutReminder([]byte(c.text))
		if string(remainder) != c.remainder || string(content) != c.content || ok != c.ok {
			t.Errorf("CutReminder(%q) is %q, %q, %t", c.text, remainder, content, ok)
		}
	}
}

func TestIsInterrupt(t *testing.T) {
	for text, want := range map[string]bool{
		"[Request interrupted by user]":                                              true,
		"[Request interrupted by user for tool use]":                                 true,
		"[Request interrupted by user]\n[Request interrupted by user for tool use] ": true,
		"[Request interrupted by user] stop":                                         false,
		"[Request interrupted by user":                                               false,
		"why [Request interrupted by user]":                                          false,
		"":                                                                           false,
	} {
		if got := tags.IsInterrupt([]byte(text)); got != want {
			t.Errorf("IsInterrupt(%q) is %t", text, got)
		}
	}
}

func TestIsCommandOutcome(t *testing.T) {
	for text, want := range map[string]bool{
		"Unknown skill: x":                               true,
		"Unknown slash command: x":                       true,
		"Session renamed to: x":                          true,
		"Unknown skill: x\ny":                            false,
		"Unknown skill: " + strings.Repeat("x", 300):     false,
		"The session is not named. Session renamed to: ": false,
	} {
		if got := tags.IsCommandOutcome([]byte(text)); got != want {
			t.Errorf("IsCommandOutcome(%.40q) is %t", text, got)
		}
	}
}

func TestHashText(t *testing.T) {
	base := tags.HashText([]byte("a b"))
	for text, same := range map[string]bool{"a b": true, " a\n\tb\r\n": true, "ab": false, "a c": false, "b a": false, "": false} {
		if got := tags.HashText([]byte(text)); (got == base) != same || got == 0 {
			t.Errorf("HashText(%q) is %x, HashText(\"a b\") is %x", text, got, base)
		}
	}
}

func TestInside(t *testing.T) {
	for _, c := range []struct {
		text, want string
		found      bool
	}{
		{"<a>b</a>", "b", true},
		{"x<a></a>", "", true},
		{"<a>b</a><a>c</a>", "b", true},
		{"</a><a>b</a>", "b", true},
		{"<a>b", "", false},
		{"b</a>", "", false},
		{"<ab>c</ab>", "", false},
	} {
		if got := tags.Inside([]byte(c.text), "a"); string(got) != c.want || (got != nil) != c.found {
			t.Errorf("Inside(%q) is %q, want %q", c.text, got, c.want)
		}
	}
}

func TestField(t *testing.T) {
	for text, want := range map[string]string{
		"<id> t1\n</id>": "t1",
		"<id>":           "",
		"<id>" + strings.Repeat("é", 300) + "</id>":       strings.Repeat("é", 100),
		"<id>" + strings.Repeat("x", 199) + "é" + "</id>": strings.Repeat("x", 199), // between characters
	} {
		if got := tags.Field([]byte(text), "id"); got != want {
			t.Errorf("Field(%.40q) is %q, want %q", text, got, want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	for text, want := range map[string]string{
		"<command-name>/review</command-name><command-args>--fast </command-args>":         "/review --fast",
		"<command-name>/review</command-name>\n<command-message>review</command-message>":  "/review",
		"<command-message>review</command-message>\n<command-name>/review2</command-name>": "/review2",
		"<command-message>review</command-message>":                                        "/review",
		"<command-name> review </command-name><command-args> </command-args>":              "/review",
		"<command-name></command-name>":                                                    "",
		"review":                                                                           "",
	} {
		if got := tags.CommandLine([]byte(text)); got != want {
			t.Errorf("CommandLine(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestCutNotice(t *testing.T) {
	const end = "</task-notification>"
	for _, c := range []struct{ text, head, result, tail, after string }{
		{"<task-id>a</task-id>" + end + " Read it.", "<task-id>a</task-id>", "", "", end + " Read it."},
		{"h<result>r</result>" + end + "z", "h", "r", "", end + "z"},
		{"h<result>r</result>\n<usage>u</usage>" + end, "h", "r", "\n<usage>u</usage>", end},
		{"h<result>r</result><worktreePath>w</worktreePath>" + end, "h", "r", "<worktreePath>w</worktreePath>", end},
		// The result contains tags of a notification.
		{"h<result>a</result>b</result>" + end, "h", "a</result>b", "", end},
		{"h<result><result>r</result>" + end, "h", "<result>r", "", end},
		{"h<result>r</result>", "h", "r", "", ""},
		{"h<result>r</result> ", "h", "r", " ", ""},
		{"h<result>not closed", "h", "not closed", "", ""},
		{"h" + end + "<result>r</result>", "h", "", "", end + "<result>r</result>"},
		{"h", "h", "", "", ""},
		{"", "", "", "", ""},
	} {
		head, result, tail, after := tags.CutNotice([]byte(c.text))
		if string(head) != c.head || string(result) != c.result || string(tail) != c.tail || string(after) != c.after {
			t.Errorf("CutNotice(%q) is %q, %q, %q, %q", c.text, head, result, tail, after)
		}
	}
}

func TestAgentPrompt(t *testing.T) {
	for text, want := range map[string]string{
		"look": "look",
		"<system-reminder>a</system-reminder> look":                    "look",
		`<teammate-message teammate_id="lead">look</teammate-message>`: "look",
		`<teammate-message teammate_id="lead">look`:                    "look",
		"<teammate-message": "<teammate-message",
		"<fork-boilerplate>a</fork-boilerplate>\n\nYour directive:look around": "look around",
	} {
		if got := string(tags.AgentPrompt([]byte(text))); got != want {
			t.Errorf("AgentPrompt(%q) is %q, want %q", text, got, want)
		}
	}
}

// TestManyTags checks that texts with many tags are read in linear time.
func TestManyTags(t *testing.T) {
	const size = 4 << 20
	for name, tag := range map[string]string{
		"reminders":         "<system-reminder></system-reminder>",
		"unclosed reminder": "<system-reminder>",
		"unopened reminder": "</system-reminder>",
		"editor tags":       "<ide_selection></ide_selection> ",
		"results":           "<result></result>x",
		"interrupts":        "[Request interrupted by user]\n",
	} {
		text := bytes.Repeat([]byte(tag), size/len(tag))
		start := time.Now()
		tags.StripContext(text)
		tags.AgentPrompt(text)
		tags.CutNotice(text)
		tags.IsInterrupt(text)
		tags.CommandLine(text)
		if took := time.Since(start); took > machine.Scaled(10*time.Second) {
			t.Errorf("%s: %d bytes take %s", name, size, took)
		}
	}
}

func FuzzStripContext(f *testing.F) {
	f.Add([]byte("<system-reminder>a</system-reminder>go<system-reminder>b</system-reminder>"))
	f.Add([]byte("\xef\xbb\xbf<ide_selection>a</ide_selection> go"))
	f.Add([]byte(`<teammate-message teammate_id="lead">look</teammate-message>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		stripped := tags.StripContext(text)
		if !bytes.Contains(text, stripped) {
			t.Errorf("%q is not a part of the text", stripped)
		}
		if prompt := tags.AgentPrompt(text); !bytes.Contains(text, prompt) {
			t.Errorf("the prompt %q is not a part of the text", prompt)
		}
	})
}

// FuzzCutNotice checks that the parts of a notification are parts of the text, which only lack the
// tags of the result.
func FuzzCutNotice(f *testing.F) {
	f.Add([]byte("<task-id>a</task-id><result>b</result>c</result><usage></usage></task-notification>d"))
	f.Add([]byte("<result></result></task-notification>"))
	f.Add([]byte("<result>not closed"))
	f.Fuzz(func(t *testing.T, text []byte) {
		head, result, tail, after := tags.CutNotice(text)
		if !bytes.HasPrefix(text, head) || !bytes.Contains(text, result) ||
			!bytes.HasSuffix(text, append(bytes.Clone(tail), after...)) {
			t.Errorf("%q, %q, %q, %q are not parts of %q", head, result, tail, after, text)
		}
		switch missing := len(text) - len(head) - len(result) - len(tail) - len(after); missing {
		case 0, len("<result>"), len("<result></result>"):
		default:
			t.Errorf("%d bytes of %q are missing", missing, text)
		}
	})
}
