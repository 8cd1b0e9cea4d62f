package rows

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"unspool/parser"
)

// RecordKey returns the address of a record.
func RecordKey(f *parser.File, index int32) string { return KeyOf(f, index, -1) }

// KeyOf returns the address of a block of a record or, as for items of the parser, of the
// whole record if block is negative.
func KeyOf(f *parser.File, index, block int32) string {
	r := f.Records.At(index)
	key := f.UUID(index)
	switch {
	case key == "", r.Class == parser.ClassDuplicate: // the uuid refers to the original record
		key = "@" + strconv.Itoa(f.Number) + ":" + strconv.FormatInt(r.Offset, 10)
	case f.Role != parser.RoleMain:
		key = "@" + strconv.Itoa(f.Number) + "/" + key
	}
	if block >= 0 {
		key += "#" + strconv.Itoa(int(block-r.First))
	}
	return key
}

const (
	linkPrefix  = "link:"
	agentPrefix = "agent:"
)

// mark returns the prefix of the key of a mark, which has no record of its own, or ""
// for other items.
func mark(kind parser.ItemKind) string {
	switch kind {
	case parser.ItemRestart:
		return "restart:"
	case parser.ItemMode:
		return "mode:"
	case parser.ItemInvalid:
		return string(parser.CodeInvalid) + ":"
	case parser.ItemEncoding:
		return string(parser.CodeEncoding) + ":"
	case parser.ItemUnfinished:
		return string(parser.CodeUnfinished) + ":"
	}
	return ""
}

// marks are the kinds of items with a mark.
var marks = [...]parser.ItemKind{parser.ItemRestart, parser.ItemMode, parser.ItemInvalid, parser.ItemEncoding, parser.ItemUnfinished}

// IsMark reports whether an item is shown by a mark that has no record of its own.
func IsMark(kind parser.ItemKind) bool { return mark(kind) != "" }

// ItemKey returns the key of the row that begins with an item, without folds.
func ItemKey(f *parser.File, item *parser.Item) string {
	return mark(item.Kind) + KeyOf(f, item.Record, item.Block)
}

// BranchKey returns the key of the abandoned branch that begins with an item.
func BranchKey(f *parser.File, item *parser.Item) string {
	return string(branchFold) + KeyOf(f, item.Record, item.Block)
}

func linkKey(r *parser.Relation) string { return linkPrefix + r.Kind.String() + ":" + r.ID }

// AgentKey returns the key of the row of an agent that was not started by a known call.
func AgentKey(a *parser.Agent) string {
	if a.Conv == nil {
		return agentPrefix + a.ID
	}
	return agentPrefix + a.ID + "@" + strconv.Itoa(a.Conv.File.Number)
}

// RunKey returns the key of the row of a run that was not started by a known call.
func RunKey(w *parser.Workflow) string { return "run:" + w.ID }

// InternalKey is the key of the row of the internal agents.
const InternalKey = "internal"

func (r *Ref) key() string {
	if r.AgentRow != nil {
		return r.AgentRow.key()
	}
	switch {
	case r.notice:
		return "broken"
	case r.link != nil:
		return linkKey(r.link)
	}
	item := &r.Conv.Items[r.From]
	if r.Fold == "" {
		return ItemKey(r.Conv.File, item)
	}
	return string(r.Fold) + KeyOf(r.Conv.File, item.Record, item.Block)
}

// An Address is the target of a key or of a record's uuid: a record, or one of its blocks.
type Address struct {
	File   *parser.File
	Record int32
	block  int32 // -1 for the whole record
}

// Call returns the index of the tool call whose block the address refers to. The second result
// is false if there is none.
func (a Address) Call() (int32, bool) {
	if a.block < 0 {
		return 0, false
	}
	call := a.File.Blocks.At(a.block).Call
	return call, call >= 0
}

// ParseAddress returns the target of an address. A uuid without a file number is looked up in
// all files of the session. The second result is false if there is no such record or block.
func ParseAddress(s *parser.Session, address string) (a Address, ok bool) {
	_, address = foldIn(address)
	for _, kind := range marks {
		address = strings.TrimPrefix(address, mark(kind))
	}
	address, number, hasBlock := strings.Cut(address, "#")
	a.File, a.Record, ok = findRecord(s, address)
	if a.block = -1; !ok || !hasBlock {
		return a, ok
	}
	n, err := strconv.Atoi(number)
	e := a.File.Records.At(a.Record)
	if err != nil || n < 0 || n >= int(e.Blocks) {
		return Address{}, false
	}
	a.block = e.First + int32(n)
	return a, true
}

// findRecord returns the record with an address that names no block.
func findRecord(s *parser.Session, address string) (*parser.File, int32, bool) {
	if place, found := strings.CutPrefix(address, "@"); found {
		at := strings.IndexAny(place, ":/")
		if at < 0 {
			return nil, 0, false
		}
		f := fileWith(s, place[:at])
		if f == nil {
			return nil, 0, false
		}
		if place[at] == '/' {
			index, ok := f.Lookup(place[at+1:])
			return f, index, ok
		}
		offset, err := strconv.ParseInt(place[at+1:], 10, 64)
		if err != nil {
			return nil, 0, false
		}
		index, ok := recordAt(f, offset)
		return f, index, ok
	}
	for _, f := range s.Files {
		if index, ok := f.Lookup(address); ok && IsShown(s, f, index) {
			return f, index, true
		}
	}
	return nil, 0, false
}

// IsShown reports whether a record belongs to a conversation of the session, and not to a
// copy of one.
func IsShown(s *parser.Session, f *parser.File, index int32) bool {
	c := f.Conversations[f.Records.At(index).Conv]
	return c == s.Main || s.AgentOf(c) != nil
}

func fileWith(s *parser.Session, number string) *parser.File {
	for _, f := range s.Files {
		if strconv.Itoa(f.Number) == number {
			return f
		}
	}
	return nil
}

// recordAt returns the record that begins at an offset of a file.
func recordAt(f *parser.File, offset int64) (int32, bool) {
	i := int32(sort.Search(int(f.Records.Len()), func(i int) bool { return f.Records.At(int32(i)).Offset >= offset }))
	return i, i < f.Records.Len() && f.Records.At(i).Offset == offset
}

// IndexOf returns the index of the row with a key. The second result is false if there is
// none now.
func (l *List) IndexOf(key string) (int, bool) {
	rows := l.Rows()
	isOther := func(r Ref) bool { return !r.HasItems() && r.key() == key }
	if i := slices.IndexFunc(rows, isOther); i >= 0 {
		return i, true
	}
	a, ok := ParseAddress(l.Session, key)
	if !ok {
		return 0, false
	}
	kind, bare := foldIn(key)
	for i := range rows {
		r := &rows[i]
		if !r.HasItems() || r.Fold != kind || r.Conv.File != a.File {
			continue
		}
		if item := &r.Conv.Items[r.From]; item.Record == a.Record && item.Block == a.block && (kind != "" || isMarked(bare, item.Kind)) {
			return i, true
		}
	}
	if kind == branchFold { // it is one of several branches at its place
		if r := l.attemptsWith(key); r != nil {
			return l.IndexOf(r.key())
		}
	}
	return 0, false
}

// isMarked reports whether a key without a fold can belong to an item of this kind.
func isMarked(key string, kind parser.ItemKind) bool {
	for _, other := range marks {
		if strings.HasPrefix(key, mark(other)) {
			return kind == other
		}
	}
	return mark(kind) == ""
}

// foldIn splits a key into its fold kind and the address of its first record.
func foldIn(key string) (FoldKind, string) {
	for _, kind := range foldKinds {
		if address, found := strings.CutPrefix(key, string(kind)); found {
			return kind, address
		}
	}
	return "", key
}
