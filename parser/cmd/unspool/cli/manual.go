package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A Manual is the manual page of a program, in the form that man reads.
type Manual struct {
	Program     *Command
	Version     string
	Environment [][2]string // variables with their meanings
}

// WriteTo implements [io.WriterTo].
func (m Manual) WriteTo(to io.Writer) (int64, error) {
	counted := &counter{out: to}
	out := bufio.NewWriter(counted)
	p := m.Program
	fmt.Fprintf(out, ".TH %s 1 \"\" \"%s %s\" \"User Commands\"\n", strings.ToUpper(p.Name), p.Name, roff(m.Version))
	fmt.Fprintf(out, ".SH NAME\n%s \\- %s\n", p.Name, roff(p.Summary))
	fmt.Fprintf(out, ".SH SYNOPSIS\n%s\n", roff(synopsis([]*Command{p})))
	fmt.Fprint(out, ".SH DESCRIPTION\n")
	writeParagraphs(out, p.Help)
	fmt.Fprint(out, ".SH COMMANDS\n")
	writeCommands(out, []*Command{p})
	fmt.Fprint(out, ".SH EXIT STATUS\n")
	writeExits(out, p)
	fmt.Fprint(out, ".SH ENVIRONMENT\n")
	for _, v := range m.Environment {
		fmt.Fprintf(out, ".TP\n.B %s\n%s\n", roff(v[0]), roff(v[1]))
	}
	err := out.Flush()
	return counted.n, err
}

// writeCommands writes a section for each command below the last one of a path.
func writeCommands(out io.Writer, path []*Command) {
	c := path[len(path)-1]
	for i := range c.Commands {
		one := &c.Commands[i]
		below := append(path[:len(path):len(path)], one)
		fmt.Fprintf(out, ".SS %s\n", roff(synopsis(below)))
		writeParagraphs(out, one.Help)
		for _, f := range one.listFlags() {
			fmt.Fprintf(out, ".TP\n.B %s\n%s\n", roff(f.head()), roff(f.usage))
		}
		if one.Done != c.Done || one.Failed != c.Failed {
			fmt.Fprint(out, ".P\nExit codes:\n")
			writeExits(out, one)
		}
		writeCommands(out, below)
	}
}

func writeExits(out io.Writer, c *Command) {
	for _, e := range c.exits() {
		fmt.Fprintf(out, ".TP\n.B %d\n%s\n", e.code, roff(e.meaning))
	}
}

// writeParagraphs writes the paragraphs of a help text.
func writeParagraphs(out io.Writer, text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(paragraph, "  ") || strings.Contains(paragraph, "\n  ") {
			fmt.Fprintf(out, ".P\n.nf\n%s\n.fi\n", roff(paragraph))
			continue
		}
		fmt.Fprintf(out, ".P\n%s\n", roff(paragraph))
	}
}

// roff escapes a text: hyphens are those that users type, and no line is a request.
func roff(text string) string {
	var out strings.Builder
	isStart := true
	for _, c := range text {
		switch {
		case c == '\\':
			out.WriteString(`\e`)
		case c == '-':
			out.WriteString(`\-`)
		case isStart && (c == '.' || c == '\''):
			out.WriteString(`\&` + string(c))
		case c > '~':
			fmt.Fprintf(&out, `\[u%04X]`, c)
		default:
			out.WriteRune(c)
		}
		isStart = c == '\n'
	}
	return out.String()
}

// A counter counts the bytes written to out.
type counter struct {
	out io.Writer
	n   int64
}

// Write implements [io.Writer].
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.out.Write(p)
	c.n += int64(n)
	return n, err
}
