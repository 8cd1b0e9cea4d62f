package hostile

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// A Payload is a text that attacks.
type Payload struct {
	Family string // the name of its file
	source string // with the placeholders MARK, HOST and RUN
}

// Host is the domain of all hosts that payloads send requests to.
const Host = "hostile.example"

// Ran is the global variable that a payload sets to the mark of its combination when it
// runs.
const Ran = "pwned"

// Mark returns the mark of a combination: a word made of the numbers of the field and the
// payload.
func Mark(field, payload int) string { return fmt.Sprintf("q%dx%dz", field, payload) }

// Text returns the payload with a mark inserted.
func (p Payload) Text(mark string) string {
	return strings.NewReplacer("MARK", mark, "HOST", mark+"."+Host, "RUN", Ran+"=/"+mark+"/").Replace(p.source)
}

// Marked reports whether the mark can be found in the output. Some payloads are names,
// which a mark would turn into other names.
func (p Payload) Marked() bool {
	return strings.Contains(p.source, "MARK") || strings.Contains(p.source, "HOST") || strings.Contains(p.source, "RUN")
}

// payloads reads all families of a folder, in the order of their names.
func payloads(dir fs.FS) ([]Payload, error) {
	names, err := fs.Glob(dir, "*.txt")
	if err != nil {
		return nil, err
	}
	var all []Payload
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("read payloads: %w", err)
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		for number := 1; lines.Scan(); number++ {
			line := lines.Text()
			if line == "" || strings.HasPrefix(line, "# ") && number == 1 {
				continue
			}
			source, err := unescape(line)
			if err != nil {
				return nil, fmt.Errorf("%s line %d: %w", name, number, err)
			}
			all = append(all, Payload{Family: strings.TrimSuffix(path.Base(name), ".txt"), source: source})
		}
	}
	return all, nil
}

// unescape resolves \\, \n, \t and \u{202e}; \u{301*40} is 40 of them.
func unescape(line string) (string, error) {
	var b strings.Builder
	for {
		before, remainder, found := strings.Cut(line, `\`)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		switch {
		case strings.HasPrefix(remainder, `\`):
			b.WriteByte('\\')
		case strings.HasPrefix(remainder, "n"):
			b.WriteByte('\n')
		case strings.HasPrefix(remainder, "t"):
			b.WriteByte('\t')
		case strings.HasPrefix(remainder, "u{"):
			inside, after, closed := strings.Cut(remainder[2:], "}")
			hex, times, _ := strings.Cut(inside, "*")
			code, err := strconv.ParseInt(hex, 16, 32)
			if err != nil || !closed {
				return "", fmt.Errorf("a character that is none: \\u{%s}", inside)
			}
			count := 1
			if times != "" {
				if count, err = strconv.Atoi(times); err != nil {
					return "", fmt.Errorf("a number that is none: %s", times)
				}
			}
			b.WriteString(strings.Repeat(string(rune(code)), count))
			line = after
			continue
		default:
			return "", fmt.Errorf("an escape that is none: \\%.4s", remainder)
		}
		line = remainder[1:]
	}
}
