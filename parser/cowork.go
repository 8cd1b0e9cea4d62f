package parser

import (
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A cowork is what Cowork, the desktop program's local agent, records about a session in
// local_<uuid>.json next to the session's folder: FORMAT.md, "Other inputs people drop".
type cowork struct{ session, title, folder string }

func parseCowork(b []byte) cowork {
	var d cowork
	text := func(at int) string { return string(record.AppendString(nil, b, at, titleSize)) }
	jsonl.Object(b, 0, func(key []byte, at int) int {
		switch string(key) {
		case "cliSessionId":
			d.session = text(at)
		case "title":
			d.title = text(at)
		case "userSelectedFolders":
			return jsonl.Array(b, at, func(at int) int {
				if d.folder == "" {
					d.folder = text(at)
				}
				return jsonl.Skip(b, at)
			})
		}
		return jsonl.Skip(b, at)
	})
	return d
}
