package redact

import "bytes"

// A tag encloses a part of a transcript in texts.
type tag struct {
	part   Parts
	name   string
	within string // another tag, if it only counts there
}

func tags() []tag {
	return []tag{
		{Context, "system-reminder", ""},
		{Outputs, "bash-stdout", ""},
		{Outputs, "bash-stderr", ""},
		{Outputs, "local-command-stdout", ""},
		{Outputs, "local-command-stderr", ""},
		{Outputs, "result", "task-notification"},
	}
}

// tagged replaces the texts between the tags of parts that are left out.
func (r *Replacer) tagged(at node) {
	b := r.line[at.from:at.to]
	for _, t := range tags() {
		if r.parts.parts&t.part == 0 || !bytes.Contains(b, []byte(t.within)) {
			continue
		}
		for _, less := range [...]string{"<", `\u003c`, `\u003C`} { // some programs escape it in JSON
			eachStart(b, less+t.name, func(from int) int {
				if from < len(b) && (isWord(b[from]) || b[from] == '-') { // of a longer name
					return from
				}
				start := endOfTag(b, from)
				end := endOfElement(b, start, less, t.name)
				r.dropped(t.part)
				r.edits = append(r.edits, edit{at.from + start, at.from + end, t.part.note(), nil})
				return end
			})
		}
	}
}

// endOfTag returns the index after the ">" of a tag, in which there is nothing else but attributes.
func endOfTag(b []byte, at int) int {
	const longest = 200
	head, end := b[at:min(len(b), at+longest)], 0
	for _, greater := range [...]string{">", `\u003e`, `\u003E`} {
		if i := bytes.Index(head, []byte(greater)); i >= 0 {
			head, end = head[:i], i+len(greater)
		}
	}
	return at + end
}

// endOfElement returns where the content of an element ends that begins at an index. There can be elements with the same
// name in it.
func endOfElement(b []byte, at int, less, name string) int {
	for depth := 1; ; {
		end := bytes.Index(b[at:], []byte(less+"/"+name))
		if end < 0 {
			return len(b)
		}
		depth += bytes.Count(b[at:at+end], []byte(less+name)) - 1
		if at += end; depth == 0 {
			return at
		}
		at += len(less + "/" + name)
	}
}
