package transcript

import (
	"bytes"
	"math"
	"strings"

	"unspool/parser/internal/sniff"
	"unspool/parser/internal/table"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A reader turns the bytes of a file into records for its indexer, and accounts for all other
// bytes.
type reader struct {
	f      *File
	x      *index
	ix     *indexer
	lines  jsonl.Reader
	parser *record.Parser // of the store, since it takes 1.8 kB
	// between counts the bytes of lines that are part of no record, such as the punctuation between
	// the records of a line or of an array; lost counts those of damage, and zeros those of them that
	// are between lines.
	between, lost, zeros int64
	read                 int64 // the last line's records were added up to this offset
	skippedBytes         int64 // bytes that were not parsed, since they contain no records
	wrapped              bool  // its records are inside another object
	ending               tailState
	everClosed           bool   // it was closed at least once
	head                 []byte // the first bytes, used to detect the file's type; nil once a closed file no longer needs them
	hasHead              bool   // head was complete, and foreign is final
	foreign              bool   // another program's log, or an archive
	whole                []byte // content of a small file that is read as a whole
}

func newReader(f *File) *reader {
	r := &reader{f: f, x: f.x, ix: newIndexer(f), parser: &f.shared.parser}
	r.lines.Emit = r.line
	if f.Role == RoleHistory {
		r.lines.Emit = f.Sidecar.Titles.note
	}
	return r
}

// write adds the file's next bytes.
func (r *reader) write(p []byte) {
	if r.f.Closed {
		r.reopen()
	}
	if !r.hasHead {
		r.head = append(r.head, p[:min(headSize-len(r.head), len(p))]...)
		if r.hasHead = len(r.head) == headSize; r.hasHead {
			r.foreign = sniff.Foreign(r.f.Path, r.head) != ""
		}
	}
	switch r.f.Role {
	case RoleMain, RoleAgent, RoleHistory, RoleJournal:
		r.lines.Write(p)
		return
	case RoleMeta, RoleTitle, RoleCowork:
		r.whole = append(r.whole, p[:min(len(p), maxMeta-len(r.whole))]...)
	case RoleRun:
		r.whole = append(r.whole, p[:min(len(p), maxSnapshot-len(r.whole))]...)
	}
	r.skippedBytes += int64(len(p))
}

// tail reads a last line that has no line end yet. Complete records at its beginning are final,
// whatever follows; the remainder is an incomplete record or damage.
func (r *reader) tail(l jsonl.Line) {
	at, objects, end, zeros := 0, 0, &r.ending, l.Zeros
	if l.Length > len(l.Text) {
		end.lost = l.Offset + int64(l.Length) - max(l.Offset, r.read)
		end.diags.add(r.diagnostic(CodeOverlong, Error, l, 0, l.Length))
		return
	}
	for at < len(l.Text) {
		size := jsonl.Skip(l.Text[at:], 0)
		if size < 0 || l.Text[at] != '{' {
			break
		}
		text, offset := l.Text[at:at+size], l.Offset+int64(at)
		if offset >= r.read {
			rec := r.parser.Parse(text)
			if rec == nil {
				break
			}
			r.addZeros(zeros)
			r.addGap(l, int(max(r.read, l.Offset)-l.Offset), at)
			zeros = jsonl.Zeros{}
			r.ingest(rec, text, offset, l.Number)
			r.read = offset + int64(size)
		}
		objects++
		at = jsonl.SkipBlank(l.Text, at+size)
	}
	if objects > 1 {
		end.diags.add(r.diagnostic(CodeRepaired, Info, l, 0, l.Length))
	}
	remainder := l.Length - at
	if remainder == 0 {
		return
	}
	r.endZeros(zeros)
	end.lost += int64(remainder)
	end.between = l.Offset + int64(at) - max(r.read, l.Offset)
	if l.Text[at] == '{' {
		r.markUnfinished()
		end.diags.add(r.diagnostic(CodeUnfinished, Info, l, at, remainder))
		return
	}
	r.f.Damaged++
	end.damaged++
	r.endDamage(CodeDamaged, l.Text[at:], remainder, l.Offset+int64(at), l.Number)
	end.diags.add(r.damageDiagnostic(l, at, remainder, l.Text[at:]))
}

// A tailState holds facts that are true only while the file ends at its current end. Close sets it,
// and it is discarded when the file grows.
type tailState struct {
	between, lost, zeros int64
	damaged              int
	placed               int  // Records of damage
	marks                int  // Items without a Record of their own
	agent                bool // all records so far belong to an agent
	diags                diagnostics
}

// line handles one line: it adds the records on it, and the remainder as damage.
func (r *reader) line(l jsonl.Line) {
	if !l.Unterminated && l.Length == len(l.Text) && l.Offset >= r.read && bytes.IndexByte(l.Text, '{') < 0 && l.Text[0] != '[' {
		r.addZeros(l.Zeros)
		r.addDamage(l, l.Text, 0) // a fast path: it saves a second for ten million such lines
		return
	}
	defer r.parser.Forget()
	if l.Unterminated {
		r.tail(l)
		return
	}
	r.addZeros(l.Zeros)
	fresh := l.Offset >= r.read
	if fresh && l.Length == len(l.Text) {
		if rec := r.parser.Parse(l.Text); rec != nil {
			r.ingest(rec, l.Text, l.Offset, l.Number)
			return
		}
	}
	if l.Length > len(l.Text) {
		r.f.Damaged++
		r.lost += l.Offset + int64(l.Length) - max(l.Offset, r.read)
		r.damage(CodeDamaged, l.Text, l.Length, l.Offset, l.Number)
		r.f.diags.add(r.diagnostic(CodeOverlong, Error, l, 0, l.Length))
		return
	}
	objects, end := 0, 0
	for p := range jsonl.Repair(l.Text) {
		text := l.Text[p.From:p.To]
		if l.Offset+int64(p.To) <= r.read { // added when the file ended here
			objects, end = objects+1, p.To
			continue
		}
		r.addGap(l, end, p.From)
		end = p.To
		if !p.Damaged {
			if rec := r.parser.Parse(text); rec != nil {
				r.ingest(rec, text, l.Offset+int64(p.From), l.Number)
				objects++
				continue
			}
		}
		r.addDamage(l, text, p.From)
	}
	if objects > 1 {
		r.f.diags.add(r.diagnostic(CodeRepaired, Info, l, 0, l.Length))
	}
}

// addDamage adds a range of a line that is not a record.
func (r *reader) addDamage(l jsonl.Line, text []byte, from int) {
	r.lost += int64(len(text))
	r.f.Damaged++
	r.damage(CodeDamaged, text, len(text), l.Offset+int64(from), l.Number)
	switch {
	case (text[0] == '{' || text[0] == '[') && jsonl.TooDeep(text):
		r.f.diags.add(r.diagnostic(CodeDeep, Warning, l, from, len(text)))
	case r.f.diags.full(CodeDamaged):
		r.f.diags.more(CodeDamaged, Warning)
	default:
		r.f.diags.add(r.damageDiagnostic(l, from, len(text), text))
	}
}

func (r *reader) diagnostic(code DiagnosticCode, s Severity, l jsonl.Line, from, length int) Diagnostic {
	return Diagnostic{Code: code, Severity: s, File: r.f, Line: l.Number,
		Offset: l.Offset + int64(from), Length: int64(length)}
}

// damageDiagnostic returns a diagnostic with the reason why the text is not a record.
func (r *reader) damageDiagnostic(l jsonl.Line, from, length int, text []byte) Diagnostic {
	d := r.diagnostic(CodeDamaged, Warning, l, from, length)
	wrong, ok := jsonl.SyntaxError(text)
	switch {
	case text[0] != '{' || !ok:
		d.Damage, d.Excerpt = DamageNotObject, excerpt(text)
	case wrong >= len(text):
		d.Damage, d.Excerpt = DamageIncomplete, excerpt(text)
	default:
		d.Damage, d.Position, d.Excerpt = DamageSyntax, wrong+1, excerpt(text[wrong:])
	}
	return d
}

// addZeros adds the NUL bytes before a line, unless they were added when the file ended there.
func (r *reader) addZeros(z jsonl.Zeros) {
	if z.Length == 0 || z.Offset < r.read {
		return
	}
	r.zeros += z.Length
	r.takeZeros(z)
}

// takeZeros adds NUL bytes as damage.
func (r *reader) takeZeros(z jsonl.Zeros) {
	r.lost += z.Length
	r.f.Damaged++
	r.damage(CodeZeros, nil, int(z.Length), z.Offset, z.Number)
	r.f.diags.add(r.zerosDiagnostic(z))
}

// addGap accounts for the bytes between two records of a line, or before the first one.
func (r *reader) addGap(l jsonl.Line, from, to int) {
	r.between += int64(to - from)
	if z := jsonl.ZerosIn(l.Text[from:to], l.Offset+int64(from), l.Number); z.Length > 0 {
		r.takeZeros(z)
		r.between -= z.Length
	}
}

// endZeros adds NUL bytes that may yet turn out to be in the middle of a line.
func (r *reader) endZeros(z jsonl.Zeros) {
	if z.Length == 0 || z.Offset < r.read || r.x.Records.Len() == 0 {
		return
	}
	end := &r.ending
	end.zeros += z.Length
	end.lost += z.Length
	r.f.Damaged++
	end.damaged++
	r.endDamage(CodeZeros, nil, int(z.Length), z.Offset, z.Number)
	end.diags.add(r.zerosDiagnostic(z))
}

// endDamage adds an index entry for damage that holds only while the file ends here.
func (r *reader) endDamage(code DiagnosticCode, text []byte, length int, offset int64, number int) {
	if r.f.Omitted.Line == 0 {
		r.ending.placed++
		r.place(code, text, length, offset, number)
	}
}

// markUnfinished marks the last record of the file's own conversation: the file ends inside another one.
func (r *reader) markUnfinished() {
	last := r.x.Records.Len() - 1
	for last >= 0 && r.x.Records.At(last).Conv != 0 {
		last--
	}
	if last >= 0 && r.f.Omitted.Line == 0 {
		r.ending.marks++
		r.f.extent.items++
		r.ix.builders[0].turns.mark(ItemUnfinished, last)
	}
}

func (r *reader) zerosDiagnostic(z jsonl.Zeros) Diagnostic {
	return Diagnostic{Code: CodeZeros, Severity: Warning, File: r.f, Line: z.Number, Offset: z.Offset, Length: z.Length}
}

// excerpt returns the first bytes of unreadable input, for display.
func excerpt(b []byte) string {
	const most = 80
	if len(b) > most {
		return strings.ToValidUTF8(string(b[:most]), "\uFFFD") + "…"
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// writeEnds reads the ends of a file as if the lines between them did not exist.
func (r *reader) writeEnds(head, tail []byte) {
	whole := bytes.LastIndexByte(head, '\n') + 1
	r.write(head[:whole])
	if cut := head[whole:]; len(cut) > 0 && cut[0] == '{' {
		if rec := r.parser.ParseCut(cut); len(rec.Type) > 0 {
			r.ix.add(rec, cut, int64(whole), 0)
		}
	}
	// A prompt in the tail is not the first one.
	x := &r.f.Metadata
	prompt, command, answered := x.FirstPrompt, x.firstCommand, x.promptCommand
	if lines := tail[bytes.IndexByte(tail, '\n')+1:]; len(lines) > 0 && len(lines) < len(tail) {
		r.write(lines)
	} else if at := bytes.LastIndex(tail, []byte(`"timestamp":"`)); at >= 0 {
		// The last line is longer than the tail. Its time usually follows its message.
		r.f.Metadata.End = max(r.f.Metadata.End, record.ParseTime(member(tail[at:], "timestamp")))
	}
	x.FirstPrompt, x.firstCommand, x.promptCommand = prompt, command, answered
}

// damage records the position of bytes that are not a record, so that a reader sees where something
// is missing. The head of a truncated record may still contain its UUID: then the chain is not
// broken there (FORMAT.md, "Line decoding").
func (r *reader) damage(code DiagnosticCode, text []byte, length int, offset int64, number int) {
	if !r.ix.fits(offset, length, number, 0) {
		r.f.Omitted.Damaged++
		return
	}
	r.place(code, text, length, offset, number)
}

// place adds an index entry for damage.
func (r *reader) place(code DiagnosticCode, text []byte, length int, offset int64, number int) {
	const most = 64 << 10 // the envelope is near the beginning or the end of a line
	head := text[:min(len(text), most)]
	index := r.x.Records.Len()
	e := Record{
		Offset: offset, Length: int32(min(length, math.MaxInt32)), Line: int32(number), Time: r.ix.time,
		Parent: None, Message: None, Next: None, AttachedTo: None, Call: None, Item: None,
		First: r.x.Blocks.Len(), Conv: r.ix.chat, Class: ClassDamaged, Label: r.x.names.Intern([]byte(damageLabels[code])),
	}
	if code == CodeDamaged && head[0] == '{' {
		e.UUID = r.x.uuid(member(head, "uuid"))
		e.Parent = r.ix.parent(index, member(head, "parentUuid"))
	}
	if r.x.find(e.UUID) != None {
		e.UUID = table.UUID{}
	}
	r.x.Records.Add(e)
	if !e.UUID.None() {
		r.x.registerUUID(index)
	}
	r.ix.builders[r.ix.chat].turns.item(ItemDamage, index, None)
	r.f.extent.items++
}

// damageLabels are the labels of index entries for damage.
var damageLabels = map[DiagnosticCode]string{
	CodeDamaged: "damaged", CodeZeros: string(CodeZeros),
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

// ingest adds the records of an object of the file: usually the object is itself a record.
func (r *reader) ingest(rec *record.Record, text []byte, offset int64, number int) {
	if rec.Type != nil || rec.Export.Elements.Len() == 0 {
		r.ix.add(rec, text, offset, number)
		return
	}
	first := rec.Export.Elements.From
	if isChat(text, first) {
		if jsonl.Array(text, first, func(int) int { return -1 }) > 0 {
			r.between += int64(len(text)) // the chat is empty
			return
		}
		if !r.ix.fits(offset, first, number, 0) {
			r.f.Omitted.Records++
			r.f.Omitted.Bytes += int64(len(text))
			return
		}
		c := r.f.Conversations[r.ix.addConversation("")]
		c.Chat = &Chat{id: string(rec.UUID), Metadata: Metadata{
			known: true, CustomTitle: string(record.Prefix(rec.Export.Name, titleSize)),
		}}
		outer, prompts, from := r.f.Metadata, r.f.PromptCount, r.x.end()
		r.f.Metadata, r.ix.chat, r.ix.time = c.Chat.Metadata, c.Index, 0
		r.f.extent.chats++
		r.elements(text, first, offset, number)
		c.Chat.Metadata, c.Chat.PromptCount, c.Chat.Part = r.f.Metadata, r.f.PromptCount-prompts, part(from, r.x.end())
		r.f.Metadata, r.ix.chat = outer, 0
		r.f.Metadata.known, r.f.Metadata.MainChain = true, true
		return
	}
	r.elements(text, first, offset, number)
}

// elements adds the records of the array that begins at text[first]. The bytes around them count as
// bytes between records.
func (r *reader) elements(text []byte, first int, offset int64, number int) {
	r.wrapped = true
	end := 0
	jsonl.Array(text, first, func(at int) int {
		next := jsonl.Skip(text, at)
		number += bytes.Count(text[end:at], []byte("\n"))
		r.between += int64(at - end)
		end = next
		l := jsonl.Line{Offset: offset + int64(at), Number: number, Text: text[at:next], Length: next - at}
		if rec := r.parser.Parse(l.Text); rec != nil {
			r.ix.add(rec, l.Text, l.Offset, number)
		} else {
			r.lost += int64(l.Length)
			r.f.Damaged++
			r.damage(CodeDamaged, l.Text, l.Length, l.Offset, number)
			r.f.diags.add(r.damageDiagnostic(l, 0, l.Length, l.Text))
		}
		number += bytes.Count(l.Text, []byte("\n"))
		return next
	})
	r.between += int64(len(text) - end)
}
