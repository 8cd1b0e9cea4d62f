package browser

import "testing"

// The line of a note is the first line of its text that is not blank.
func TestNoticeAfterBlankLines(t *testing.T) {
	t.Parallel()
	const prompt = `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"go"}}` + "\n"
	for _, c := range []struct{ content, want string }{
		{`\n\nEntire will link this.`, "Hook: Entire will link this."},
		{`Entire will link this.\n`, "Hook: Entire will link this."},
		{`\nEntire will link this.\nWith two commits.`, "Hook: Entire will link this. …"},
		{` \n `, "Hook"},
	} {
		p := open(t, "")
		p.DropFiles(write(t, "s.jsonl", []byte(prompt+`{"type":"attachment","uuid":"h1","parentUuid":"u1","sessionId":"s",`+
			`"attachment":{"type":"hook_system_message","hookName":"SessionStart","content":"`+c.content+`"}}`+"\n")))
		p.WaitFor(`$deep("unspool-row[data-kind=note] .notice")`, 0)
		says(t, p, `$text($deep("unspool-row[data-kind=note] .notice")).trim()`, c.want)
	}
}
