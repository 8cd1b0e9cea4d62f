package site

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Go's linker omits runs of zeros from the data of a wasm file by starting a new data
// segment after each: 61,000 times for the parser. Segment headers hardly compress and
// zeros compress to nothing, so with the short runs restored the parser is 7,075 kB instead
// of 6,480 kB, but 1,714 kB instead of 1,824 kB as gzip, and 1,255 kB instead of 1,327 kB
// as Brotli. Only the data section changes, and the memory that it describes stays the
// same.

const (
	wasmHeader  = 8 // magic and version
	dataSection = 11
	i32Const    = 0x41 // before the address of a segment
	endOfExpr   = 0x0b // after it
	longestGap  = 64   // maximum number of zeros between segments that are joined
)

var errNotGoWasm = errors.New("not a wasm file as Go's linker writes it")

// A segment is a piece of the program's memory at its start.
type segment struct {
	address int64
	data    []byte
}

// joinSegments returns the wasm file with fewer data segments. Memory is zero before the
// segments are copied, so a program starts with the same memory.
func joinSegments(wasm []byte) ([]byte, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errNotGoWasm
	}
	out := bytes.Clone(wasm[:wasmHeader])
	for remainder := wasm[wasmHeader:]; len(remainder) > 0; {
		size, n := binary.Uvarint(remainder[1:])
		if n <= 0 || size > uint64(len(remainder)-1-n) {
			return nil, errNotGoWasm
		}
		end := 1 + n + int(size)
		if remainder[0] == dataSection {
			segments, err := readSegments(remainder[1+n : end])
			if err != nil {
				return nil, err
			}
			data := appendSegments(nil, join(segments))
			out = binary.AppendUvarint(append(out, dataSection), uint64(len(data)))
			out = append(out, data...)
		} else {
			out = append(out, remainder[:end]...)
		}
		remainder = remainder[end:]
	}
	return out, nil
}

func readSegments(data []byte) ([]segment, error) {
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil, errNotGoWasm
	}
	data = data[n:]
	var segments []segment
	for range count {
		if len(data) < 2 || data[0] != 0 || data[1] != i32Const {
			return nil, errNotGoWasm
		}
		address, n := signed(data[2:])
		if data = data[2+n:]; n == 0 || len(data) == 0 || data[0] != endOfExpr {
			return nil, errNotGoWasm
		}
		size, n := binary.Uvarint(data[1:])
		if n <= 0 || size > uint64(len(data)-1-n) {
			return nil, errNotGoWasm
		}
		segments = append(segments, segment{address, data[1+n : 1+n+int(size)]})
		data = data[1+n+int(size):]
	}
	if len(data) > 0 {
		return nil, errNotGoWasm
	}
	return segments, nil
}

// join fills short gaps between segments, which are sorted by address.
func join(segments []segment) []segment {
	var joined []segment
	for _, s := range segments {
		if len(joined) > 0 {
			last := &joined[len(joined)-1]
			if gap := s.address - last.address - int64(len(last.data)); 0 <= gap && gap <= longestGap {
				last.data = append(append(last.data, make([]byte, gap)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.address, bytes.Clone(s.data)})
	}
	return joined
}

func appendSegments(b []byte, segments []segment) []byte {
	b = binary.AppendUvarint(b, uint64(len(segments)))
	for _, s := range segments {
		b = append(b, 0, i32Const)
		b = append(appendSigned(b, s.address), endOfExpr)
		b = append(binary.AppendUvarint(b, uint64(len(s.data))), s.data...)
	}
	return b
}

// signed reads a number of seven bits per byte whose sign is the highest bit read. (The
// format of encoding/binary is different.) If there is no number, n is 0.
func signed(b []byte) (v int64, n int) {
	for n < len(b) && n < 5 {
		c := b[n]
		v |= int64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			if c&0x40 != 0 {
				v -= 1 << (7 * n)
			}
			return v, n
		}
	}
	return 0, 0
}

func appendSigned(b []byte, v int64) []byte {
	for ; v < -0x40 || v >= 0x40; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}
