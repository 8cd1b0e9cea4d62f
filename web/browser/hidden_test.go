package browser

import (
	"strings"
	"testing"
)

// The copy button of a frame leaves out what cannot be seen, and says how much that was. It is not
// parallel: all pages of the browser share the clipboard.
func TestCopyWithoutHiddenCharacters(t *testing.T) {
	p := open(t, "")
	grantClipboard(p)
	for _, c := range []struct{ code, copied, told string }{
		{"a\u2800b\u200bc\U000e0041d", "abcd", "Copied without 3 hidden characters"},
		{"one\u2800 blank", "one blank", "Copied without 1 hidden character"},
		{"\u28ff\u2800\u28ff \U0001f469\u200d\U0001f4bb", "\u28ff\u2800\u28ff \U0001f469\u200d\U0001f4bb", "Copied"}, // a picture and an emoji
	} {
		p.Read(transcript(t, userSays("u", "", "go"), claudeSays("a", "u", []m{{"type": "text", "text": "```sh\n" + c.code + "\n```"}})))
		p.WaitFor(`$role("button", "Copy", $deep("figure.code"))`, 0)
		p.Do(`globalThis.button = $role("button", "Copy", $deep("figure.code")); button.click()`)
		p.WaitFor(`$text(button) !== "Copy"`, 0)
		if told := Eval[string](p, `$text(button)`); told != c.told {
			t.Errorf("for %q the button says %q, want %q", c.code, told, c.told)
		}
		if text := strings.TrimSuffix(clipboard(p), "\n"); text != c.copied {
			t.Errorf("of %q, %q was copied", c.code, text)
		}
	}
}

// What cannot be seen is a mark wherever words of a transcript stand, and left out
// where there can be no mark: of titles and labels, and of the page's own title.
// It is not parallel: all pages of the browser share the clipboard.
func TestHiddenCharacters(t *testing.T) {
	const turned = "safe\u202egnp.exe"
	spoken := claudeSays("a1", "u1", []m{
		{"type": "text", "text": turned},
		{"type": "tool_use", "id": "t1", "name": turned, "input": m{"path": "/w/" + turned}},
		{"type": "tool_use", "id": "t2", "name": "Read", "input": m{"file_path": "/w/" + turned}},
		{"type": "tool_use", "id": "t3", "name": "Glob", "input": m{"pattern": turned}},
		{"type": "tool_use", "id": "t4", "name": "Bash", "input": m{"command": turned, "description": turned}},
	})
	spoken["message"].(m)["model"] = turned
	image := m{"type": "base64", "media_type": "image/gif", "data": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}
	asked := userSays("u1", "", []m{
		{"type": "text", "text": "<ide_opened_file>The user opened the file /w/" + turned + " in the IDE.</ide_opened_file>"},
		{"type": "text", "text": "go " + turned}, {"type": "image", "title": turned, "source": image},
		{"type": "document", "title": turned, "source": m{"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQ="}},
	})
	asked["cwd"], asked["gitBranch"] = "/w/"+turned, turned
	result := func(uuid, parent, id string, told any) m {
		line := userSays(uuid, parent, []m{{"type": "tool_result", "tool_use_id": id, "content": "ok"}})
		line["toolUseResult"] = told
		return line
	}
	p := open(t, "")
	p.Read(transcript(t, asked, spoken,
		result("r1", "a1", "t1", turned),
		result("r2", "r1", "t2", m{"type": "text", "file": m{"filePath": "/w/" + turned, "content": turned, "numLines": 1, "startLine": 1, "totalLines": 1}}),
		result("r3", "r2", "t3", m{"filenames": []string{"/w/" + turned}, "numFiles": 1}),
		result("r4", "r3", "t4", m{"stdout": turned, "stderr": ""}),
		m{"type": "custom-title", "customTitle": turned, "sessionId": "s"},
	))
	p.WaitFor(`$deep(".thumb img") !== null && $deep(".heading .mark") !== null`, 0)
	p.Press("e")
	p.WaitFor(`$$deep(".part[data-kind=code], .part[data-kind=terminal], .part[data-kind=files]").length === 3`, 0)
	p.Do(`$deep(".thumb").click()`)
	p.WaitFor(`$role("img", undefined, $role("dialog")) !== null`, 0)

	for _, found := range Call[[]string](p, "hidden.find", "\u202e") {
		t.Errorf("there is a hidden character in %s", found)
	}
	if name := Eval[string](p, `$role("link", undefined, $role("dialog")).download`); name != "safe-gnp.exe.gif" {
		t.Errorf("the image is saved as %s", name)
	}
	p.Do(`$role("dialog").close()`)

	// Nor is it copied where all is.
	grantClipboard(p)
	focusConversation(p)
	p.Press("Control+a")
	p.WaitFor(`$text($deep("[role=status]")).includes("lines selected")`, 0)
	p.Do(`document.execCommand("copy")`)
	p.WaitFor(`$text($deep("[role=status]")).includes("Copied")`, 0)
	if text := clipboard(p); !strings.Contains(text, "safegnp.exe") || strings.Contains(text, "\u202e") {
		t.Errorf("copied %q", text)
	}
}
