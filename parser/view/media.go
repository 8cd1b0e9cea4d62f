package view

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/view/protocol"
)

// media lists the images and documents in a JSON value of a record: a block, or the content
// of a tool result. It returns only the positions of the bytes.
func (v *toolReader) media(f *parser.File, index int32, at parser.Span) []protocol.Media {
	raw := v.source.span(f, index, at)
	if raw == nil {
		return nil
	}
	base := f.Records.At(index).Offset + int64(at.From)
	var list []protocol.Media
	one := func(at int) int {
		end := jsonl.Skip(raw, at)
		if end > 0 && raw[at] == '{' {
			if m, ok := mediaOf(raw[at:end]); ok {
				m.File, m.Offset = f.Number, m.Offset+float64(base)+float64(at)
				list = append(list, m)
			}
		}
		return end
	}
	if raw[0] == '[' {
		jsonl.Array(raw, 0, one)
	} else {
		one(0)
	}
	return list
}

// mediaOf reads an image or document block. The Offset of the result is relative to the
// block.
func mediaOf(block []byte) (protocol.Media, bool) {
	var m protocol.Media
	kind, known := "", false
	jsonl.Object(block, 0, func(key []byte, at int) int {
		end := jsonl.Skip(block, at)
		switch string(key) {
		case "type":
			kind = str(block, at, end)
			known = kind == "image" || kind == "document" || kind == "pdf"
		case "title":
			m.Name, _ = words(block[at:max(end, at)], 200)
		case "source", "file":
			jsonl.Object(block, at, func(key []byte, at int) int {
				end := jsonl.Skip(block, at)
				if end < 0 {
					return end
				}
				switch string(key) {
				case "media_type", "type":
					if t := str(block, at, end); strings.Contains(t, "/") {
						m.Type = t
					}
				case "data", "base64":
					if block[at] == '"' {
						m.Offset, m.Length = float64(at+1), end-at-2
					}
				case "filePath":
					path, _ := words(block[at:end], 1000)
					m.Name = path[strings.LastIndexAny(path, `/\`)+1:]
				case "url":
					m.Host = hostOf(str(block, at, end))
				}
				return end
			})
		}
		return end
	})
	if m.Type == "" && kind != "image" {
		m.Type = "application/pdf"
	}
	return m, known && (kind == "image" || m.Length > 0 || m.Host != "")
}

func str(b []byte, at, end int) string {
	if end <= at+1 || b[at] != '"' {
		return ""
	}
	return string(b[at+1 : end-1])
}

// hostOf returns the host of a URL, which is never loaded.
func hostOf(url string) string {
	_, remainder, found := strings.Cut(url, "://")
	if !found {
		return "?"
	}
	host, _, _ := strings.Cut(remainder, "/")
	return oneLine(host, 100)
}

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
func (v *toolReader) Image(file int, offset int64, length int) (Picture, error) {
	f := v.Store.File(file)
	if f == nil || length <= 0 || length > maxImage {
		return Picture{}, errNoImage
	}
	text, err := v.source.read(f, offset, length)
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

// distinct removes images with identical bytes. Each image is compared with all images before
// it, so those after the first maxContent are only counted, including duplicates.
func (v *toolReader) distinct(list []protocol.Media) (out []protocol.Media, more int) {
	for i, m := range list {
		if len(out) == maxContent {
			return out, len(list) - i
		}
		if !slices.ContainsFunc(out, func(other protocol.Media) bool { return v.sameBytes(m, other) }) {
			out = append(out, m)
		}
	}
	return out, 0
}

// compared is the size of the chunks in which two images are compared.
const compared = 64 << 10

// sameBytes reports whether two images have the same bytes.
func (v *toolReader) sameBytes(a, b protocol.Media) bool {
	if a.Length != b.Length || a.Length == 0 || a.File != b.File {
		return false
	}
	f := v.Store.File(a.File)
	for at := 0; at < a.Length; at += compared {
		n := min(compared, a.Length-at)
		x, err := v.source.read(f, int64(a.Offset)+int64(at), n)
		if err != nil {
			return false
		}
		x = bytes.Clone(x) // the next read may overwrite it
		if y, err := v.source.read(f, int64(b.Offset)+int64(at), n); err != nil || !bytes.Equal(x, y) {
			return false
		}
	}
	return true
}

func (v *toolReader) mediaParts(f *parser.File, index int32, at parser.Span) []protocol.Part {
	var parts []protocol.Part
	for _, m := range v.media(f, index, at) {
		parts = append(parts, mediaPart(m))
	}
	return parts
}

func mediaPart(m protocol.Media) protocol.Part {
	return protocol.Part{Kind: "media", Name: m.Type, Media: &m, Size: m.Length, Exit: -1}
}
