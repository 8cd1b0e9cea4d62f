package session

import (
	"sort"

	"unspool/parser/internal/table"
	"unspool/parser/transcript"
)

// A responseIndex ensures that each API response counts once over all files of a store: FORMAT.md,
// "De-duplication". Most responses have one reference. Those with several (copies by resume and
// fork, replays in agents' files) are handled by [responseIndex.resolve], which changes their messages.
//
// It processes what is new since the last update, so the work grows with the input and not with the
// number of updates.
type responseIndex struct {
	shared  *transcript.Shared
	copies  *Copies
	files   []*transcript.File
	states  map[*transcript.File]*fileResponses
	first   table.Table[entry]      // where each ID was seen first
	places  table.HashIndex         // of these entries, by ID
	several map[string][]messageRef // all references of an ID that was seen again
	entered int                     // sum of the entered messages of all files
}

// A fileResponses is the state of the index for one file. Messages are numbered as in messageRef.
type fileResponses struct {
	messages, relayed int32                // how many are entered
	changed           []int32              // entered ones that changed since then
	duplicates        map[int32]bool       // messages whose response counts at another message
	usageFrom         map[int32]messageRef // where the usage of a response is recorded, if not here
	revision          int                  // increases when one of the two changes
	restarts          int                  // File.Restarts for which all of this holds
}

// open returns the state of a new file, which learns of each change of usage in it.
func (b *responseIndex) open(f *transcript.File) {
	state := new(fileResponses)
	if b.states == nil {
		b.states = map[*transcript.File]*fileResponses{}
	}
	b.states[f] = state
	f.OnUsage = func(at int32) {
		if at >= 0 && at < state.messages || at < 0 && ^at < state.relayed {
			state.changed = append(state.changed, at)
		}
	}
}

// usageRevision returns a number that increases whenever the usage that counts in a file may have
// changed.
func (b *responseIndex) usageRevision(f *transcript.File) int {
	return f.UsageRevision + b.states[f].revision
}

// An entry is a compact message reference: most IDs have one.
type entry struct{ file, at int32 }

// A messageRef refers to a message of a file; at is ^index for a relayed message.
type messageRef struct {
	file *transcript.File
	at   int32
}

func (p messageRef) message() *transcript.Message {
	if p.at < 0 {
		return &p.file.Relays[^p.at].Message
	}
	return p.file.Messages.At(p.at)
}

func (p messageRef) id() []byte { return p.file.IDBytes(p.message().ID) }

func (p messageRef) request() []byte { return p.file.IDBytes(p.message().Request) }

// aside reports whether the message is outside of main conversations.
func (p messageRef) aside() bool {
	return p.at < 0 || p.file.Role == transcript.RoleAgent || p.message().Conv != 0
}

// update brings the messages of all files up to date.
func (b *responseIndex) update(files []*transcript.File) {
	entered := 0
	for _, f := range files {
		x := b.states[f]
		if x.messages > f.Messages.Len() || int(x.relayed) > len(f.Relays) || f.Restarts != x.restarts {
			entered = -1 << 40
		}
		entered += int(x.messages) + int(x.relayed)
	}
	if entered != b.entered || b.several == nil { // a file is read again
		b.reset(files)
	}
	dirty := map[string]bool{}
	for _, f := range files {
		x := b.states[f]
		for _, at := range x.changed {
			if id := (messageRef{f, at}).id(); b.several[string(id)] != nil {
				dirty[string(id)] = true
			}
		}
		x.changed = nil
		if n := len(b.files) - 1; n < 0 || b.files[n] != f {
			b.files = append(b.files, f)
		}
		for ; x.messages < f.Messages.Len(); x.messages++ {
			b.enter(messageRef{f, x.messages}, dirty)
		}
		for ; int(x.relayed) < len(f.Relays); x.relayed++ {
			b.enter(messageRef{f, ^x.relayed}, dirty)
		}
	}
	for id := range dirty {
		b.resolve(b.several[id])
	}
}

// reset forgets everything about the files.
func (b *responseIndex) reset(files []*transcript.File) {
	*b = responseIndex{shared: b.shared, copies: b.copies, states: b.states, several: map[string][]messageRef{}}
	for _, f := range files {
		x := b.states[f]
		*x = fileResponses{revision: x.revision + 1, restarts: f.Restarts}
	}
}

// review resolves all duplicates again, since it is known late which files are copies.
func (b *responseIndex) review() {
	for _, sites := range b.several {
		b.resolve(sites)
	}
}

func (b *responseIndex) enter(p messageRef, dirty map[string]bool) {
	b.entered++
	id := p.id()
	if len(id) == 0 {
		return
	}
	hash := b.shared.Hash(id)
	first := b.places.Find(hash, func(i int32) bool { return string(b.site(i).id()) == string(id) })
	if first == transcript.None {
		b.first.Add(entry{int32(len(b.files) - 1), p.at})
		b.places.Put(hash, b.first.Len()-1, func(i int32) uint64 { return b.shared.Hash(b.site(i).id()) })
		return
	}
	key := string(id)
	if b.several[key] == nil {
		b.several[key] = []messageRef{b.site(first)}
	}
	b.several[key] = append(b.several[key], p)
	dirty[key] = true
}

func (b *responseIndex) site(i int32) messageRef {
	e := b.first.At(i)
	return messageRef{b.files[e.file], e.at}
}

// A response gathers the references to one API response.
type response struct {
	owner, best messageRef
	copies      *Copies
	aside       bool // it is in no main conversation
	into        int  // index of the response that it is merged into, or its own
}

// resolve determines which references to one message ID are the same response, where each
// response counts, and with which usage.
func (b *responseIndex) resolve(sites []messageRef) {
	sort.Slice(sites, func(i, j int) bool {
		x, y := sites[i], sites[j]
		return x.file.Number < y.file.Number || x.file == y.file && x.at < y.at
	})
	list, of := b.byRequest(sites)
	mergeReplays(list, sites, of)
	final := make([]response, len(list))
	for i, p := range sites {
		if of[i] < 0 {
			continue
		}
		g := &final[list[of[i]].into]
		if g.owner.file == nil {
			g.owner, g.best, g.copies = p, p, b.copies
			continue
		}
		g.add(p)
	}
	for i, p := range sites {
		duplicate := of[i] < 0 && p.message().Counted
		better := messageRef{}
		if of[i] >= 0 {
			g := &final[list[of[i]].into]
			duplicate = g.owner != p
			if !duplicate && g.best != p && g.best.message().Usage.Output > p.message().Usage.Output {
				better = g.best
			}
		}
		b.setOutcome(p, duplicate, better)
	}
}

// byRequest groups the references by request; one without a request joins the only group there is.
// A message that does not count belongs to no group (-1). Neither does a relayed message if the
// agent's own file is present.
func (b *responseIndex) byRequest(sites []messageRef) (list []response, of []int) {
	own := false
	for _, p := range sites {
		own = own || p.at >= 0 && p.message().Counted
	}
	index := map[string]int{}
	of = make([]int, len(sites))
	for i, p := range sites {
		m := p.message()
		of[i] = -1
		if !m.Counted || own && p.at < 0 || m.Request == 0 {
			continue
		}
		at, known := index[string(p.request())]
		if !known {
			at = len(list)
			index[string(p.request())] = at
			list = append(list, response{owner: p, best: p, copies: b.copies, aside: true, into: at})
		}
		list[at].add(p)
		of[i] = at
	}
	only := len(list) // the group of those without a request
	if only == 1 {
		only = 0
	}
	for i, p := range sites {
		if m := p.message(); !m.Counted || own && p.at < 0 || m.Request != 0 {
			continue
		}
		if only == len(list) {
			list = append(list, response{owner: p, best: p, copies: b.copies, aside: true, into: only})
		}
		list[only].add(p)
		of[i] = only
	}
	return list, of
}

// add adds another reference to the response.
func (g *response) add(p messageRef) {
	g.aside = g.aside && p.aside()
	best, u := g.best.message(), p.message()
	if u.Usage.Output > best.Usage.Output ||
		u.Usage.Output == best.Usage.Output && p.file == g.best.file {
		g.best = p
	}
	if g.copies.isPreferred(p, g.owner) {
		g.owner = p
	}
}

// mergeReplays merges requests that are the same response: replays by /btw and by agents have
// requests of their own. They are recognized by equal input and cache numbers, or by occurring only
// outside of main conversations. Gateways that reuse IDs write different responses with one ID into
// one file: then only equal numbers count.
func mergeReplays(list []response, sites []messageRef, of []int) {
	if len(list) < 2 {
		return
	}
	type numbers struct{ input, read, write int64 }
	same := map[numbers]int{}
	for i := range list {
		u := &list[i].best.message().Usage
		n := numbers{u.Input, u.CacheRead, u.CacheWrite5m + u.CacheWrite1h}
		if n == (numbers{}) {
			continue
		}
		if first, known := same[n]; known {
			list[i].into = first
			list[first].aside = list[first].aside && list[i].aside
		} else {
			same[n] = i
		}
	}
	type segment struct {
		file  *transcript.File
		aside bool
	}
	holds := map[segment]int{}
	owner := -1
	for i, p := range sites {
		if of[i] < 0 {
			continue
		}
		into := list[of[i]].into
		at := segment{p.file, p.aside()}
		if other, known := holds[at]; known && other != into {
			return // the ID is reused
		}
		holds[at] = into
		if owner < 0 || list[owner].aside && !list[into].aside {
			owner = into
		}
	}
	for i := range list {
		if into := list[i].into; list[into].aside {
			list[i].into = owner
		}
	}
}

// isPreferred reports whether a response counts at a rather than at b: in a main conversation
// rather than an agent's, in the original file rather than its copies, where it was recorded first.
func (x *Copies) isPreferred(a, b messageRef) bool {
	if asideA, asideB := a.aside(), b.aside(); asideA != asideB {
		return asideB
	}
	if aFirst, bFirst := x.isOriginal(a, b), x.isOriginal(b, a); aFirst != bFirst {
		return aFirst
	}
	m, n := a.message(), b.message()
	return m.Time != n.Time && m.Time > 0 && (n.Time == 0 || m.Time < n.Time)
}

// isOriginal reports whether a's file is the one that b's file was copied from: FORMAT.md, "File
// copies".
func (x *Copies) isOriginal(a, b messageRef) bool {
	copiedA, copiedB := x.IsCopied(a.file, a.message().First), x.IsCopied(b.file, b.message().First)
	if copiedA != copiedB {
		return copiedB
	}
	return a.file != b.file && x.ranks.older(a.file, b.file)
}

// setOutcome sets whether a message is a duplicate, and which message has the better usage for
// it.
func (b *responseIndex) setOutcome(p messageRef, duplicate bool, better messageRef) {
	x := b.states[p.file]
	if x.duplicates[p.at] == duplicate && x.usageFrom[p.at] == better {
		return
	}
	x.revision++
	if duplicate && x.duplicates == nil {
		x.duplicates = map[int32]bool{}
	}
	if duplicate {
		x.duplicates[p.at] = true
	} else {
		delete(x.duplicates, p.at)
	}
	if better.file == nil {
		delete(x.usageFrom, p.at)
		return
	}
	if x.usageFrom == nil {
		x.usageFrom = map[int32]messageRef{}
	}
	x.usageFrom[p.at] = better
}
