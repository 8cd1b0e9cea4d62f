package session

import (
	"sort"

	"unspool/parser/internal/table"
	"unspool/parser/transcript"
)

// A responseIndex ensures that each API response counts once over all files of a store: FORMAT.md,
// "De-duplication". Most responses are recorded once. For those that are recorded several times
// (copies by resume and fork, replays in agents' files), [responseIndex.resolve] chooses the message
// where each counts. The choice is kept here, in fileResponses; the messages do not change.
//
// It processes only the messages that are new since the last update, so the work grows with the
// input and not with the number of updates.
type responseIndex struct {
	shared   *transcript.Shared
	copies   *Copies
	files    []*transcript.File
	states   map[*transcript.File]*fileResponses
	firsts   table.Table[packedMessage]   // where each ID was seen first
	byID     table.HashIndex              // firsts, by ID
	repeated map[string][]recordedMessage // all messages with an ID that was seen again
	entered  int                          // sum of the entered messages of all files
}

// A fileResponses is the state of the index for one file. Messages are numbered as in
// [recordedMessage].
type fileResponses struct {
	number            int32                     // of the file in the index, from 1; 0 before it has one
	messages, relayed int32                     // how many are entered
	changed           []int32                   // entered ones that changed since then
	duplicates        map[int32]bool            // messages whose response counts at another message
	usageFrom         map[int32]recordedMessage // where the usage of a response is recorded, if not here
	revision          int                       // increases when one of the two changes
	restarts          int                       // File.Restarts for which all of this holds
}

// open adds the state of a new file.
func (b *responseIndex) open(f *transcript.File) {
	if b.states == nil {
		b.states = map[*transcript.File]*fileResponses{}
	}
	b.states[f] = new(fileResponses)
}

// noteUsage notes that the usage of a message of a file, or of a relay, has changed.
func (b *responseIndex) noteUsage(f *transcript.File, message int32, relayed bool) {
	switch state := b.states[f]; {
	case relayed && message < state.relayed:
		state.changed = append(state.changed, ^message)
	case !relayed && message < state.messages:
		state.changed = append(state.changed, message)
	}
}

// usageRevision returns a number that increases whenever the usage that counts in a file may have
// changed.
func (b *responseIndex) usageRevision(f *transcript.File) int {
	return f.UsageRevision + b.states[f].revision
}

// A packedMessage is a recordedMessage that takes little memory: most IDs have one. file is an
// index into the files of the responseIndex.
type packedMessage struct{ file, at int32 }

// A recordedMessage is a message of a file, which holds a response or a part of one. at is ^index
// for a relayed message.
type recordedMessage struct {
	file *transcript.File
	at   int32
}

func (p recordedMessage) message() *transcript.Message {
	if p.at < 0 {
		return &p.file.Relays[^p.at].Message
	}
	return p.file.Messages.At(p.at)
}

func (p recordedMessage) id() []byte { return p.file.IDBytes(p.message().ID) }

func (p recordedMessage) request() []byte { return p.file.IDBytes(p.message().Request) }

// outsideMain reports whether the message is outside of main conversations.
func (p recordedMessage) outsideMain() bool {
	return p.at < 0 || p.file.Role == transcript.RoleAgent || p.message().Conv != 0
}

// update brings the messages of all files up to date.
func (b *responseIndex) update(files []*transcript.File) {
	entered, restarted := 0, false
	for _, f := range files {
		x := b.states[f]
		restarted = restarted || x.messages > f.Messages.Len() || int(x.relayed) > len(f.Relays) || f.Restarts != x.restarts
		entered += int(x.messages) + int(x.relayed)
	}
	if restarted || entered != b.entered || b.repeated == nil {
		b.reset(files)
	}
	dirty, changed := map[string]bool{}, map[recordedMessage]bool{}
	for _, f := range files {
		x := b.states[f]
		for _, at := range x.changed {
			p := recordedMessage{f, at}
			if id := p.id(); b.repeated[string(id)] != nil {
				dirty[string(id)], changed[p] = true, true
			}
		}
		x.changed = nil
		if x.number == 0 {
			b.files = append(b.files, f)
			x.number = int32(len(b.files))
		}
		for ; x.messages < f.Messages.Len(); x.messages++ {
			b.enter(recordedMessage{f, x.messages}, dirty)
		}
		for ; int(x.relayed) < len(f.Relays); x.relayed++ {
			b.enter(recordedMessage{f, ^x.relayed}, dirty)
		}
	}
	for id := range dirty {
		b.resolve(b.repeated[id])
		for _, p := range b.repeated[id] {
			if x := b.states[p.file]; changed[x.usageFrom[p.at]] { // the same message, with another usage
				x.revision++
			}
		}
	}
}

// reset forgets everything about the files.
func (b *responseIndex) reset(files []*transcript.File) {
	*b = responseIndex{shared: b.shared, copies: b.copies, states: b.states, repeated: map[string][]recordedMessage{}}
	for _, f := range files {
		x := b.states[f]
		*x = fileResponses{revision: x.revision + 1, restarts: f.Restarts}
	}
}

// review resolves all duplicates again, since it is known late which files are copies.
func (b *responseIndex) review() {
	for _, messages := range b.repeated {
		b.resolve(messages)
	}
}

func (b *responseIndex) enter(p recordedMessage, dirty map[string]bool) {
	b.entered++
	id := p.id()
	if len(id) == 0 {
		return
	}
	hash := b.shared.Hash(id)
	first := b.byID.Find(hash, func(i int32) bool { return string(b.firstMessage(i).id()) == string(id) })
	if first == transcript.None {
		b.firsts.Add(packedMessage{b.states[p.file].number - 1, p.at})
		b.byID.Put(hash, b.firsts.Len()-1, func(i int32) uint64 { return b.shared.Hash(b.firstMessage(i).id()) })
		return
	}
	key := string(id)
	if b.repeated[key] == nil {
		b.repeated[key] = []recordedMessage{b.firstMessage(first)}
	}
	b.repeated[key] = append(b.repeated[key], p)
	dirty[key] = true
}

func (b *responseIndex) firstMessage(i int32) recordedMessage {
	packed := b.firsts.At(i)
	return recordedMessage{b.files[packed.file], packed.at}
}

// A messageGroup describes the messages that record one API response.
type messageGroup struct {
	owner, best recordedMessage // the message where the response counts, and the one with its usage
	copies      *Copies
	outsideMain bool // it is in no main conversation
	mergedInto  int  // index of the group that it is merged into, or its own
}

// resolve determines which of the messages with one ID record the same response, where each
// response counts, and with which usage. For example, three messages have the ID msg_1:
//
//	file            request   input   output
//	original main   r1          900        1   the stream was cut off
//	copy of it      r1          900      250
//	agent's         r2          900      250   a replay
//
// byRequest makes two groups, r1 and r2. mergeReplays merges r2 into r1, since their input is equal.
// The response counts in the original main file, which is preferred to both others, with the usage
// of the copy, whose output is higher. The other two messages are duplicates.
func (b *responseIndex) resolve(messages []recordedMessage) {
	sort.Slice(messages, func(i, j int) bool {
		x, y := messages[i], messages[j]
		return x.file.Number < y.file.Number || x.file == y.file && x.at < y.at
	})
	groups, groupOf := b.byRequest(messages)
	mergeReplays(groups, messages, groupOf)
	merged := make([]messageGroup, len(groups))
	for i, p := range messages {
		if groupOf[i] < 0 {
			continue
		}
		g := &merged[groups[groupOf[i]].mergedInto]
		if g.owner.file == nil {
			g.owner, g.best, g.copies = p, p, b.copies
			continue
		}
		g.add(p)
	}
	for i, p := range messages {
		duplicate := groupOf[i] < 0 && p.message().Counted
		better := recordedMessage{}
		if groupOf[i] >= 0 {
			g := &merged[groups[groupOf[i]].mergedInto]
			duplicate = g.owner != p
			if !duplicate && g.best != p && g.best.message().Usage.Output > p.message().Usage.Output {
				better = g.best
			}
		}
		b.setOutcome(p, duplicate, better)
	}
}

// byRequest groups the messages by request; one without a request joins the only group there is.
// A message that does not count belongs to no group (-1). Neither does a relayed message if the
// agent's own file is present.
func (b *responseIndex) byRequest(messages []recordedMessage) (groups []messageGroup, groupOf []int) {
	hasOwnFile := false
	for _, p := range messages {
		hasOwnFile = hasOwnFile || p.at >= 0 && p.message().Counted
	}
	indexOf := map[string]int{}
	groupOf = make([]int, len(messages))
	for i, p := range messages {
		m := p.message()
		groupOf[i] = -1
		if !m.Counted || hasOwnFile && p.at < 0 || m.Request == 0 {
			continue
		}
		at, known := indexOf[string(p.request())]
		if !known {
			at = len(groups)
			indexOf[string(p.request())] = at
			groups = append(groups, messageGroup{owner: p, best: p, copies: b.copies, outsideMain: true, mergedInto: at})
		}
		groups[at].add(p)
		groupOf[i] = at
	}
	withoutRequest := len(groups) // index of the group of these messages
	if withoutRequest == 1 {
		withoutRequest = 0
	}
	for i, p := range messages {
		if m := p.message(); !m.Counted || hasOwnFile && p.at < 0 || m.Request != 0 {
			continue
		}
		if withoutRequest == len(groups) {
			groups = append(groups, messageGroup{owner: p, best: p, copies: b.copies, outsideMain: true, mergedInto: withoutRequest})
		}
		groups[withoutRequest].add(p)
		groupOf[i] = withoutRequest
	}
	return groups, groupOf
}

// add adds another message to the group.
func (g *messageGroup) add(p recordedMessage) {
	g.outsideMain = g.outsideMain && p.outsideMain()
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
//
// In the example of [responseIndex.resolve], r2 is merged by its numbers. If its input were 700, it
// would still be merged, as it occurs in an agent's file only. But if the original main file also
// held a message of r2 with the input 700, the ID would be reused, and r2 a response of its own.
func mergeReplays(groups []messageGroup, messages []recordedMessage, groupOf []int) {
	if len(groups) < 2 {
		return
	}
	type numbers struct{ input, read, write int64 }
	same := map[numbers]int{}
	for i := range groups {
		u := &groups[i].best.message().Usage
		n := numbers{u.Input, u.CacheRead, u.CacheWrite5m + u.CacheWrite1h}
		if n == (numbers{}) {
			continue
		}
		if first, known := same[n]; known {
			groups[i].mergedInto = first
			groups[first].outsideMain = groups[first].outsideMain && groups[i].outsideMain
		} else {
			same[n] = i
		}
	}
	type section struct {
		file        *transcript.File
		outsideMain bool
	}
	groupIn := map[section]int{}
	remaining := -1
	for i, p := range messages {
		if groupOf[i] < 0 {
			continue
		}
		target := groups[groupOf[i]].mergedInto
		here := section{p.file, p.outsideMain()}
		if other, known := groupIn[here]; known && other != target {
			return // the ID is reused
		}
		groupIn[here] = target
		if remaining < 0 || groups[remaining].outsideMain && !groups[target].outsideMain {
			remaining = target
		}
	}
	for i := range groups {
		if target := groups[i].mergedInto; groups[target].outsideMain {
			groups[i].mergedInto = remaining
		}
	}
}

// isPreferred reports whether a response counts at a rather than at b: in a main conversation
// rather than an agent's, in the original file rather than its copies, where it was recorded first.
func (x *Copies) isPreferred(a, b recordedMessage) bool {
	if outsideA, outsideB := a.outsideMain(), b.outsideMain(); outsideA != outsideB {
		return outsideB
	}
	if aFirst, bFirst := x.isOriginal(a, b), x.isOriginal(b, a); aFirst != bFirst {
		return aFirst
	}
	m, n := a.message(), b.message()
	return m.Time != n.Time && m.Time > 0 && (n.Time == 0 || m.Time < n.Time)
}

// isOriginal reports whether a's file is the one that b's file was copied from: FORMAT.md, "File
// copies".
func (x *Copies) isOriginal(a, b recordedMessage) bool {
	copiedA, copiedB := x.IsCopied(a.file, a.message().First), x.IsCopied(b.file, b.message().First)
	if copiedA != copiedB {
		return copiedB
	}
	return a.file != b.file && x.ranks.older(a.file, b.file)
}

// setOutcome sets whether a message is a duplicate, and which message has the better usage for
// it.
func (b *responseIndex) setOutcome(p recordedMessage, duplicate bool, better recordedMessage) {
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
		x.usageFrom = map[int32]recordedMessage{}
	}
	x.usageFrom[p.at] = better
}
