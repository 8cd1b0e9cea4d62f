package filediff

import (
	"strconv"
	"strings"
)

// A Text is the change of a file in the format of git, produced line by line because it can be long.
type Text struct {
	lines []string // lines to return next
	hunks []Hunk   // hunks after those lines
}

// NewText returns the text of a change. path is relative, with "/" between folders.
func NewText(path string, isNew bool, hunks []Hunk) *Text {
	a, b := quote("a/"+path), quote("b/"+path)
	t := &Text{lines: []string{"diff --git " + a + " " + b}, hunks: hunks}
	if isNew {
		t.lines = append(t.lines, "new file mode 100644")
		a = "/dev/null"
	}
	if len(hunks) > 0 {
		t.lines = append(t.lines, "--- "+a, "+++ "+b)
	}
	return t
}

// Next returns the next line without its end, and false after the last one.
func (t *Text) Next() (line string, ok bool) {
	if len(t.lines) > 0 {
		line, t.lines = t.lines[0], t.lines[1:]
		return line, true
	}
	if len(t.hunks) == 0 {
		return "", false
	}
	k := &t.hunks[0]
	t.lines, t.hunks = k.Lines, t.hunks[1:]
	before, after := k.Sizes()
	head := appendRange([]byte("@@ -"), k.OldStart, before)
	head = appendRange(append(head, " +"...), k.NewStart, after)
	return string(append(head, " @@"...)), true
}

func appendRange(dst []byte, start, size int) []byte {
	dst = append(strconv.AppendInt(dst, int64(start), 10), ',')
	return strconv.AppendInt(dst, int64(size), 10)
}

// quote quotes a name like git if it contains special characters.
func quote(name string) string {
	plain := true
	for i := range len(name) {
		plain = plain && name[i] >= ' ' && name[i] < 0x7f && name[i] != '"' && name[i] != '\\'
	}
	if plain && !strings.HasSuffix(name, " ") {
		return name
	}
	b := []byte{'"'}
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c >= 0x7f:
			b = append(b, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
