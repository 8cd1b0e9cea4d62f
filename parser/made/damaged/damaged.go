// Package damaged makes broken files, each in a way that has a name: cut,
// glued, packed, in another encoding or notation, with other types, of other
// programs. Each kind says what a reader must be told of it. The session that
// they are made of is invented, and the same each time.
package damaged

import "slices"

// A Kind is one way in which a file is broken.
type Kind struct {
	Name string
	File string // its name, "" for session.jsonl

	// Make makes the file of the n-th session; files of others have other ids.
	Make func(n int) []byte

	// Alike says that one record among many is broken: a large file of these is
	// like that of any other such kind.
	Alike bool

	// What must hold. Of all kinds: a line of the undamaged session that stands
	// whole in the file is read, unless Lost names it.
	Seems string // it is no transcript: what it seems to be
	Codes string // codes of the diagnostics, by the alphabet, with spaces between them
	Equal bool   // it reads as the undamaged session
	Lost  []int  // lines that stand there and are not read
}

// Kinds gives all of them.
func Kinds() []Kind {
	alike := slices.Concat(cuts(), characters(), values(), types(), figures())
	for i := range alike {
		alike[i].Alike = true
	}
	return slices.Concat(alike, lines(), encodings(), notations(), wrappings(), links(), large(), others())
}

// FileName is what the file is called.
func (k *Kind) FileName() string {
	if k.File == "" {
		return "session.jsonl"
	}
	return k.File
}

// Large makes a file of a size of many of the kind, each below the other.
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
