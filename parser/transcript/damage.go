package transcript

import (
	"bytes"

	"unspool/parser/internal/table"
)

// damage records the position of bytes that are not a record, so that a reader sees where something
// is missing. The head of a truncated record may still contain its UUID: then the chain is not
// broken there (FORMAT.md, "Line decoding").
func (f *reader) damage(text []byte, length int, offset int64, number int) {
	if !f.fits(offset + int64(length)) {
		f.gap(length, offset, number)
		return
	}
	f.place(text, length, offset, number)
}

// place adds an index entry for damage.
func (f *reader) place(text []byte, length int, offset int64, number int) {
	const most = 64 << 10 // the envelope is near the beginning or the end of a line
	head := text[:min(len(text), most)]
	index := f.Records.Len()
	e := Record{
		Offset: offset, Length: int32(length), Line: int32(number), Time: f.time,
		Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: f.Blocks.Len(), Conv: f.chat, Class: ClassDamaged, Label: f.names.Intern([]byte("damaged")),
	}
	if head[0] == '{' {
		e.UUID = f.uuid(member(head, "uuid"))
		e.Parent = f.parent(index, member(head, "parentUuid"))
	}
	if f.find(e.UUID) != None {
		e.UUID = table.UUID{}
	}
	f.Records.Add(e)
	if !e.UUID.None() {
		f.registerUUID(index)
	}
	f.builders[f.chat].item(ItemDamage, index, None)
}

// member finds a short string member by its name in text that is not valid JSON.
func member(text []byte, name string) []byte {
	_, after, found := bytes.Cut(text, []byte(`"`+name+`":"`))
	if !found {
		return nil
	}
	const longest = 100
	value, _, found := bytes.Cut(after[:min(len(after), longest)], []byte(`"`))
	if !found || bytes.IndexByte(value, '\\') >= 0 {
		return nil
	}
	return value
}
