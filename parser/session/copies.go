package session

import (
	"sort"

	"unspool/parser/internal/table"
	"unspool/parser/transcript"
)

// A copyFinder finds which main files hold the same records. Each record is looked up once among
// the first records of all files, and once more in the files that turned out to share some, so the
// cost is linear in the number of records.
type copyFinder struct {
	files        []*transcript.File
	ranks        fileRanks
	first        map[table.UUID]int32            // UUID of one of a file's first records → index in files
	group        []int32                         // union-find forest of files that share records; see root
	predecessors map[table.UUID]*transcript.File // UUIDs of records that files continue from → the file that holds them
}

// firstRecords is how many records at a file's start are looked up in other files. A copy begins
// like its original, except for a few records of its own.
const firstRecords = 20

// findCopies determines, for each main file, which of its records are copies. It returns the files
// that hold the records that other files continue from.
func findCopies(files []*transcript.File, ranks fileRanks) map[table.UUID]*transcript.File {
	k := &copyFinder{files: files, ranks: ranks, predecessors: map[table.UUID]*transcript.File{}}
	for _, f := range files {
		f.Copies = nil
	}
	if len(files) > 1 {
		k.groupByRecords()
		k.settle()
	}
	for _, f := range files {
		if f.Copies == nil {
			noteCopies(f, nil)
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
		for _, uuid := range []string{f.Origin.Predecessor, f.Origin.ForkedAt} {
			if uuid != "" && f.Lookup(uuid) == transcript.None {
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
		for i := range f.Origin.Renamed[:min(firstRecords, len(f.Origin.Renamed))] {
			k.claim(f.Origin.Renamed[i].UUID, int32(at))
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
				if holder, ok := k.predecessors[uuid]; ok && (holder == nil || k.ranks.older(f, holder)) {
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
		sort.Slice(files, func(i, j int) bool { return k.ranks.older(files[i], files[j]) })
		owner := map[table.UUID]*transcript.File{}
		for _, f := range files {
			noteCopies(f, owner)
			for i := range f.Records.Len() {
				if uuid := f.Records.At(i).UUID; !uuid.None() && owner[uuid] == nil {
					owner[uuid] = f.Original(i) // a copy with new UUIDs may itself be copied
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
	o := &f.Origin
	if o.Background || len(o.Forks) > 0 || len(o.IDs) > 0 && o.IDs[0].Session != f.SessionID() {
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

// noteCopies finds the file's ranges of copies: records that an older file holds, and records that name
// another session as their origin.
func noteCopies(f *transcript.File, owner map[table.UUID]*transcript.File) {
	o := &f.Origin
	own := f.SessionID()
	ids := o.IDs
	if !f.Carries(own) {
		ids = nil // no record is the file's own: it continues another session
	}
	if owner == nil && len(o.Forks) == 0 && len(ids) < 2 {
		return
	}
	forks, names := o.Forks, o.Renamed
	var last *transcript.Copy
	var ends []table.UUID // of the last records of the copies
	for i := range f.Records.Len() {
		uuid := f.Records.At(i).UUID
		if uuid.None() {
			continue
		}
		at := i
		for len(forks) > 0 && forks[0].To <= at {
			forks = forks[1:]
		}
		for len(ids) > 1 && ids[0].To <= at {
			ids = ids[1:]
		}
		for len(names) > 0 && names[0].Record < at {
			names = names[1:]
		}
		there := uuid
		if len(names) > 0 && names[0].Record == at {
			there = names[0].UUID
		}
		session, file := "", owner[there]
		switch {
		case file != nil && file != f:
			session = file.SessionID()
		case len(forks) > 0 && forks[0].From <= at:
			session, file, there = forks[0].Session, nil, table.UUID{}
		case len(ids) > 0 && ids[0].From <= at && at < ids[0].To:
			session, file, there = ids[0].Session, nil, table.UUID{}
		default:
			file = nil
		}
		switch {
		case session == "" || session == own && file == nil:
			last = nil
		case last != nil && last.Session == session && last.File == file:
			last.To, ends[len(ends)-1] = at+1, there
		default:
			f.Copies = append(f.Copies, transcript.Copy{From: at, To: at + 1, Session: session, File: file})
			ends = append(ends, there)
			last = &f.Copies[len(f.Copies)-1]
		}
	}
	for i, there := range ends {
		f.Copies[i].Last = f.UUIDText(there)
	}
}
