package redact

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// generated returns a random text that matches a pattern. Texts in quotes and blanks are avoided
// where the pattern allows others.
func generated(random *rand.Rand, pattern string) string {
	e, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	generate(&b, random, e)
	return b.String()
}

func generate(b *strings.Builder, random *rand.Rand, e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		b.WriteRune(runeOf(random, e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + random.IntN(26)))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range e.Sub {
			generate(b, random, sub)
		}
	case syntax.OpAlternate:
		generate(b, random, e.Sub[random.IntN(len(e.Sub))])
	case syntax.OpPlus:
		for range 1 + random.IntN(20) {
			generate(b, random, e.Sub[0])
		}
	case syntax.OpRepeat:
		n := e.Min
		if e.Max > e.Min {
			n += random.IntN(min(e.Max-e.Min, 20) + 1)
		} else if e.Max < 0 {
			n += random.IntN(20)
		}
		for range n {
			generate(b, random, e.Sub[0])
		}
	}
}

// runeOf returns a character of a class, a letter or digit if there is one.
func runeOf(random *rand.Rand, class []rune) rune {
	var good, all []rune
	for i := 0; i < len(class); i += 2 {
		for c := class[i]; c <= min(class[i+1], 0x7e); c++ {
			all = append(all, c)
			if isLetter(byte(c)) || isDigit(byte(c)) {
				good = append(good, c)
			}
		}
	}
	if len(good) > 0 {
		all = good
	}
	if len(all) == 0 {
		return class[0]
	}
	return all[random.IntN(len(all))]
}
