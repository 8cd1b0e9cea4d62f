package rows

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"unspool/parser"
)

// A row's key is the address of what it shows:
//
//	UUID            a record of the main file
//	UUID#2          its third block
//	@3/UUID         a record of another file: agents' files can contain copies of records
//	@3:4711         a record without a uuid, by its offset in a file
//	branch:KEY      the fold of an abandoned branch that begins there
//	attempts:KEY    the fold of several branches; the first begins there; branch:KEY opens one
//	series:KEY      the fold of similar calls that begin there
//	model:KEY       the mark that another model answers from there on
//	mode:KEY        the mark that the permission mode changed with that prompt
//	restart:KEY     the mark that the conversation restarts there
//	broken          the notice that the links of the main file are broken
//	copy:KEY        the fold of records from another session that begin there
//	link:KIND:ID    the link to another session
//	agent:ID@3      an agent with a row of its own, in that file
//	run:ID          a workflow run that no call started
//	phase:ID/2      the third phase of a run
//	end:5:ID@3      the end of an agent's segment that begins with its sixth item
//	internal        the agents that Claude Code ran for itself

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
	}
	return ""
}

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

func AgentKey(a *parser.Agent) string {
	if a.Conv == nil {
		return agentPrefix + a.ID
	}
	return agentPrefix + a.ID + "@" + strconv.Itoa(a.Conv.File.Number)
}

func RunKey(w *parser.Workflow) string { return "run:" + w.ID }

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

// ParseAddress returns the record and the block, -1 for none, that an address refers to. A
// uuid without a file number is looked up in all files of the session.
func ParseAddress(s *parser.Session, address string) (f *parser.File, index, block int32, ok bool) {
	_, address = foldIn(address)
	address = strings.TrimPrefix(strings.TrimPrefix(address, mark(parser.ItemRestart)), mark(parser.ItemMode))
	address, number, hasBlock := strings.Cut(address, "#")
	index = -1
	if remainder, found := strings.CutPrefix(address, "@"); found {
		at := strings.IndexAny(remainder, ":/")
		if at < 0 {
			return nil, 0, 0, false
		}
		if f = fileWith(s, remainder[:at]); f == nil {
			return nil, 0, 0, false
		}
		if remainder[at] == '/' {
			index = f.Lookup(remainder[at+1:])
		} else if offset, err := strconv.ParseInt(remainder[at+1:], 10, 64); err == nil {
			index = recordAt(f, offset)
		}
	} else {
		for _, f = range s.Files {
			if index = f.Lookup(address); index >= 0 && IsShown(s, f, index) {
				break
			}
			index = -1
		}
	}
	if index < 0 {
		return nil, 0, 0, false
	}
	block = -1
	if hasBlock {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n >= int(f.Records.At(index).Blocks) {
			return nil, 0, 0, false
		}
		block = f.Records.At(index).First + int32(n)
	}
	return f, index, block, true
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

func recordAt(f *parser.File, offset int64) int32 {
	i := int32(sort.Search(int(f.Records.Len()), func(i int) bool { return f.Records.At(int32(i)).Offset >= offset }))
	if i == f.Records.Len() || f.Records.At(i).Offset != offset {
		return -1
	}
	return i
}

// IndexOf returns the index of the row with a key. The second result is false if there is
// none now.
func (l *List) IndexOf(key string) (int, bool) {
	rows := l.Rows()
	isOther := func(r Ref) bool { return !r.HasItems() && r.key() == key }
	if i := slices.IndexFunc(rows, isOther); i >= 0 {
		return i, true
	}
	f, index, block, ok := ParseAddress(l.Session, key)
	if !ok {
		return 0, false
	}
	kind, bare := foldIn(key)
	for i := range rows {
		r := &rows[i]
		if !r.HasItems() || r.Fold != kind || r.Conv.File != f {
			continue
		}
		if item := &r.Conv.Items[r.From]; item.Record == index && item.Block == block && (kind != "" || isMarked(bare, item.Kind)) {
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
	for _, other := range []parser.ItemKind{parser.ItemRestart, parser.ItemMode} {
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
