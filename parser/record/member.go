package record

import "unspool/parser/jsonl"

// Member finds a member of the object that begins at line[at]. It returns the index of its
// value, or -1 if there is none. It is for rare records: members that any record may have
// are in [Record].
func Member(line []byte, at int, name string) int {
	found := -1
	if at < 0 {
		return found
	}
	jsonl.Object(line, at, func(key []byte, at int) int {
		end := jsonl.Skip(line, at)
		if string(key) == name && end > 0 {
			found = at
		}
		return end
	})
	return found
}

// MemberText returns the text of a member that is a string, at most limit bytes of it; ok
// is false if it is not a string.
func MemberText(line []byte, at int, name string, limit int) (text string, ok bool) {
	if at = Member(line, at, name); at < 0 || line[at] != '"' {
		return "", false
	}
	return string(Prefix(AppendString(nil, line, at, limit+4), limit)), true
}

// MemberInteger returns the whole number of a member, or 0 if it is not one.
func MemberInteger(line []byte, at int, name string) int64 {
	if at = Member(line, at, name); at < 0 {
		return 0
	}
	return integer(line, at)
}
