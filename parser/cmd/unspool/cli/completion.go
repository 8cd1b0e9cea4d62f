package cli

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
)

//go:embed completion
var completions embed.FS

// Shells returns the names of the shells that there are completions for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// WriteCompletion writes a script that completes the commands and flags of a program in a shell.
func WriteCompletion(out io.Writer, program *Command, shell string) error {
	if !slices.Contains(Shells(), shell) {
		return fmt.Errorf("%w: no completion for %q: want %s", ErrUsage, shell, strings.Join(Shells(), ", "))
	}
	scripts := template.New("").Funcs(template.FuncMap{"quote": quote, "join": strings.Join, "names": namesOf, "flags": flagsOf})
	scripts, err := scripts.ParseFS(completions, "completion/*")
	if err != nil {
		return err
	}
	return scripts.ExecuteTemplate(out, shell, struct {
		Name  string
		Nodes []node
	}{program.Name, nodes(nil, program, program)})
}

// A node is what can follow a command on the command line.
type node struct {
	Path     string // the names of the command and of those that it is of, without the program, each after a space
	Commands []word
	Words    []word // that its first argument can be
	Flags    []valued
	Files    bool // its arguments are files
}

// A word is a word with its meaning.
type word struct{ Name, Summary string }

// A valued word is a flag. Value is the name of its value, or "" for a flag without one.
type valued struct {
	word
	Value   string
	Choices []string
}

// IsFile reports whether the value of the flag is the name of a file or folder.
func (v valued) IsFile() bool { return v.Value == "file" || v.Value == "folder" }

// nodes returns a command of a program and all below it.
func nodes(above []string, program, c *Command) []node {
	n := node{Path: path(above), Files: strings.Contains(c.Arguments, "PATH") || strings.Contains(c.Arguments, "FILE")}
	for _, f := range c.listFlags() {
		n.Flags = append(n.Flags, valued{word{f.name, line(f.usage)}, f.value, f.choices})
	}
	n.Flags = append(n.Flags, valued{word: word{"help", "print help"}})
	n.Commands = wordsOf(c)
	n.Words = n.Commands
	if strings.Contains(c.Arguments, "COMMAND") {
		n.Words = wordsOf(program)
	}
	list := []node{n}
	for i := range c.Commands {
		list = append(list, nodes(append(slices.Clip(above), c.Commands[i].Name), program, &c.Commands[i])...)
	}
	return list
}

// wordsOf returns the commands of a command.
func wordsOf(c *Command) (words []word) {
	for _, one := range c.Commands {
		words = append(words, word{one.Name, one.Summary})
	}
	return words
}

func path(names []string) string {
	var path strings.Builder
	for _, name := range names {
		path.WriteString(" " + name)
	}
	return path.String()
}

// quote returns a text in single quotes, for all three shells.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// line returns a text on one line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// namesOf returns the names of commands, separated by spaces.
func namesOf(commands []word) string {
	var list []string
	for _, c := range commands {
		list = append(list, c.Name)
	}
	return strings.Join(list, " ")
}

// flagsOf returns the names of flags, likewise.
func flagsOf(flags []valued) string {
	var list []string
	for _, f := range flags {
		list = append(list, f.Name)
	}
	return strings.Join(list, " ")
}
