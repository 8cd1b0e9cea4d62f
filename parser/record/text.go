package record

import (
	"bytes"
	"unicode/utf8"

	"unspool/parser/jsonl"
)

// AppendString appends the value of the JSON string whose opening quote is b[at], at most
// limit bytes of it (all if limit is negative). Invalid escapes are kept as they are, and
// lone surrogates become U+FFFD: a transcript is shown, not judged.
func AppendString(dst, b []byte, at, limit int) []byte {
	if at >= len(b) || b[at] != '"' {
		return dst
	}
	start := len(dst)
	i := at + 1
	quote := at // the next quote; nothing after the string is looked at
	for i < len(b) && b[i] != '"' {
		if limit >= 0 && len(dst)-start >= limit {
			return dst[:start+len(Prefix(dst[start:], limit))]
		}
		if b[i] != '\\' {
			if quote < i {
				quote = len(b)
				if n := bytes.IndexByte(b[i:], '"'); n >= 0 {
					quote = i + n
				}
			}
			n := bytes.IndexByte(b[i:quote], '\\')
			if n < 0 {
				n = quote - i
			}
			if room := limit - (len(dst) - start); limit >= 0 && n > room {
				return append(dst, Prefix(b[i:i+n], room)...)
			}
			dst = append(dst, b[i:i+n]...)
			i += n
			continue
		}
		if i+1 >= len(b) {
			return append(dst, '\\')
		}
		var n int
		dst, n = appendEscape(dst, b[i:])
		i += n
	}
	if limit >= 0 && len(dst)-start > limit {
		return dst[:start+len(Prefix(dst[start:], limit))]
	}
	return dst
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func appendEscape(dst, b []byte) ([]byte, int) {
	if c := escapes[b[1]]; c != 0 {
		return append(dst, c), 2
	}
	if b[1] != 'u' { // what follows may be a letter of several bytes
		return append(dst, b[0]), 1
	}
	r, ok := hex4(b)
	if !ok {
		return append(dst, '\\', 'u'), 2
	}
	if r >= 0xd800 && r < 0xdc00 && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := hex4(b[6:]); ok && low >= 0xdc00 && low < 0xe000 {
			return utf8.AppendRune(dst, (r-0xd800)<<10+(low-0xdc00)+0x10000), 12
		}
	}
	return utf8.AppendRune(dst, r), 6 // a lone surrogate becomes U+FFFD here
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 6 {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Prefix returns the longest prefix of at most limit bytes that ends between runes.
func Prefix(b []byte, limit int) []byte {
	if len(b) <= limit {
		return b
	}
	for limit > 0 && !utf8.RuneStart(b[limit]) {
		limit--
	}
	return b[:limit]
}

// AppendWords appends the text of a content value: all of a string; the text blocks and
// bare strings of an array of blocks, one per line. It appends at most limit bytes, or all
// if limit is negative.
func AppendWords(dst, b []byte, at, limit int) []byte {
	if at >= len(b) {
		return dst
	}
	if b[at] == '"' {
		return AppendString(dst, b, at, limit)
	}
	start := len(dst)
	left := func() int {
		if limit < 0 {
			return -1
		}
		return max(0, limit-(len(dst)-start))
	}
	add := func(at int) {
		if len(dst) > start && left() != 0 {
			dst = append(dst, '\n')
		}
		dst = AppendString(dst, b, at, left())
	}
	s := jsonl.Trusted(b)
	s.Array(at, func(at int) int {
		if at < len(b) && b[at] == '"' {
			add(at)
			return s.Skip(at)
		}
		text, isText := -1, false
		end := object(&s, at, func(key []byte, at int) int {
			switch string(key) {
			case "type":
				isText = string(str(&s, at)) == "text"
			case "text":
				text = at
			}
			return s.Skip(at)
		})
		if isText && text >= 0 {
			add(text)
		}
		return end
	})
	return dst
}

// AppendText appends the text of a record to dst: of a prompt, as it was sent to the model. line is what
// the record was parsed from.
func (r *Record) AppendText(dst, line []byte) []byte {
	if len(r.Blocks) == 0 && r.Text.Len() > 0 { // text outside a message
		return AppendWords(dst, line, r.Text.From, -1)
	}
	from := len(dst)
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == PlainText {
			if len(dst) > from {
				dst = append(dst, '\n')
			}
			dst = AppendWords(dst, line, b.Text.From, -1)
		}
	}
	return dst
}

// str returns the string that begins at an index of a text, without copying if nothing is escaped. It returns
// nil for any other value, and for a string that is cut.
func str(s *jsonl.Scanner, at int) []byte {
	b := s.Text
	if b[at] != '"' {
		return nil
	}
	end := s.Skip(at)
	if end < 0 {
		return nil
	}
	raw := b[at+1 : end-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return AppendString(nil, b, at, -1)
}

// lastName returns the last element of a path of any operating system.
func lastName(path []byte) []byte {
	path = bytes.TrimRight(path, `/\`)
	return path[bytes.LastIndexAny(path, `/\`)+1:]
}

// MaxID is the length of the longest accepted id, in bytes; real ids have 40.
const MaxID = 256

// idString is str for an id. The index keeps ids, so a text of megabytes is rejected.
func idString(s *jsonl.Scanner, at int) []byte {
	if id := str(s, at); len(id) <= MaxID {
		return id
	}
	return nil
}

// object walks an object, and skips a value that is not one.
func object(s *jsonl.Scanner, at int, member func(key []byte, at int) int) int {
	if at < len(s.Text) && s.Text[at] == '{' {
		return s.Object(at, member)
	}
	return s.Skip(at)
}

// ParseTime parses an ISO 8601 time in UTC, such as "2026-05-01T10:00:00.000Z", into ms
// since 1970. It returns 0 if b is not one. It is written by hand because it runs once per
// record, and time.Parse would take a tenth of the total time.
func ParseTime(b []byte) int64 {
	if len(b) < 20 || b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' {
		return 0
	}
	year, month, day := digits(b[0:4]), digits(b[5:7]), digits(b[8:10])
	hour, minute, second := digits(b[11:13]), digits(b[14:16]), digits(b[17:19])
	if year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || minute < 0 || second < 0 {
		return 0
	}
	ms, scale, remainder := int64(0), int64(100), b[19:]
	if remainder[0] == '.' {
		for remainder = remainder[1:]; len(remainder) > 0 && remainder[0] >= '0' && remainder[0] <= '9'; remainder = remainder[1:] {
			ms += int64(remainder[0]-'0') * scale
			scale /= 10
		}
	}
	var zone int64
	if len(remainder) >= 6 && (remainder[0] == '+' || remainder[0] == '-') {
		zone = digits(remainder[1:3])*60 + digits(remainder[4:6])
		if remainder[0] == '-' {
			zone = -zone
		}
	}
	return ((days(year, month, day)*24+hour)*60+minute-zone)*60_000 + second*1000 + ms
}

func digits(b []byte) int64 {
	var n int64
	for _, c := range b {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int64(c-'0')
	}
	return n
}

// days returns the number of days from 1970 to a date of the Gregorian calendar. Source:
// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
func days(y, m, d int64) int64 {
	if m <= 2 {
		y--
		m += 12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + d - 719469
}
