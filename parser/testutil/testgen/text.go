package testgen

import (
	"encoding/base64"
	"fmt"
	"math"
	"strings"
)

// lines is a long text and the positions of its lines.
type lines struct {
	text   string
	starts []int
}

func (m *maker) text(size int, line func() string) lines {
	var b strings.Builder
	var l lines
	for b.Len() < size {
		l.starts = append(l.starts, b.Len())
		b.WriteString(line())
		b.WriteByte('\n')
	}
	l.text = b.String()
	return l
}

// cut returns whole lines from a random position, about size bytes of them.
func (m *maker) cut(l lines, size int) string {
	if size >= len(l.text) {
		return strings.Repeat(l.text, size/len(l.text)+1)
	}
	first := m.rand.IntN(len(l.starts))
	from := l.starts[first]
	if from+size > len(l.text) {
		from = 0
	}
	to := from + size
	if end := strings.IndexByte(l.text[to:], '\n'); end >= 0 {
		to += end
	}
	return l.text[from:to]
}

var (
	things = strings.Fields("account agent block body branch budget cache chunk client column config cursor entry " +
		"error event field file filter frame group handler index item label layout limit line list loader message " +
		"model node offset option order page parser part path price record report request result row rule schema " +
		"score session source stage state stream summary target token total turn usage value view worker")
	verbs = strings.Fields(
		"add apply build check clear close collect count create drop fetch find format group join load merge open " +
			"pair parse read render reset resolve send show sort split start stop take trim update wait walk write")
	fill = strings.Fields("the a of in and for with that this is are was when so then now not only also each other " +
		"first last before after")
	scopes = []string{"  ", "    ", "    ", "      ", "\t", "\t\t", ""}
)

func (m *maker) pick(words []string) string { return words[m.rand.IntN(len(words))] }

// chance reports whether an event of probability p happens.
func (m *maker) chance(p float64) bool { return m.rand.Float64() < p }

// size returns a random number from a skewed distribution like that of text lengths.
func (m *maker) size(median, most int) int {
	return min(int(float64(median)*math.Exp(m.rand.NormFloat64()*1.2)), most)
}

func (m *maker) codeLine() string {
	a, b, c, v := m.pick(things), m.pick(things), m.pick(things), m.pick(verbs)
	indent := m.pick(scopes)
	switch m.rand.IntN(9) {
	case 0:
		return fmt.Sprintf(`%sconst %s = %s.%s((%s) => %s.%s === '%s');`, indent, a, b, v, c, c, m.pick(things), m.pick(verbs))
	case 1:
		return fmt.Sprintf(`%simport { %s, %s } from './%s/%s';`, indent, a, b, c, v)
	case 2:
		return fmt.Sprintf(`%sif %s.%s != nil {`, indent, a, b)
	case 3:
		return fmt.Sprintf(`%s// %s the %s of each %s before the %s is known`, indent, v, a, b, c)
	case 4:
		return fmt.Sprintf(`%sreturn fmt.Errorf("%s %s: %%w", err)`, indent, v, a)
	case 5:
		return indent + "}"
	case 6:
		return fmt.Sprintf(`%s<div className={%s.%s} data-%s={%s}>`, indent, a, b, c, v)
	case 7:
		return fmt.Sprintf(`%s{"%s": %d, %s: %s - %d},`, indent, a, m.rand.IntN(5000), b, c, m.rand.IntN(90))
	}
	return fmt.Sprintf(`%s%s.%s(%s, %s[%d])`, indent, a, v, b, c, m.rand.IntN(100))
}

func (m *maker) sentence() string {
	words := make([]string, 6+m.rand.IntN(14))
	for i := range words {
		words[i] = m.pick(fill)
		if i%2 == 1 {
			words[i] = m.pick(things)
		}
		if m.chance(0.05) {
			words[i] = "`" + m.pick(verbs) + "`"
		}
	}
	s := strings.Join(words, " ") + "."
	switch m.rand.IntN(8) {
	case 0:
		return "- " + s
	case 1:
		return "## " + s
	case 2:
		return s + " It’s “" + words[0] + "” — that is it …"
	}
	return s
}

func (m *maker) hex(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "0123456789abcdef"[m.rand.IntN(16)]
	}
	return string(b)
}

func (m *maker) uuid() string {
	return m.hex(8) + "-" + m.hex(4) + "-4" + m.hex(3) + "-a" + m.hex(3) + "-" + m.hex(12)
}

func (m *maker) base64(size int) string {
	b := make([]byte, size)
	for i := 0; i < len(b); i += 8 {
		v := m.rand.Uint64()
		for j := i; j < min(i+8, len(b)); j++ {
			b[j] = byte(v >> (8 * (j - i)))
		}
	}
	copy(b, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x05\xa0\x00\x00\x03\x84\x08\x06\x00\x00\x00")
	return base64.StdEncoding.EncodeToString(b)
}
