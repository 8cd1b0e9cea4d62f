package source

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
)

// maxImage limits the base64 text of an image to 32 MB.
const maxImage = 32 << 20

var errNoImage = errors.New("this is not an image that can be shown")

// A Picture is an image whose type is determined by its first bytes: PNG, JPEG, GIF, WebP or
// AVIF. Anything else, above all SVG, is not shown as an image.
type Picture struct {
	Type          string
	Bytes         []byte
	Width, Height int // 0 if not in the header
}

// Image decodes the base64 text at an offset of a file.
func (r *Reader) Image(file int, offset int64, length int) (Picture, error) {
	f := r.store.File(file)
	if f == nil || length <= 0 || length > maxImage {
		return Picture{}, errNoImage
	}
	text, err := r.Read(f, offset, length)
	if err != nil {
		return Picture{}, err
	}
	// Escaped slashes are the only escapes that base64 can have in JSON.
	plain := strings.ReplaceAll(string(text), `\/`, "/")
	b := make([]byte, base64.StdEncoding.DecodedLen(len(plain)))
	n, err := base64.StdEncoding.Decode(b, []byte(plain))
	if err != nil && n == 0 {
		return Picture{}, errNoImage
	}
	p := Picture{Bytes: b[:n]}
	p.Type, p.Width, p.Height = sniffImage(p.Bytes)
	if p.Type == "" {
		return Picture{}, errNoImage
	}
	return p, nil
}

// sniffImage detects the type of an image by its magic bytes, and its size if the header has
// it at a fixed offset.
func sniffImage(b []byte) (kind string, width, height int) {
	has := func(at int, magic string) bool {
		return len(b) >= at+len(magic) && string(b[at:at+len(magic)]) == magic
	}
	switch {
	case has(0, "\x89PNG\r\n\x1a\n"):
		if len(b) >= 24 {
			width, height = int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
		}
		return "image/png", width, height
	case has(0, "\xff\xd8\xff"):
		width, height = jpegSize(b)
		return "image/jpeg", width, height
	case has(0, "GIF87a"), has(0, "GIF89a"):
		if len(b) >= 10 {
			width, height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
		}
		return "image/gif", width, height
	case has(0, "RIFF") && has(8, "WEBP"):
		width, height = webpSize(b)
		return "image/webp", width, height
	case has(4, "ftypavif"), has(4, "ftypavis"):
		return "image/avif", 0, 0
	}
	return "", 0, 0
}

// jpegSize walks the segments of a JPEG to its frame header.
func jpegSize(b []byte) (width, height int) {
	for i := 2; i+9 < len(b) && b[i] == 0xff; {
		marker := b[i+1]
		if marker == 0xff { // fill byte before a marker
			i++
			continue
		}
		if marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc {
			return int(binary.BigEndian.Uint16(b[i+7:])), int(binary.BigEndian.Uint16(b[i+5:]))
		}
		i += 2 + int(binary.BigEndian.Uint16(b[i+2:]))
	}
	return 0, 0
}

// webpSize reads the size from the first chunk: lossy, lossless or extended.
func webpSize(b []byte) (width, height int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:])) & 0x3fff, int(binary.LittleEndian.Uint16(b[28:])) & 0x3fff
	case "VP8L":
		bits := binary.LittleEndian.Uint32(b[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X":
		return int(binary.LittleEndian.Uint32(b[23:])>>8) + 1, int(binary.LittleEndian.Uint32(b[26:])>>8) + 1
	}
	return 0, 0
}
