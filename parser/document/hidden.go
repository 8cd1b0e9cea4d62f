package document

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hiddenNames are the names of the characters that cannot be seen, as the viewer shows them.
var hiddenNames = map[rune]string{
	0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0b: "VT", 0x0c: "FF", 0x0d: "CR", 0x1b: "ESC", 0x7f: "DEL", 0x85: "NEL", 0x9b: "CSI",
	0xad: "SHY", 0x34f: "CGJ", 0x61c: "ALM", 0x115f: "filler", 0x1160: "filler", 0x180e: "MVS", 0x200b: "ZWSP", 0x200c: "ZWNJ",
	0x200d: "ZWJ", 0x200e: "LRM", 0x200f: "RLM", 0x2028: "LS", 0x2029: "PS", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF",
	0x202d: "LRO", 0x202e: "RLO", 0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
	brailleBlank: "blank", 0x3164: "filler", 0xfeff: "BOM", 0xffa0: "filler",
}

// hiddenRanges are the characters that a reader cannot see, or that change how others are shown:
// controls and formats, those that Unicode calls ignorable, and the blank of Braille.
var hiddenRanges = []*unicode.RangeTable{
	unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	{
		R16: []unicode.Range16{
			{0x00, 0x08, 1}, {0x0b, 0x1f, 1}, {0x7f, 0x9f, 1}, {0x2028, 0x2029, 1}, {brailleBlank, brailleBlank, 1},
		},
	},
}

// joiningScripts use ZWJ and ZWNJ inside ordinary words.
var joiningScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
	unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
	unicode.Myanmar, unicode.Tibetan,
}

const (
	zeroWidthNonJoiner = 0x200c
	zeroWidthJoiner    = 0x200d
	textStyle          = 0xfe0e
	emojiStyle         = 0xfe0f
	cancelTag          = 0xe007f
	blackFlag          = 0x1f3f4
	brailleBlank       = 0x2800
)

// visible returns a text as a document shows it: valid UTF-8, with "\n" at the ends of lines, and with
// names in the place of hidden characters, such as ⟦RLO⟧. Joiners and selectors stay where scripts
// and emoji need them. The viewer has the same rule: invisible-characters.ts.
func visible(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if strings.IndexFunc(text, isHidden) < 0 {
		return text
	}
	var out strings.Builder
	before := rune(0)
	for len(text) > 0 {
		end := strings.IndexFunc(text, isHidden)
		if end < 0 {
			end = len(text)
		}
		out.WriteString(text[:end])
		if end > 0 {
			before, _ = utf8.DecodeLastRuneInString(text[:end])
		}
		text = text[end:]
		stop := strings.IndexFunc(text, func(r rune) bool { return !isHidden(r) })
		if stop < 0 {
			stop = len(text)
		}
		after, _ := utf8.DecodeRuneInString(text[stop:])
		writeRun(&out, []rune(text[:stop]), before, after)
		text = text[stop:]
	}
	return out.String()
}

// writeRun writes a run of hidden characters: those that belong where they are, and marks.
func writeRun(out *strings.Builder, run []rune, before, after rune) {
	legitimate := 0
	if isFlag(before, run) || isPicture(before, run, after) {
		legitimate = len(run)
	}
	var bad []rune
	flush := func() {
		if len(bad) > 0 {
			fmt.Fprintf(out, "⟦%s⟧", hiddenLabel(bad))
			bad = bad[:0]
		}
	}
	for i, r := range run {
		next := after
		if i+1 < len(run) {
			next = run[i+1]
		}
		if i < legitimate || belongs(r, before, next) {
			flush()
			out.WriteRune(r)
		} else {
			bad = append(bad, r)
		}
		before = r
	}
	flush()
}

func isHidden(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false
	}
	return unicode.In(r, hiddenRanges...)
}

// belongs reports whether a hidden character is legitimate between these two.
func belongs(r, before, after rune) bool {
	switch {
	case r == zeroWidthJoiner && isPictograph(after):
		return before == emojiStyle || isPictograph(before)
	case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
		return unicode.In(before, joiningScripts...) && (unicode.In(after, joiningScripts...) || unicode.Is(unicode.M, before))
	case r == textStyle, r == emojiStyle:
		return isPictograph(before) || unicode.Is(unicode.Sm, before) || strings.ContainsRune("0123456789#*", before)
	case r >= 0xfe00 && r < textStyle:
		return unicode.Is(unicode.Ideographic, before) || unicode.Is(unicode.Sm, before)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Ideographic, before)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r >= 0x13430 && r <= 0x1343f:
		return unicode.Is(unicode.Egyptian_Hieroglyphs, before)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // encloses or precedes what follows, so it can be seen
		return unicode.In(after, joiningScripts...) || unicode.Is(unicode.Nd, after)
	}
	return false
}

// isPicture reports whether a run consists of blanks in a picture that is made of Braille patterns.
func isPicture(before rune, run []rune, after rune) bool {
	isDots := func(r rune) bool { return r > brailleBlank && r <= 0x28ff }
	isOther := func(r rune) bool { return r != brailleBlank }
	return !slices.ContainsFunc(run, isOther) && (isDots(before) || isDots(after))
}

// isPictograph reports whether a character can be an emoji, or a modifier of one.
func isPictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1f000 && r <= 0x1faff || strings.ContainsRune("‼⁉〰ℹ↔", r)
}

// isFlag reports whether a run makes a black flag that of England, Scotland or Wales.
func isFlag(before rune, run []rune) bool {
	return before == blackFlag && len(run) == 6 && run[5] == cancelTag &&
		slices.Contains([]string{"gbeng", "gbsct", "gbwls"}, tagText(run[:5]))
}

// maxTagText limits the text that is shown for tag characters.
const maxTagText = 80

// hiddenLabel returns the name of a run of hidden characters.
func hiddenLabel(run []rune) string {
	first := run[0]
	isOther := func(r rune) bool { return !isTag(r) && !isSelector(r) }
	switch text := tagText(run); {
	case text != "" && !slices.ContainsFunc(run, isOther):
		if len(text) > maxTagText {
			text = text[:maxTagText] + "…"
		}
		return "TAG " + text
	case !slices.ContainsFunc(run, func(r rune) bool { return r != first }):
		if len(run) == 1 {
			return hiddenName(first)
		}
		return fmt.Sprintf("%s ×%d", hiddenName(first), len(run))
	case !slices.ContainsFunc(run, func(r rune) bool { return !isSelector(r) }):
		return fmt.Sprintf("VS ×%d", len(run))
	case len(run) > 4:
		return fmt.Sprintf("%s … ×%d", hiddenName(first), len(run))
	}
	names := make([]string, len(run))
	for i, r := range run {
		names[i] = hiddenName(r)
	}
	return strings.Join(names, " ")
}

func hiddenName(r rune) string {
	name := hiddenNames[r]
	switch {
	case name != "":
		return name
	case r < 0x20:
		return "^" + string(r+0x40)
	case isSelector(r):
		return "VS"
	case isTag(r):
		return "TAG"
	}
	return fmt.Sprintf("U+%04X", r)
}

func isTag(r rune) bool { return r >= 0xe0000 && r <= 0xe007f }

func isSelector(r rune) bool { return r >= 0xfe00 && r <= emojiStyle || r >= 0xe0100 && r <= 0xe01ef }

// tagText decodes tag characters, which mirror ASCII and can hide text from a reader.
func tagText(run []rune) string {
	var text strings.Builder
	for _, r := range run {
		if c := r - 0xe0000; c >= 0x20 && c <= 0x7e {
			text.WriteRune(c)
		}
	}
	return text.String()
}

// escapeSequences match what a terminal takes for commands: colors, positions, titles.
var escapeSequences = regexp.MustCompile(`\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]`)

// plain returns the output of a command without escape sequences, and without what was overwritten
// from the start of its line.
func plain(text string) string {
	text = escapeSequences.ReplaceAllString(text, "")
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, one := range lines {
		one = strings.TrimRight(one, "\r")
		lines[i] = one[strings.LastIndexByte(one, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}
