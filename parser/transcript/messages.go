package transcript

import "unspool/parser/record"

// A recordLinker finds which records of a file belong together: those of a response, calls and their
// results, repetitions, and the notices of a task.
type recordLinker struct {
	f             *File
	x             *index
	byRelay       map[string]int32 // Relays by agent, message and request
	noticed       map[uint64]int32 // Notices by the hash of their text
	byTextAndTime map[uint64]int32 // records by the hash of their text, time and class
	timed         bool             // the current record has a time of its own
	text          []byte           // scratch buffer
	head          []byte           // scratch buffer of resultHead
}

// userWords returns the text of a user record: that of its blocks, or of a record without message.
// The bytes are valid until the next call.
func (ln *recordLinker) userWords(r *record.Record, line []byte) []byte {
	// Classes depend on how a text begins. Only texts that begin with a tag can turn out to contain
	// nothing else, and these are short or generated.
	const most = 1 << 20
	words := ln.text[:0]
	for i := range r.Blocks {
		if b := &r.Blocks[i]; b.Kind == record.PlainText && len(words) < most {
			if len(words) > 0 {
				words = append(words, '\n')
			}
			words = record.AppendString(words, line, b.Text.From, most-len(words))
		}
	}
	ln.text = words
	if len(r.Blocks) == 0 && r.Text.Len() > 0 {
		return ln.ownWords(r, line)
	}
	return words
}

// ownWords returns the text of a record without message. The bytes are valid until the next call.
func (ln *recordLinker) ownWords(r *record.Record, line []byte) []byte {
	ln.text = record.AppendWords(ln.text[:0], line, r.Text.From, 1<<20)
	return ln.text
}

// merge adds an assistant record to its message: the records of one API response share message.id,
// wherever they are in the file (FORMAT.md, "Shape over versions").
func (ln *recordLinker) merge(r *record.Record, index, turn, conv int32) {
	key := messageKey(r)
	at, hashed := ln.message(key, r.Request)
	if at == None {
		at = ln.x.Messages.Len()
		ln.x.Messages.Add(Message{ID: ln.x.idents.Keep(key), Request: ln.x.idents.Keep(r.Request), taken: hashed.taken,
			Model: ln.x.names.Intern(r.Message.Model), First: index, Last: index, Turn: turn, Conv: conv, Time: r.Time})
		if len(key) > 0 {
			ln.x.byMessage.Put(hashed.hash, at, ln.x.messageHash)
		}
		if conv == 0 {
			ln.f.Metadata.model(ln.x.Messages.At(at).Model, r, index)
		}
	} else {
		ln.x.Records.At(ln.x.Messages.At(at).Last).Next = index
	}
	ln.x.Messages.At(at).Last = index
	ln.account(at, r)
	ln.x.Records.At(index).Message = at
}

// messageKey returns the key that the records of one response share: message.id, else the request
// ID. A record without both is a response of its own.
func messageKey(r *record.Record) []byte {
	switch {
	case len(r.Message.ID) > 0:
		return r.Message.ID
	case len(r.Request) > 0:
		return r.Request
	}
	return r.UUID
}

// A hashedKey is the key of a response in byMessage: the hash of its ID, or of the ID and the request
// if another request has taken that ID.
type hashedKey struct {
	hash  uint64
	taken bool
}

// message finds the response with an ID and a request. Some gateways reuse IDs: another request
// then means another response. A record without a request joins the response that its ID was first
// seen with. If there is no such response, key is the one under which to store it.
func (ln *recordLinker) message(id, request []byte) (at int32, key hashedKey) {
	if len(id) == 0 {
		return None, hashedKey{}
	}
	// Usually it is the last one. No two responses have the same ID and the same request.
	if last := ln.x.Messages.Len() - 1; last >= 0 && len(request) > 0 && ln.x.isMessage(last, id, request) {
		return last, hashedKey{}
	}
	key.hash = ln.x.seeds.Hash(id)
	at = ln.x.firstOf(key.hash, id)
	if at == None || len(request) == 0 || ln.x.isMessage(at, id, request) {
		return at, key
	}
	if m := ln.x.Messages.At(at); m.Request == 0 {
		m.Request = ln.x.idents.Keep(request)
		ln.touch(at, false)
		return at, key
	}
	key = hashedKey{ln.x.seeds.HashBoth(id, request), true}
	return ln.x.byMessage.Find(key.hash, func(i int32) bool { return ln.x.Messages.At(i).taken && ln.x.isMessage(i, id, request) }), key
}

// account adds the usage of a record to its message. The usage object of the record with the
// largest output counts as a whole, the last one if several are equal: after a change of model
// within a response the other numbers differ, too.
func (ln *recordLinker) account(at int32, r *record.Record) {
	m := ln.x.Messages.At(at)
	stop, usd := m.Stop, m.CostUSD
	if s := stopOf(r.Message.Stop); s != StopNone {
		m.Stop = s
	}
	m.CostUSD = max(m.CostUSD, r.CostUSD)
	if !counts(r.Message.Model, r.Message.Usage) || m.Counted && r.Message.Usage.Output < m.Usage.Output {
		if m.Stop != stop || m.CostUSD != usd {
			ln.touch(at, false)
		}
		return
	}
	m.Usage, m.Counted = *r.Message.Usage, true
	m.Model = ln.x.names.Intern(r.Message.Model)
	delete(ln.x.Advice, at)
	if len(r.Message.Advice) > 0 {
		if ln.x.Advice == nil {
			ln.x.Advice = map[int32][]record.AdvisorUsage{}
		}
		ln.x.Advice[at] = r.Message.Advice
	}
	ln.touch(at, false)
}

// counts reports whether a usage comes from the API: Claude Code's own messages have none, and null
// or zero means that nothing was recorded.
func counts(model []byte, u *record.Usage) bool {
	return u != nil && !u.Zero() && string(model) != "<synthetic>"
}

// accountSearches adds the searches of a WebSearch call to the response that made the call, since
// usage itself does not include them. A repeated result counts once.
func (ln *recordLinker) accountSearches(r *record.Record) {
	if r.Result.Searches <= 0 || r.Result.Searches > 1000 {
		return
	}
	for i := range r.Blocks {
		if r.Blocks[i].Kind != record.ToolResult {
			continue
		}
		at := ln.x.findCall(r.Blocks[i].ID)
		if at == None || ln.x.Calls.At(at).Use == None || ln.x.Calls.At(at).Results != 1 {
			return
		}
		if m := ln.x.Records.At(ln.x.Calls.At(at).Use).Message; m != None {
			ln.x.Messages.At(m).Searches += int32(r.Result.Searches)
			ln.touch(m, false)
		}
		return
	}
}

// A Relay is a response of an agent that progress records repeat in the file of the call:
// FORMAT.md, "progress data types".
type Relay struct {
	Message
	Agent string
}

// relay adds the usage that a progress record repeats.
func (ln *recordLinker) relay(r *record.Record, index int32) {
	n := r.Nested
	if n == nil || len(n.MessageID) == 0 || !counts(n.Model, n.Usage) {
		return
	}
	agent := string(r.Agent)
	if agent == "" {
		agent = CallerPrefix + string(r.Tool)
	}
	key := agent + "\x00" + string(n.MessageID) + "\x00" + string(n.Request)
	at, known := ln.byRelay[key]
	if !known {
		if ln.byRelay == nil {
			ln.byRelay = map[string]int32{}
		}
		at = int32(len(ln.x.Relays))
		ln.byRelay[key] = at
		ln.f.Evidence.relayed(agent, string(r.Tool))
		ln.x.Relays = append(ln.x.Relays, Relay{Agent: agent, Message: Message{
			ID: ln.x.idents.Keep(n.MessageID), Request: ln.x.idents.Keep(n.Request),
			First: index, Last: index, Turn: None, Conv: None, Time: r.Time,
		}})
	}
	m := &ln.x.Relays[at].Message
	stop := m.Stop
	if s := stopOf(n.Stop); s != StopNone {
		m.Stop = s
	}
	larger := !m.Counted || n.Usage.Output >= m.Usage.Output
	if larger {
		m.Usage, m.Counted, m.Model = *n.Usage, true, ln.x.names.Intern(n.Model)
	}
	if larger || m.Stop != stop {
		ln.touch(at, true)
	}
}

// touch notes that the usage of a message, or of a relay, has changed.
func (ln *recordLinker) touch(message int32, relayed bool) {
	ln.f.UsageRevision++
	if onUsage := ln.f.shared.OnUsage; onUsage != nil {
		onUsage(ln.f, message, relayed)
	}
}
