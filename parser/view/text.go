package view

import "unspool/parser/record"

// headLimit bounds the head of a text that crosses with its body: 256 kB.
const headLimit = 256 << 10

// bodyRoom bounds the heads of one body together: 512 kB. When it is used up,
// the others still have lastHeads bytes each.
const (
	bodyRoom  = 512 << 10
	lastHeads = 4 << 10
)

// pieceLimit bounds what one call of [Viewer.Text] gives: 4 MB.
const pieceLimit = 4 << 20

// texts gives the texts of a part that can be long; the most wanted first.
func (p *Part) texts() [5]*string {
	return [...]*string{&p.Command, &p.Text, &p.Stderr, &p.Old, &p.New}
}

// text gives one of them by the name that a page has for it, nil for others.
func (p *Part) text(name string) *string {
	for i, have := range [...]string{"command", "text", "stderr", "old", "new"} {
		if have == name {
			return p.texts()[i]
		}
	}
	return nil
}

// cutParts leaves the heads of long texts.
func cutParts(parts []Part) {
	room := bodyRoom
	for i := range parts {
		p := &parts[i]
		size, cut := 0, false
		for _, text := range p.texts() {
			size += len(*text)
			if limit := max(lastHeads, min(headLimit, room)); len(*text) > limit {
				*text, cut = string(record.Prefix([]byte((*text)[:limit]), limit-1)), true
			}
			room -= len(*text)
		}
		if cut && !p.Cut {
			p.Cut, p.Size = true, size
		}
	}
}

// Text gives a stretch of one text of a body, from a byte on: the part by its
// place, the text as "text", "command", "stderr", "old" or "new". False if there
// is none.
func (v *Viewer) Text(session int, key string, part int, name string, from int) (Piece, bool) {
	parts := v.body(session, key, maxSpilled).Parts
	if part < 0 || part >= len(parts) {
		return Piece{}, false
	}
	text := parts[part].text(name)
	if text == nil || from < 0 || from > len(*text) {
		return Piece{}, false
	}
	piece := []byte((*text)[from:min(from+pieceLimit, len(*text))])
	if from+len(piece) < len(*text) {
		piece = record.Prefix(piece, pieceLimit-1)
	}
	return Piece{Text: string(piece), Next: from + len(piece), Total: len(*text)}, true
}
