package cli

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// sample returns a program with commands that record what they were called with.
func sample(called *[]string) *Command {
	define := func(name string) func(*Environment, *flag.FlagSet) Action {
		return func(_ *Environment, flags *flag.FlagSet) Action {
			deep := flags.Bool("deep", false, "go `deeper`\nthan that")
			level := "low"
			flags.Var(Choice(&level, "low", "high"), "level", "the `level` of it")
			return func(args []string) error {
				*called = append([]string{name, level}, args...)
				switch {
				case *deep:
					return errors.New("too deep")
				case level == "high":
					return ErrReported
				}
				return nil
			}
		}
	}
	return &Command{Name: "tool", Help: "Helps.", Done: "done", Failed: "failed", Commands: []Command{
		{Name: "one", Help: "One.", Arguments: "FILE", Define: define("one")},
		{Name: "many", Help: "Many.", Arguments: "PATH…", Define: define("many")},
		{Name: "none", Help: "None.", Define: define("none")},
		{Name: "any", Help: "Any.", Arguments: "[PATH…]", Define: define("any")},
		{Name: "group", Help: "Group.", Kind: "form", Commands: []Command{{Name: "leaf", Help: "Leaf.", Arguments: "A [B]", Define: define("leaf")}}},
	}}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args     string
		code     int
		called   string
		progress string
	}{
		{"one a", ExitOK, "one low a", ""},
		{"one a b", ExitUsage, "", `tool one: unexpected argument "b"`},
		{"one", ExitUsage, "", "tool one needs FILE"},
		{"many a b -level low c", ExitOK, "many low a b c", ""},
		{"many a -- b -level high", ExitOK, "many low a b -level high", ""},
		{"many -- -deep", ExitOK, "many low -deep", ""},
		{"many -", ExitOK, "many low -", ""},
		{"many --level=high a", ExitFailed, "many high a", ""},
		{"many -level hihg a", ExitUsage, "", `want low, high; did you mean "high"?`},
		{"many a -deep", ExitFailed, "many low a", "tool: too deep"},
		{"any", ExitOK, "any low", ""},
		{"none", ExitOK, "none low", ""},
		{"none a", ExitUsage, "", `tool none: unexpected argument "a"`},
		{"none -deap", ExitUsage, "", `unknown flag -deap; did you mean "deep"?`},
		{"group", ExitUsage, "", "tool group needs a form"},
		{"group leaf a", ExitOK, "leaf low a", ""},
		{"group leaf a b", ExitOK, "leaf low a b", ""},
		{"group leaf a b c", ExitUsage, "", `unexpected argument "c"`},
		{"group laef a", ExitUsage, "", `unknown form "laef"; did you mean "leaf"?`},
		{"group xyz a", ExitUsage, "", "unknown form \"xyz\"\n"},
	} {
		var called []string
		var out, progress strings.Builder
		code := Run(sample(&called), strings.Fields(c.args), NewEnvironment(strings.NewReader(""), &out, &progress))
		// The prefix of reports is that of the program.
		want := strings.Replace(c.progress, "tool: ", "unspool: ", 1)
		if code != c.code || strings.Join(called, " ") != c.called || !strings.Contains(progress.String(), want) || out.Len() > 0 ||
			(progress.Len() > 0) != (c.progress != "") {
			t.Errorf("%s: code %d, called with %q, %q, %q", c.args, code, called, out.String(), progress.String())
		}
		if hasUsage := strings.Contains(progress.String(), "\nusage: tool "); hasUsage != (c.code == ExitUsage) {
			t.Errorf("%s: usage %t", c.args, hasUsage)
		}
	}
}

// TestWriteErrors checks that help that cannot be written fails.
func TestWriteErrors(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"one", "-h"}, {"group", "-h"}} {
		if code := Run(sample(new([]string)), args, NewEnvironment(strings.NewReader(""), full{}, &strings.Builder{})); code != ExitFailed {
			t.Errorf("%q: code %d", args, code)
		}
	}
	if _, err := (Manual{Program: sample(new([]string))}).WriteTo(full{}); err == nil {
		t.Error("a manual that cannot be written is no error")
	}
	if err := WriteCompletion(full{}, sample(new([]string)), "bash"); err == nil {
		t.Error("a completion that cannot be written is no error")
	}
	if err := WriteCompletion(&strings.Builder{}, sample(new([]string)), "tcsh"); !errors.Is(err, ErrUsage) {
		t.Errorf("a shell without completion: %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"export", "export", 0}, {"exprot", "export", 1}, {"exort", "export", 1}, {"inspekt", "inspect", 1},
		{"kitten", "sitting", 3}, {"ä", "a", 1}, {"ab", "ba", 1},
	} {
		if got, back := distance(c.a, c.b), distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func FuzzDistance(f *testing.F) {
	f.Add("exprot", "export")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 100 || len(b) > 100 {
			return
		}
		x, y := []rune(a), []rune(b)
		d := distance(a, b)
		if d != distance(b, a) || d > max(len(x), len(y)) || d < max(len(x)-len(y), len(y)-len(x)) || (d == 0) != slices.Equal(x, y) {
			t.Errorf("%q and %q: %d", a, b, d)
		}
	})
}

// FuzzRoff checks that no text of a help is a request of roff or leaves ASCII.
func FuzzRoff(f *testing.F) {
	f.Add(".so /etc/passwd\n'x\\fB…-")
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.SplitSeq(roff(text), "\n") {
			if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
				t.Errorf("%q: the line %q is a request", text, line)
			}
			if strings.ContainsFunc(line, func(c rune) bool { return c > unicode.MaxASCII }) {
				t.Errorf("%q: the line %q", text, line)
			}
		}
	})
}
