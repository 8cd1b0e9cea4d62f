package transcript

import "unspool/parser/record"

// merge adds an assistant record to its message: the records of one API response share message.id,
// wherever they are in the file (FORMAT.md, "Shape over versions").
func (f *indexer) merge(r *record.Record, index, turn, conv int32) {
	key := messageKey(r)
	at, hashed := f.message(key, r.Request)
	if at == None {
		at = f.Messages.Len()
		f.Messages.Add(Message{ID: f.idents.Keep(key), Request: f.idents.Keep(r.Request), taken: hashed.taken,
			Model: f.names.Intern(r.Message.Model), First: index, Last: index, Turn: turn, Conv: conv, Time: r.Time})
		if len(key) > 0 {
			f.byMessage.Put(hashed.hash, at, f.messageHash)
		}
		if conv == 0 {
			f.Metadata.model(f.Messages.At(at).Model, r, index)
		}
	} else {
		f.Records.At(f.Messages.At(at).Last).Next = index
	}
	f.Messages.At(at).Last = index
	f.account(at, r)
	f.Records.At(index).Message = at
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
func (f *indexer) message(id, request []byte) (at int32, key hashedKey) {
	if len(id) == 0 {
		return None, hashedKey{}
	}
	// Usually it is the last one. No two responses have the same ID and the same request.
	if last := f.Messages.Len() - 1; last >= 0 && len(request) > 0 && f.isMessage(last, id, request) {
		return last, hashedKey{}
	}
	key.hash = f.seeds.Hash(id)
	at = f.firstOf(key.hash, id)
	if at == None || len(request) == 0 || f.isMessage(at, id, request) {
		return at, key
	}
	if m := f.Messages.At(at); m.Request == 0 {
		m.Request = f.idents.Keep(request)
		f.touch(at)
		return at, key
	}
	key = hashedKey{f.seeds.HashBoth(id, request), true}
	return f.byMessage.Find(key.hash, func(i int32) bool { return f.Messages.At(i).taken && f.isMessage(i, id, request) }), key
}

// account adds the usage of a record to its message. The usage object of the record with the
// largest output counts as a whole, the last one if several are equal: after a change of model
// within a response the other numbers differ, too.
func (f *indexer) account(at int32, r *record.Record) {
	m := f.Messages.At(at)
	if s := stopOf(r.Message.Stop); s != StopNone {
		m.Stop = s
	}
	m.CostUSD = max(m.CostUSD, r.CostUSD)
	if !counts(r.Message.Model, r.Message.Usage) || m.Counted && r.Message.Usage.Output < m.Usage.Output {
		return
	}
	m.Usage, m.Counted = *r.Message.Usage, true
	m.Model = f.names.Intern(r.Message.Model)
	delete(f.Advice, at)
	if len(r.Message.Advice) > 0 {
		if f.Advice == nil {
			f.Advice = map[int32][]record.AdvisorUsage{}
		}
		f.Advice[at] = r.Message.Advice
	}
	f.touch(at)
}

// counts reports whether a usage comes from the API: Claude Code's own messages have none, and null
// or zero means that nothing was recorded.
func counts(model []byte, u *record.Usage) bool {
	return u != nil && !u.Zero() && string(model) != "<synthetic>"
}

// accountSearches adds the searches of a WebSearch call to the response that made the call, since
// usage itself does not include them. A repeated result counts once.
func (f *indexer) accountSearches(r *record.Record) {
	if r.Result.Searches <= 0 || r.Result.Searches > 1000 {
		return
	}
	for i := range r.Blocks {
		if r.Blocks[i].Kind != record.ToolResult {
			continue
		}
		at := f.findCall(r.Blocks[i].ID)
		if at == None || f.Calls.At(at).Use == None || f.Calls.At(at).Results != 1 {
			return
		}
		if m := f.Records.At(f.Calls.At(at).Use).Message; m != None {
			f.Messages.At(m).Searches += int32(r.Result.Searches)
			f.touch(m)
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
func (f *indexer) relay(r *record.Record, index int32) {
	n := r.Nested
	if n == nil || len(n.MessageID) == 0 || !counts(n.Model, n.Usage) {
		return
	}
	agent := string(r.Agent)
	if agent == "" {
		agent = CallerPrefix + string(r.Tool)
	}
	key := agent + "\x00" + string(n.MessageID) + "\x00" + string(n.Request)
	at, known := f.byRelay[key]
	if !known {
		if f.byRelay == nil {
			f.byRelay = map[string]int32{}
		}
		at = int32(len(f.Relays))
		f.byRelay[key] = at
		f.Evidence.relayed(agent, string(r.Tool))
		f.Relays = append(f.Relays, Relay{Agent: agent, Message: Message{ID: f.idents.Keep(n.MessageID), Request: f.idents.Keep(n.Request),
			First: index, Last: index, Turn: None, Conv: None, Time: r.Time}})
	}
	m := &f.Relays[at].Message
	if s := stopOf(n.Stop); s != StopNone {
		m.Stop = s
	}
	if !m.Counted || n.Usage.Output >= m.Usage.Output {
		m.Usage, m.Counted, m.Model = *n.Usage, true, f.names.Intern(n.Model)
		f.touch(^at)
	}
}

// touch notes that the usage of a message has changed; at is ^index for a relayed message.
func (f *indexer) touch(at int32) {
	f.UsageRevision++
	if f.OnUsage != nil {
		f.OnUsage(at)
	}
}
