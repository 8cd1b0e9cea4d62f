package cli

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"
)

// An exit is an exit code and its meaning.
type exit struct {
	code    int
	meaning string
}

// exits returns the exit codes of a command.
func (c *Command) exits() []exit {
	list := []exit{{ExitOK, c.Done}, {ExitFailed, c.Failed}, {ExitUsage, "the command line was invalid"}}
	if c.Failed == "" {
		list = append(list[:1], list[2:]...)
	}
	return list
}

// synopsis returns how the last command of a path is called.
func synopsis(path []*Command) string {
	c := path[len(path)-1]
	text := names(path)
	if c.Define == nil {
		return text + " " + strings.ToUpper(c.kind()) + " [flags] [ARGUMENT…]"
	}
	if len(c.listFlags()) > 0 {
		text += " [flags]"
	}
	return strings.TrimSpace(text + " " + c.Arguments)
}

// writeUsage prints how a command is called, below an error about that.
func writeUsage(out io.Writer, path []*Command) {
	fmt.Fprintf(out, "usage: %s\nRun \"%s -h\" for help.\n", synopsis(path), names(path))
}

// WriteHelp prints the help of a command, which is the last one of a path that [Command.Find] returned.
func WriteHelp(env *Environment, path []*Command) error { return writeHelp(env.Out, env.Style, path) }

func writeHelp(to io.Writer, style Style, path []*Command) error {
	c := path[len(path)-1]
	out := bufio.NewWriter(to)
	fmt.Fprintf(out, "usage: %s\n\n%s\n", synopsis(path), c.Help)
	if len(c.Commands) > 0 {
		fmt.Fprintf(out, "\n%s\n", style.Bold(c.kind()+"s:"))
		for _, one := range c.Commands {
			fmt.Fprintf(out, "  %-12s %s\n", one.Name, one.Summary)
		}
		fmt.Fprintf(out, "\nRun \"%s %s -h\" for the flags of a %s.\n", names(path), strings.ToUpper(c.kind()), c.kind())
	}
	if flags := c.listFlags(); len(flags) > 0 {
		fmt.Fprintf(out, "\n%s\n", style.Bold("flags:"))
		for _, f := range flags {
			fmt.Fprintf(out, "  %s\n    \t%s\n", f.head(), strings.ReplaceAll(f.usage, "\n", "\n    \t"))
		}
	}
	fmt.Fprintf(out, "\n%s\n", style.Bold("exit codes:"))
	for _, e := range c.exits() {
		fmt.Fprintf(out, "  %d  %s\n", e.code, e.meaning)
	}
	return out.Flush()
}

// A described flag is what help, manual and completion show of one.
type described struct {
	name, value string // value is the name of its value, or "" for a flag without one
	usage       string
	choices     []string
}

// head returns how the flag is written.
func (f described) head() string { return strings.TrimSpace("-" + f.name + " " + f.value) }

// listFlags returns the flags of a command, sorted by their names.
func (c *Command) listFlags() (list []described) {
	if c.Define == nil {
		return nil
	}
	flags, _ := c.flags(&Environment{In: strings.NewReader(""), Out: io.Discard, Progress: io.Discard})
	flags.VisitAll(func(f *flag.Flag) {
		d := described{name: f.Name}
		d.value, d.usage = flag.UnquoteUsage(f)
		if choice, ok := f.Value.(*choice); ok {
			d.choices = choice.words
		}
		if d.value != "" && f.DefValue != "" && f.DefValue != "0" {
			d.usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		list = append(list, d)
	})
	return list
}

// Choice returns the value of a flag that is one of several words, stored in p.
func Choice(p *string, words ...string) flag.Value { return &choice{p, words} }

type choice struct {
	p     *string
	words []string
}

// String implements [flag.Value].
func (c *choice) String() string {
	if c.p == nil {
		return ""
	}
	return *c.p
}

// Set implements [flag.Value].
func (c *choice) Set(word string) error {
	for _, w := range c.words {
		if w == word {
			*c.p = word
			return nil
		}
	}
	return suggest(fmt.Errorf("want %s", strings.Join(c.words, ", ")), word, c.words)
}
