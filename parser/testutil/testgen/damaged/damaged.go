// Package damaged generates broken files. Each kind of damage has a name: truncated, glued
// or compressed files, files in another encoding or notation, with other types, or of other
// programs. Each kind specifies what a reader must report. The session that the files are
// made of is invented, and the same each time.
package damaged

import "slices"

// A Kind is one way in which a file is broken.
type Kind struct {
	Name string
	File string // the file name, "" for session.jsonl

	// Make returns the file of the n-th session; files of different sessions have different
	// ids.
	Make func(n int) []byte

	// Alike is set if one record among many is broken: a large file of this kind is like
	// that of any other such kind.
	Alike bool

	// The expected results. For all kinds: a line of the undamaged session that is whole in
	// the file is read, unless Lost names it.
	Type  string // detected type, if the file is not a transcript
	Codes string // codes of the diagnostics, in alphabetical order, separated by spaces
	Equal bool   // the file is read like the undamaged session
	Lost  []int  // lines that are in the file but are not read
}

// Kinds returns all kinds of damage.
func Kinds() []Kind {
	alike := slices.Concat(cuts(), characters(), values(), types(), figures())
	for i := range alike {
		alike[i].Alike = true
	}
	return slices.Concat(alike, lines(), encodings(), notations(), wrappings(), links(), large(), others())
}

// FileName returns the name of the file.
func (k *Kind) FileName() string {
	if k.File == "" {
		return "session.jsonl"
	}
	return k.File
}

// Large returns a file of at least size bytes, made of many files of this kind one after
// the other.
func (k *Kind) Large(size int) []byte {
	data := make([]byte, 0, size+size/8)
	for n := 0; len(data) < size; n++ {
		made := k.Make(n)
		if len(made) == 0 {
			break
		}
		if made[len(made)-1] != '\n' {
			made = append(made, '\n')
		}
		data = append(data, made...)
	}
	return data
}
