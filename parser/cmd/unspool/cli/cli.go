// Package cli runs a program with commands. Each command is described once: from its description come the
// flags, the help, a manual page and the completion of shells.
//
// A program is a [Command] that has commands. Run finds the one that arguments name, parses its flags,
// which can be before and after other arguments, and runs it. Errors that wrap [ErrUsage] are about the
// command line; all others are failures.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2
	// ExitInterrupted is the code that shells give a program which an interrupt ended.
	ExitInterrupted = 130
)

var (
	// ErrUsage is wrapped by errors about the command line.
	ErrUsage = errors.New("invalid command line")
	// ErrReported is the error of an action that has printed why it failed.
	ErrReported = errors.New("failed as reported")
	// ErrInterrupted is the error of an action that the user interrupted, and that has left nothing behind.
	ErrInterrupted = errors.New("interrupted")
)

// A Command is a program, or a command of one.
type Command struct {
	Name      string
	Summary   string // for lists: "print totals of sessions"
	Arguments string // what follows the flags: "PATH", "PATH…" for one or more, "[PATH…]" for any number
	Help      string // paragraphs; those that are indented are printed as they are
	Done      string // what exit code 0 means
	Failed    string // what exit code 1 means
	Kind      string // what Commands are: "command", "format"
	Commands  []Command
	// SuggestFor holds words for which an error suggests the command, beside its name and what is like it.
	SuggestFor []string
	// Define defines the flags, and returns what then runs the command. It is nil if there are Commands.
	Define func(env *Environment, flags *flag.FlagSet) Action
}

// An Action runs a command with the arguments that are no flags.
type Action func(args []string) error

// Run runs the command of the program that args name, and returns its exit code.
func Run(program *Command, args []string, env *Environment) int {
	path := []*Command{program}
	err := run(path, args, env)
	if removed := env.close(); err == nil {
		err = removed
	}
	var wrong *usageError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &wrong):
		env.Report(wrong.err)
		writeUsage(env.Progress, wrong.path)
		return ExitUsage
	case errors.Is(err, ErrInterrupted):
		env.Report(err)
		return ExitInterrupted
	case !errors.Is(err, ErrReported):
		env.Report(err)
	}
	return ExitFailed
}

// A usageError is an error about the arguments of the last command of a path.
type usageError struct {
	path []*Command
	err  error
}

// Error implements error.
func (e *usageError) Error() string { return e.err.Error() }

// Unwrap implements the interface of [errors.Is].
func (e *usageError) Unwrap() error { return e.err }

func run(path []*Command, args []string, env *Environment) error {
	c := path[len(path)-1]
	if c.Define != nil {
		return c.act(path, args, env)
	}
	if len(args) == 0 {
		return &usageError{path, fmt.Errorf("%s needs a %s", names(path), c.kind())}
	}
	if isHelp(args[0]) {
		return writeHelp(env.Out, env.Style, path)
	}
	if next := c.find(args[0]); next != nil {
		return run(append(slices.Clip(path), next), args[1:], env)
	}
	err := fmt.Errorf("unknown %s %q", c.kind(), args[0])
	if strings.HasPrefix(args[0], "-") {
		err = fmt.Errorf("%s: flags follow a %s", args[0], c.kind())
	}
	return &usageError{path, c.suggest(err, args[0])}
}

// act runs a command that has no commands of its own.
func (c *Command) act(path []*Command, args []string, env *Environment) error {
	flags, action := c.flags(env)
	arguments, err := parse(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return writeHelp(env.Out, env.Style, path)
	}
	if err == nil {
		err = c.check(path, arguments)
	}
	if err != nil {
		return &usageError{path, err}
	}
	if err = action(arguments); errors.Is(err, ErrUsage) {
		return &usageError{path, err}
	}
	return err
}

// flags returns the flags of the command, and what runs it once they are set.
func (c *Command) flags(env *Environment) (*flag.FlagSet, Action) {
	flags := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags, c.Define(env, flags)
}

// parse sets flags, and returns the other arguments. All that follows "--" are others.
func parse(flags *flag.FlagSet, args []string) (arguments []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			name, isUnknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
			if !isUnknown {
				return nil, err
			}
			var known []string
			flags.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
			return nil, suggest(fmt.Errorf("unknown flag -%s", name), name, known)
		}
		others := flags.Args()
		isEnd := len(others) < len(args) && args[len(args)-len(others)-1] == "--"
		if isEnd || len(others) == 0 {
			return append(arguments, others...), nil
		}
		arguments, args = append(arguments, others[0]), others[1:]
	}
}

// check returns an error if the number of arguments is wrong.
func (c *Command) check(path []*Command, args []string) error {
	fewest, most := 0, 0
	for _, argument := range strings.Fields(c.Arguments) {
		if !strings.HasPrefix(argument, "[") {
			fewest++
		}
		if most++; strings.Contains(argument, "…") {
			most = len(args)
		}
	}
	switch {
	case len(args) < fewest:
		return fmt.Errorf("%s needs %s", names(path), c.Arguments)
	case len(args) > max(most, fewest):
		return fmt.Errorf("%s: unexpected argument %q", names(path), args[max(most, fewest)])
	}
	return nil
}

// Find returns the path to the command with the given names.
func (c *Command) Find(names []string) ([]*Command, error) {
	path := []*Command{c}
	for _, name := range names {
		last := path[len(path)-1]
		next := last.find(name)
		if next == nil {
			return nil, last.suggest(fmt.Errorf("%w: unknown %s %q", ErrUsage, last.kind(), name), name)
		}
		path = append(path, next)
	}
	return path, nil
}

func (c *Command) find(name string) *Command {
	at := slices.IndexFunc(c.Commands, func(c Command) bool { return c.Name == name })
	if at < 0 {
		return nil
	}
	return &c.Commands[at]
}

// suggest adds to an error about the name of a command the one that may be meant, if any.
func (c *Command) suggest(err error, name string) error {
	var known []string
	for _, one := range c.Commands {
		if slices.Contains(one.SuggestFor, strings.ToLower(name)) {
			return suggest(err, one.Name, []string{one.Name})
		}
		known = append(known, one.Name)
	}
	return suggest(err, name, known)
}

func (c *Command) kind() string {
	if c.Kind == "" {
		return "command"
	}
	return c.Kind
}

func names(path []*Command) string {
	var list []string
	for _, c := range path {
		list = append(list, c.Name)
	}
	return strings.Join(list, " ")
}

func isHelp(argument string) bool {
	return argument == "-h" || argument == "-help" || argument == "--help"
}
