package patch

import (
	"strconv"
	"strings"
)

// Append writes the change of a file as git takes it. path is relative, with "/"
// between folders.
func Append(dst []byte, path string, isNew bool, hunks []Hunk) []byte {
	a, b := quote("a/"+path), quote("b/"+path)
	dst = append(dst, "diff --git "+a+" "+b+"\n"...)
	if isNew {
		dst = append(dst, "new file mode 100644\n"...)
		a = "/dev/null"
	}
	if len(hunks) == 0 {
		return dst
	}
	dst = append(dst, "--- "+a+"\n+++ "+b+"\n"...)
	for i := range hunks {
		k := &hunks[i]
		before, after := k.Sizes()
		dst = append(dst, "@@ -"...)
		dst = appendRange(dst, k.OldStart, before)
		dst = append(dst, " +"...)
		dst = appendRange(dst, k.NewStart, after)
		dst = append(dst, " @@\n"...)
		for _, l := range k.Lines {
			dst = append(append(dst, l...), '\n')
		}
	}
	return dst
}

func appendRange(dst []byte, start, size int) []byte {
	dst = append(strconv.AppendInt(dst, int64(start), 10), ',')
	return strconv.AppendInt(dst, int64(size), 10)
}

// quote writes a name as git does where it holds more than plain characters.
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
