package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"iter"
)

// longestMetadata is the length of the longest part of an image that is searched, in bytes.
const longestMetadata = 1 << 20

// imageTexts yields the parts of an image in Base64 that can have texts, and where each begins in the bytes of the
// image: comments, and what cameras and editors add. Parts that are compressed are not read. decoded is a buffer.
func imageTexts(code []byte, decoded *[]byte) iter.Seq2[int, []byte] {
	isPNG, isJPEG := bytes.HasPrefix(code, []byte("iVBORw0K")), bytes.HasPrefix(code, []byte("/9j/"))
	if !isPNG && !isJPEG {
		return func(func(int, []byte) bool) {}
	}
	code = bytes.TrimRight(code, "=")
	if len(code)%4 == 1 { // it was cut
		code = code[:len(code)-1]
	}
	var err error
	if *decoded, err = base64.RawStdEncoding.AppendDecode((*decoded)[:0], code); err != nil {
		return func(func(int, []byte) bool) {}
	}
	if isPNG {
		return pngTexts(*decoded)
	}
	return jpegTexts(*decoded)
}

// pngTexts yields all chunks except for pixels.
func pngTexts(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		const head, tail = 8, 4 // of a chunk: its length and type, and a checksum
		for at := 8; at+head <= len(b); {
			length := int(binary.BigEndian.Uint32(b[at:]))
			kind := string(b[at+4 : at+head])
			at += head
			end := len(b)
			if length < end-at {
				end = at + length
			}
			if kind != "IDAT" && end-at <= longestMetadata && !yield(at, b[at:end]) {
				return
			}
			at = end + tail
		}
	}
}

// jpegTexts yields the comments and the parts of applications before the pixels.
func jpegTexts(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		const comment, pixels, firstApplication, lastApplication = 0xfe, 0xda, 0xe0, 0xef
		for at := 2; at+4 <= len(b) && b[at] == 0xff && b[at+1] != pixels; {
			kind, length := b[at+1], int(binary.BigEndian.Uint16(b[at+2:]))
			end := min(len(b), at+2+max(length, 2))
			isText := kind == comment || kind >= firstApplication && kind <= lastApplication
			if isText && !yield(at+4, b[at+4:max(at+4, end)]) {
				return
			}
			at = end
		}
	}
}
