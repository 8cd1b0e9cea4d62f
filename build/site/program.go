package site

import (
	"bytes"
	"encoding/binary"
)

const (
	importSection = 2
	codeSection   = 10
	callOpcode    = 0x10
)

// program is what a wasm file can run.
type program struct {
	imports int // functions that are not of the program; they are counted before its own
	bodies  [][]byte
}

// calls says of each function whether it calls the one with this number. It may
// say so of some that do not: it does not tell a call from other bytes.
func (p program) calls(i int) []bool {
	// The linker writes the number with a sign.
	call := appendSigned([]byte{callOpcode}, int64(p.imports+i))
	found := make([]bool, len(p.bodies))
	for j, body := range p.bodies {
		found[j] = i >= 0 && bytes.Contains(body, call)
	}
	return found
}

// readProgram finds the code of a wasm file.
func readProgram(wasm []byte) (program, error) {
	var p program
	err := eachSection(wasm, func(kind byte, content, _ []byte) error {
		if kind != importSection && kind != codeSection {
			return nil
		}
		count, n := binary.Uvarint(content)
		if n <= 0 {
			return errNotGoWasm
		}
		if kind == importSection {
			p.imports = int(count) // Go imports nothing but functions
			return nil
		}
		for content = content[n:]; count > 0; count-- {
			size, n := binary.Uvarint(content)
			if n <= 0 || size > uint64(len(content)-n) {
				return errNotGoWasm
			}
			p.bodies = append(p.bodies, content[n:n+int(size)])
			content = content[n+int(size):]
		}
		return nil
	})
	return p, err
}
