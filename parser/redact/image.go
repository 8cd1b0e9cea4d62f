package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"iter"
	"sort"
	"strings"
)

// longestMetadata is the length of the longest part of an image that is searched, in bytes.
const longestMetadata = 1 << 20

// isImageCode reports whether a code in Base64 begins like the one of an image.
func isImageCode(b []byte) bool {
	for _, magic := range [...]string{"iVBORw0K", "/9j/", "R0lGOD", "UklGR", "AAAA"} { // PNG, JPEG, GIF, WebP, AVIF
		if bytes.HasPrefix(b, []byte(magic)) {
			return true
		}
	}
	return false
}

// eachImage calls visit with the range of the code of each image in a data URL.
func eachImage(b []byte, visit func(from, to int)) {
	eachStart(b, ";base64,", func(from int) int {
		const longestType = 40
		head := bytes.ToLower(b[max(0, from-len(";base64,")-longestType):from])
		if !bytes.Contains(head, []byte("data:image")) {
			return from
		}
		_, to := base64Run(b, from, from)
		if to > from {
			visit(from, to)
		}
		return to
	})
}

// imageRanges returns the ranges of images in data URLs, in their order.
func imageRanges(b []byte) (ranges [][2]int) {
	eachImage(b, func(from, to int) { ranges = append(ranges, [2]int{from, to}) })
	return ranges
}

// isChanceInImage reports whether a short value in a range is in the code of an image, by chance.
func isChanceInImage(images [][2]int, from, to int, v *Value) bool {
	if len(images) == 0 || len(v.Value) >= unboundedSecret {
		return false
	}
	i := sort.Search(len(images), func(i int) bool { return images[i][1] >= to })
	return i < len(images) && images[i][0] <= from
}

// imageTexts yields the parts of an image in Base64 that can have texts, and where each begins in the bytes of the
// image: comments, and what cameras and editors add. Parts that are compressed are not read, and of long ones only the
// beginning. decoded is a buffer.
func imageTexts(code []byte, decoded *[]byte) iter.Seq2[int, []byte] {
	none := func(func(int, []byte) bool) {}
	if !isImageCode(code) {
		return none
	}
	code = bytes.TrimRight(code, "=")
	if len(code)%4 == 1 { // it was cut
		code = code[:len(code)-1]
	}
	var err error
	if *decoded, err = base64.RawStdEncoding.AppendDecode((*decoded)[:0], code); err != nil {
		return none
	}
	parts := none
	switch b := *decoded; {
	case bytes.HasPrefix(b, []byte("\x89PNG")):
		parts = pngTexts(b)
	case bytes.HasPrefix(b, []byte("\xff\xd8")):
		parts = jpegTexts(b)
	case bytes.HasPrefix(b, []byte("GIF8")):
		parts = gifTexts(b)
	case bytes.HasPrefix(b, []byte("RIFF")):
		parts = webpTexts(b)
	}
	return func(yield func(int, []byte) bool) {
		for at, part := range parts {
			if !yield(at, part[:min(len(part), longestMetadata)]) {
				return
			}
		}
	}
}

// pngTexts yields all chunks except for pixels, up to damage.
func pngTexts(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		const head, tail = 8, 4 // of a chunk: its length and type, and a checksum
		for at := 8; at+head <= len(b); {
			length, kind := int(binary.BigEndian.Uint32(b[at:])), string(b[at+4:at+head])
			at += head
			end := at + min(length, len(b)-at)
			if strings.IndexFunc(kind, func(r rune) bool { return r > 'z' || !isLetter(byte(r)) }) >= 0 {
				return
			}
			if kind != "IDAT" && !yield(at, b[at:end]) {
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

// gifTexts yields the comments, and what applications added. These have blocks of up to 255 bytes.
func gifTexts(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		const extension, plainText, comment, application = 0x21, 0x01, 0xfe, 0xff
		for at := 0; at+2 < len(b); at++ {
			if b[at] != extension || b[at+1] != plainText && b[at+1] != comment && b[at+1] != application {
				continue
			}
			var text []byte
			next := at + 2
			for next < len(b) && b[next] != 0 {
				end := min(len(b), next+1+int(b[next]))
				text = append(text, b[next+1:end]...)
				next = end
			}
			if len(text) > 0 && !yield(at+2, text) {
				return
			}
			at = next
		}
	}
}

// webpTexts yields all chunks except for pixels.
func webpTexts(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		const first, head = 12, 8 // of the first chunk; of each: its type and length
		for at := first; at+head <= len(b); {
			kind, length := string(b[at:at+4]), int(binary.LittleEndian.Uint32(b[at+4:]))
			at += head
			end := at + min(length, len(b)-at)
			switch kind {
			case "VP8 ", "VP8L", "ALPH", "ANMF":
			default:
				if !yield(at, b[at:end]) {
					return
				}
			}
			at = end + length%2
		}
	}
}
