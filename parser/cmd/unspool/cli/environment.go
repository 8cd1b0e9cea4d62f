package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"golang.org/x/term"
)

// Standard is the path that stands for standard input, and as the name of an output for standard output.
const Standard = "-"

// An Environment connects a command with the terminal, pipes and files.
type Environment struct {
	In            io.Reader
	Out, Progress io.Writer
	Width         int   // columns of the terminal that Out is; 0 if it is none
	Style         Style // of Out
	ErrorStyle    Style // of Progress

	copied string // the file with a copy of In, or ""
}

// NewEnvironment returns the environment of a process.
func NewEnvironment(in io.Reader, out, progress io.Writer) *Environment {
	return &Environment{
		In: in, Out: out, Progress: progress,
		Width: width(out), Style: styleOf(out), ErrorStyle: styleOf(progress),
	}
}

// IsTerminal reports whether out is a terminal.
func IsTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

func width(out io.Writer) int {
	if !IsTerminal(out) {
		return 0
	}
	if width, _, err := term.GetSize(int(out.(*os.File).Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// A Style marks text for a terminal with colors. The zero value leaves text as it is.
type Style bool

// styleOf returns the style of a writer: colors are for terminals only, and for users who want them
// (https://no-color.org).
func styleOf(out io.Writer) Style {
	if !IsTerminal(out) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	// The old console of Windows prints escape sequences.
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != ""
}

// Bold returns text in bold.
func (s Style) Bold(text string) string { return s.with("1", text) }

// Red returns text in red.
func (s Style) Red(text string) string { return s.with("31", text) }

func (s Style) with(code, text string) string {
	if !s || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Report prints an error.
func (env *Environment) Report(err error) {
	fmt.Fprintln(env.Progress, env.ErrorStyle.Red("unspool:"), err)
}

// File returns the name of the file at a path. For "-" that is a copy of standard input, which is removed
// when the command ends: sessions are read more than once, and at any offset.
func (env *Environment) File(path string) (string, error) {
	if path != Standard || env.copied != "" {
		if path == Standard {
			path = env.copied
		}
		return path, nil
	}
	file, err := os.CreateTemp("", "unspool-*")
	if err != nil {
		return "", err
	}
	env.copied = file.Name()
	_, err = io.Copy(file, env.In)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", fmt.Errorf("standard input: %w", err)
	}
	return env.copied, nil
}

// Open opens the file at a path, or standard input for "-".
func (env *Environment) Open(path string) (*os.File, error) {
	name, err := env.File(path)
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Stat describes the file at a path, or standard input for "-".
func (env *Environment) Stat(path string) (fs.FileInfo, error) {
	name, err := env.File(path)
	if err != nil {
		return nil, err
	}
	return os.Stat(name)
}

// close removes the copy of standard input.
func (env *Environment) close() error {
	if env.copied == "" {
		return nil
	}
	name := env.copied
	env.copied = ""
	return os.Remove(name)
}
