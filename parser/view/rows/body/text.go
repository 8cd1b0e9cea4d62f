package body

import (
	"unspool/parser/record"

	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/tool"
)

// bodyRoom limits the total size of the texts of one body to 512 kB. When it is used up, each
// further text still has lastHeads bytes.
const (
	bodyRoom  = 512 << 10
	lastHeads = 4 << 10
)

// pieceLimit limits the result of one call of [Reader.Text] to 4 MB.
const pieceLimit = 4 << 20

// partTexts returns the texts of a part that can be long, the most important first.
func partTexts(p *protocol.Part) [5]*string {
	return [...]*string{&p.Command, &p.Text, &p.Stderr, &p.Old, &p.New}
}

// partText returns one of the texts by the name that a page uses for it, or nil for other names.
func partText(p *protocol.Part, name string) *string {
	for i, have := range [...]string{"command", "text", "stderr", "old", "new"} {
		if have == name {
			return partTexts(p)[i]
		}
	}
	return nil
}

// cutParts cuts long texts to their beginnings.
func cutParts(parts []protocol.Part) {
	room := bodyRoom
	for i := range parts {
		p := &parts[i]
		size, cut := 0, false
		for _, text := range partTexts(p) {
			size += len(*text)
			if limit := max(lastHeads, min(rows.HeadLimit, room)); len(*text) > limit {
				*text, cut = string(record.Prefix([]byte((*text)[:limit]), limit-1)), true
			}
			room -= len(*text)
		}
		if cut && !p.Cut {
			p.Cut, p.Size = true, size
		}
	}
}

// Text returns a piece of one text of a body, starting at the byte from. part is the index
// of the part, and name is "text", "command", "stderr", "old" or "new". The second result is
// false if there is no such text.
func (v *Reader) Text(session int, key string, part int, name string, from int) (protocol.Piece, bool) {
	parts := v.whole(session, key, tool.MaxPersisted).Parts
	if part < 0 || part >= len(parts) {
		return protocol.Piece{}, false
	}
	whole := partText(&parts[part], name)
	if whole == nil || from < 0 || from > len(*whole) {
		return protocol.Piece{}, false
	}
	piece := []byte((*whole)[from:min(from+pieceLimit, len(*whole))])
	if from+len(piece) < len(*whole) {
		piece = record.Prefix(piece, pieceLimit-1)
	}
	return protocol.Piece{Text: string(piece), Next: from + len(piece), Total: len(*whole)}, true
}
