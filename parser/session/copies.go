package session

import (
	"sort"

	"unspool/parser/internal/table"
	"unspool/parser/transcript"
)

// A Copy is a range of a main file's records that came from another session: FORMAT.md, "File
// copies". Records without a UUID between copied ones belong to the range, too.
type Copy struct {
	From, To int32 // Records
	// Session is the ID of the session that the records come from.
	Session string
	// File is the original, which holds each of these records as well. It is nil if the original is
	// not among the files, or no longer holds them.
	File *transcript.File
	Last string // the UUID of the last of these records in File
}

// Copies holds the records of a store's main files that came from other sessions. It is empty until
// the store is finished.
type Copies struct {
	ranks  fileRanks
	ranges map[*transcript.File]copiedRanges // of files with copied records
}

// copiedRanges are the copied ranges of a file, in order.
type copiedRanges struct {
	list     []Copy
	restarts int // File.Restarts for which they hold
}

// In returns the ranges of copied records in a file, in order.
func (x *Copies) In(f *transcript.File) []Copy {
	ranges := x.ranges[f]
	if ranges.restarts != f.Restarts {
		return nil
	}
	return ranges.list
}

// At returns the range of copied records that contains a record; ok is false for the file's own
// records.
func (x *Copies) At(f *transcript.File, record int32) (c Copy, ok bool) {
	list := x.In(f)
	i := sort.Search(len(list), func(i int) bool { return list[i].To > record })
	if i == len(list) || list[i].From > record {
		return Copy{}, false
	}
	return list[i], true
}

// Original returns the file that shows a record in full: the original file if the record is a copy,
// else the given one.
func (x *Copies) Original(f *transcript.File, record int32) *transcript.File {
	if c, ok := x.At(f, record); ok && c.File != nil {
		return c.File
	}
	return f
}

// IsCopied reports whether another file shows a record in full.
func (x *Copies) IsCopied(f *transcript.File, record int32) bool {
	return x.Original(f, record) != f
}

// A copyFinder finds which main files hold the same records. Each record is looked up once among
// the first records of all files, and once more in the files that turned out to share some, so the
// cost is linear in the number of records.
type copyFinder struct {
	files        []*transcript.File
	copies       *Copies
	first        map[table.UUID]int32            // UUID of one of a file's first records → index in files
	group        []int32                         // union-find forest of files that share records; see root
	predecessors map[table.UUID]*transcript.File // UUIDs of records that files continue from → the file that holds them
}

// firstRecords is how many records at a file's start are looked up in other files. A copy begins
// like its original, except for a few records of its own.
const firstRecords = 20

// find determines, for each main file, which of its records are copies. It returns the files that
// hold the records that other files continue from.
func (x *Copies) find(files []*transcript.File) map[table.UUID]*transcript.File {
	k := &copyFinder{files: files, copies: x, predecessors: map[table.UUID]*transcript.File{}}
	clear(x.ranges)
	if len(files) > 1 {
		k.groupByRecords()
		k.settle()
	}
	for _, f := range files {
		if len(x.In(f)) == 0 {
			x.note(f, nil)
		}
	}
	return k.predecessors
}

// groupByRecords groups the files that share records.
func (k *copyFinder) groupByRecords() {
	k.first = make(map[table.UUID]int32, firstRecords*len(k.files))
	k.group = make([]int32, len(k.files))
	for at, f := range k.files {
		k.group[at] = int32(at)
		for _, uuid := range []string{f.Lineage.Predecessor, f.Lineage.ForkedAt} {
			if _, found := f.Lookup(uuid); uuid != "" && !found {
				k.predecessors[f.UUIDOf(uuid)] = nil
			}
		}
	}
	for at, f := range k.files {
		n := 0
		for i := int32(0); i < f.Records.Len() && n < firstRecords; i++ {
			if uuid := f.Records.At(i).UUID; !uuid.None() {
				k.claim(uuid, int32(at))
				n++
			}
		}
		for i := range f.Lineage.Renamed[:min(firstRecords, len(f.Lineage.Renamed))] {
			k.claim(f.Lineage.Renamed[i].UUID, int32(at))
		}
	}
	for at, f := range k.files {
		for i := range f.Records.Len() {
			uuid := f.Records.At(i).UUID
			if uuid.None() {
				continue
			}
			if other, ok := k.first[uuid]; ok {
				k.join(other, int32(at))
			}
			if len(k.predecessors) > 0 {
				if holder, ok := k.predecessors[uuid]; ok && (holder == nil || k.copies.ranks.older(f, holder)) {
					k.predecessors[uuid] = f
				}
			}
		}
	}
}

func (k *copyFinder) claim(uuid table.UUID, at int32) {
	if other, taken := k.first[uuid]; taken {
		k.join(other, at)
		return
	}
	k.first[uuid] = at
}

func (k *copyFinder) root(at int32) int32 {
	for k.group[at] != at {
		k.group[at] = k.group[k.group[at]]
		at = k.group[at]
	}
	return at
}

func (k *copyFinder) join(a, b int32) {
	if a, b = k.root(a), k.root(b); a != b {
		k.group[max(a, b)] = min(a, b)
	}
}

// settle assigns every record that several files hold to the oldest of them.
func (k *copyFinder) settle() {
	groups := map[int32][]*transcript.File{}
	for at, f := range k.files {
		root := k.root(int32(at))
		groups[root] = append(groups[root], f)
	}
	for _, files := range groups {
		if len(files) < 2 {
			continue
		}
		sort.Slice(files, func(i, j int) bool { return k.copies.ranks.older(files[i], files[j]) })
		owner := map[table.UUID]*transcript.File{}
		for _, f := range files {
			k.copies.note(f, owner)
			for i := range f.Records.Len() {
				if uuid := f.Records.At(i).UUID; !uuid.None() && owner[uuid] == nil {
					owner[uuid] = k.copies.Original(f, i) // a copy with new UUIDs may itself be copied
				}
			}
		}
	}
}

// older reports whether a comes before b among files that share records, the original first: the
// file whose name its records carry, then the one that begins earlier. Of copies that begin alike,
// the one that ends later counts as the copy.
func (r fileRanks) older(a, b *transcript.File) bool {
	x, y := &a.Metadata, &b.Metadata
	switch {
	case r[a] != r[b]:
		return r[a] < r[b]
	case x.Start != y.Start:
		return x.Start < y.Start
	case x.End != y.End:
		return x.End < y.End
	}
	return a.Path < b.Path
}

// fileRanks are the ranks of main files among those that share records.
type fileRanks map[*transcript.File]int

// The ranks, the original first.
const (
	rankOwn  = iota
	rankCopy // its records mark it as a copy
	rankTwin // another file of the same session is newer or larger
)

func rankOf(f *transcript.File) int {
	l := &f.Lineage
	if l.Background || len(l.Forks) > 0 || len(l.IDs) > 0 && l.IDs[0].Session != f.SessionID() {
		return rankCopy
	}
	return rankOwn
}

// newer reports whether a takes precedence over b, where both files have the same ID.
func newer(a, b *transcript.File) bool {
	switch {
	case a.Metadata.End != b.Metadata.End:
		return a.Metadata.End > b.Metadata.End
	case a.Records.Len() != b.Records.Len():
		return a.Records.Len() > b.Records.Len()
	}
	return a.Path < b.Path
}

// note finds the ranges of copies in a file: records that an older file holds, and records that
// name another session as their origin. owner maps UUIDs to the older files that hold them. For
// example, a file of session B begins with records of session A, whose file is known:
//
//	record   UUID   owner
//	0        a1     file of A
//	1        none              it lies between copies
//	2        a2     file of A
//	3        b1     none
//
// Its only range is {From: 0, To: 3, Session: A, File: file of A, Last: a2}. Without the file of A,
// the range comes from the forkedFrom of the records, or from their sessionId, and File is nil.
func (x *Copies) note(f *transcript.File, owner map[table.UUID]*transcript.File) {
	remaining := f.Lineage
	own := f.SessionID()
	if !f.Lineage.Carries(own) {
		remaining.IDs = nil // no record is the file's own: it continues another session
	}
	if owner == nil && len(remaining.Forks) == 0 && len(remaining.IDs) < 2 {
		return
	}
	cursor := copyCursor{file: f, owner: owner, remaining: remaining}
	var list []Copy
	var last *Copy
	var ends []table.UUID // of the last records of the copies
	for i := range f.Records.Len() {
		uuid := f.Records.At(i).UUID
		if uuid.None() {
			continue
		}
		session, file, there := cursor.origin(i, uuid)
		switch {
		case session == "" || session == own && file == nil:
			last = nil
		case last != nil && last.Session == session && last.File == file:
			last.To, ends[len(ends)-1] = i+1, there
		default:
			list = append(list, Copy{From: i, To: i + 1, Session: session, File: file})
			ends = append(ends, there)
			last = &list[len(list)-1]
		}
	}
	for i, there := range ends {
		list[i].Last = f.UUIDText(there)
	}
	if len(list) > 0 {
		x.ranges[f] = copiedRanges{list, f.Restarts}
	}
}

// A copyCursor finds the origins of a file's records, which it passes in file order.
type copyCursor struct {
	file      *transcript.File
	owner     map[table.UUID]*transcript.File
	remaining transcript.Lineage // of the current record and those that follow
}

// origin returns the session that the record at index was copied from, "" if it is no copy. If a
// file of the store holds the original, it also returns that file and the UUID of the original.
func (x *copyCursor) origin(index int32, uuid table.UUID) (session string, file *transcript.File, there table.UUID) {
	l := &x.remaining
	for len(l.Forks) > 0 && l.Forks[0].To <= index {
		l.Forks = l.Forks[1:]
	}
	for len(l.IDs) > 1 && l.IDs[0].To <= index {
		l.IDs = l.IDs[1:]
	}
	for len(l.Renamed) > 0 && l.Renamed[0].Record < index {
		l.Renamed = l.Renamed[1:]
	}
	there = uuid
	if len(l.Renamed) > 0 && l.Renamed[0].Record == index {
		there = l.Renamed[0].UUID
	}
	if file = x.owner[there]; file != nil && file != x.file {
		return file.SessionID(), file, there
	}
	switch {
	case len(l.Forks) > 0 && l.Forks[0].From <= index:
		return l.Forks[0].Session, nil, table.UUID{}
	case len(l.IDs) > 0 && l.IDs[0].From <= index && index < l.IDs[0].To:
		return l.IDs[0].Session, nil, table.UUID{}
	}
	return "", nil, there
}
