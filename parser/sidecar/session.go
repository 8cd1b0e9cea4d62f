package sidecar

// A Cowork is what Cowork, the desktop program's local agent, records about a session in
// local_<uuid>.json next to the session's folder: FORMAT.md, "Other inputs people drop".
type Cowork struct {
	Session string // ID of the session
	Title   string
	Folder  string // the first folder that the person chose
}

// ParseCowork reads local_<uuid>.json.
func ParseCowork(b []byte) Cowork {
	o := parseObject(b)
	c := Cowork{Session: o.text("cliSessionId"), Title: o.text("title")}
	for folder := range o.elements("userSelectedFolders") {
		if c.Folder = decodeText(folder); c.Folder != "" {
			break
		}
	}
	return c
}

// ParseTitle reads custom-title.json, a copy of the title of a session.
func ParseTitle(b []byte) string { return parseObject(b).text("customTitle", "title") }

// A TypedPrompt is a prompt or command as it was typed.
type TypedPrompt struct {
	Session string // ID of the session
	Text    string
}

// ParseHistoryLine reads a line of history.jsonl. It returns false if a field is missing.
func ParseHistoryLine(line []byte) (TypedPrompt, bool) {
	o := parseObject(line)
	p := TypedPrompt{Session: o.text("sessionId"), Text: o.text("display")}
	return p, p.Session != "" && p.Text != ""
}
