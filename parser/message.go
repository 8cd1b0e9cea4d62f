package parser

import "unspool/parser/record"

// merge adds an assistant record to its message: the records of one API
// response share message.id, wherever they stand (format.md, "Shape over
// versions"). The usage that counts is the whole object of the record with the
// largest output, the last of equal ones.
func (f *File) merge(r *record.Record, index, turn, conv int32) {
	key := r.MessageID
	if len(key) == 0 {
		key = r.UUID
	}
	at, known := f.byMessage[string(key)]
	if !known {
		at = int32(len(f.Messages))
		id := f.arena.keep(key)
		f.Messages = append(f.Messages, Message{ID: id, Request: f.arena.keep(r.Request),
			Model: f.names.intern(r.Model), First: index, Last: index, Turn: turn, Conv: conv, Time: r.Time})
		if id != "" {
			f.byMessage[id] = at
		}
	} else {
		f.Records[f.Messages[at].Last].Next = index
	}
	m := &f.Messages[at]
	m.Last = index
	if s := stopOf(r.Stop); s != StopNone {
		m.Stop = s
	}
	m.use(f, r)
	f.Records[index].Message = at
}

func (m *Message) use(f *File, r *record.Record) {
	if r.Usage == nil || r.Usage.Zero() || string(r.Model) == "<synthetic>" || m.Counted && r.Usage.Output < m.Usage.Output {
		return
	}
	m.Usage, m.Counted = *r.Usage, true
	m.Model = f.names.intern(r.Model)
}

func (x *facts) model(f *File, r *record.Record) {
	if len(r.Model) == 0 || string(r.Model) == "<synthetic>" {
		return
	}
	if x.models == nil {
		x.models = map[Name]int{}
	}
	x.models[f.names.intern(r.Model)]++
}
