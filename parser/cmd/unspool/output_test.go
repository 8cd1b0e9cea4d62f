package main

import (
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
)

// namesIn returns the names of the files and folders in a folder.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestOutputFailed checks that nothing is left of an export that fails, so that it can be tried again.
func TestOutputFailed(t *testing.T) {
	dir := t.TempDir()
	x := &exporter{inspection: newInspection(cli.NewEnvironment(strings.NewReader(""), io.Discard, io.Discard))}
	write := func(names ...string) {
		t.Helper()
		for _, name := range names {
			out, err := x.create(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = io.WriteString(out, name); err != nil || name == "a" && out.Close() != nil {
				t.Fatal(err)
			}
		}
	}
	failure := errors.New("disk full")
	for range 2 {
		write("a", "b/c/d", "b/e")
		if err := x.finish(failure); !errors.Is(err, failure) {
			t.Errorf("%v", err)
		}
		if names := namesIn(t, dir); names != nil {
			t.Errorf("%q are left", names)
		}
	}
	write("a", "b/c/d", "b/e")
	if err := x.finish(nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b/c/d", "b/e"} {
		if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil || string(text) != name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := x.create(filepath.Join(dir, "a")); err == nil || !strings.Contains(err.Error(), "is not overwritten") {
		t.Errorf("%v", err)
	}
	// Another program writes the file in the meantime.
	write("f")
	written(t, dir, "f", "mine")
	if err := x.finish(nil); err == nil || !strings.Contains(err.Error(), "is not overwritten") {
		t.Errorf("%v", err)
	}
	if names := namesIn(t, dir); len(names) != 3 {
		t.Errorf("%q", names)
	}
}

// TestInterrupted checks that nothing is left of an export that the user interrupts, and that it ends with the code for that.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself")
	}
	for _, isLate := range []bool{false, true} { // after all was written
		dir := t.TempDir()
		var progress strings.Builder
		run := func(x *exporter) error {
			out, err := x.create(filepath.Join(dir, "a", "b"))
			if err != nil {
				return err
			}
			if _, err := io.WriteString(out, "text"); err != nil {
				t.Errorf("before the interrupt: %v", err)
			}
			self, err := os.FindProcess(os.Getpid())
			if err = errors.Join(err, self.Signal(os.Interrupt)); err != nil {
				return err
			}
			<-x.sources.stop.ctx.Done()
			if _, err := x.sources.read(exportedFolder, io.Discard); !errors.Is(err, cli.ErrInterrupted) {
				t.Errorf("files are still read: %v", err)
			}
			if isLate {
				return nil
			}
			_, err = io.WriteString(out, "more")
			return err
		}
		env := cli.NewEnvironment(strings.NewReader(""), io.Discard, &progress)
		define := func(env *cli.Environment, _ *flag.FlagSet) cli.Action {
			x := &exporter{inspection: newInspection(env)}
			return func([]string) error { return x.finish(run(x)) }
		}
		code := cli.Run(&cli.Command{Name: "unspool", Define: define}, nil, env)
		if names := namesIn(t, dir); code != cli.ExitInterrupted || names != nil || progress.String() != "unspool: interrupted\n" {
			t.Errorf("code %d, %q are left, %s", code, names, progress.String())
		}
	}
}

// TestInterruptedRedaction checks that no file is left in a temporary place when the user interrupts.
func TestInterruptedRedaction(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself")
	}
	name, temp := written(t, t.TempDir(), "s.jsonl", redactedLines), t.TempDir()
	t.Setenv("TMPDIR", temp)
	interrupt := func(s *sources) error {
		self, err := os.FindProcess(os.Getpid())
		if err = errors.Join(err, self.Signal(syscall.SIGTERM)); err == nil {
			<-s.stop.ctx.Done()
		}
		return err
	}
	var r *redaction
	progress := writerFunc(func(b []byte) (int, error) { return len(b), interrupt(r.sources) })
	env := cli.NewEnvironment(strings.NewReader(""), io.Discard, progress)
	r = &redaction{inspection: newInspection(env), redactionRules: redactionRules{keep: []string{"email"}}} // which is printed before anything is written
	if err := r.start([]string{name}); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("redact: %v", err)
	}
	var x *exporter
	write := func(*parser.Session, func(int) io.ReaderAt) error {
		out, err := x.create("")
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, "text")
		return errors.Join(err, interrupt(x.sources))
	}
	x = &exporter{inspection: newInspection(cli.NewEnvironment(strings.NewReader(""), io.Discard, io.Discard)), redact: true}
	if err := x.finish(x.runRedacted(write, name)); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("export: %v", err)
	}
	if names := namesIn(t, temp); names != nil {
		t.Errorf("%q are left", names)
	}
}

// A writerFunc is a function that is a writer.
type writerFunc func([]byte) (int, error)

// Write implements [io.Writer].
func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestMissingFolders checks that the search for a folder that exists ends, also on a drive that does not exist.
func TestMissingFolders(t *testing.T) {
	root := filepath.VolumeName(t.TempDir()) + string(filepath.Separator)
	none := func(string) (fs.FileInfo, error) { return nil, fs.ErrNotExist }
	for _, dir := range []string{root, filepath.Join(root, "a", "b")} {
		if got := firstMissing(dir, none); got != root {
			t.Errorf("%s: %q", dir, got)
		}
	}
	if got := firstMissing("a", none); got != "." {
		t.Errorf("%q", got)
	}
	dir := t.TempDir()
	for want, below := range map[string]string{"": "", filepath.Join(dir, "a"): "a/b/c"} {
		if got := firstMissing(filepath.Join(dir, filepath.FromSlash(below)), os.Stat); got != want {
			t.Errorf("%s: %q", below, got)
		}
	}
}

// TestFileNotCreated checks that no folders are left if the file in them cannot be created.
func TestFileNotCreated(t *testing.T) {
	longest, ok := map[string]int{"linux": 4095, "darwin": 1023}[runtime.GOOS] // bytes of a path
	if !ok {
		t.Skip("the limit of paths is not known")
	}
	dir := t.TempDir()
	long := dir
	for len(long) < longest-3 { // the folder fits, a file in it does not
		long = filepath.Join(long, strings.Repeat("a", min(200, longest-3-len(long))))
	}
	if _, err := createFile(filepath.Join(long, "file"), nil); err == nil {
		t.Error("the file was created")
	}
	if names := namesIn(t, dir); names != nil {
		t.Errorf("%q are left", names)
	}
}

// TestOutputErrors checks that the failure of an output names the output, and not the input.
func TestOutputErrors(t *testing.T) {
	dir := t.TempDir()
	in := written(t, t.TempDir(), "s.jsonl", redactedLines)
	taken := written(t, dir, "taken", "mine")
	for name, want := range map[string]string{taken: taken + " exists and is not overwritten", filepath.Join(taken, "below"): taken} {
		for _, format := range []string{"html", "messages", "otlp"} {
			_, progress, code := runExport(t, format, "-o", name, in)
			if code != cli.ExitFailed || !strings.Contains(progress, "unspool: ") || !strings.Contains(progress, want) || strings.Contains(progress, in) {
				t.Errorf("%s: code %d: %s", format, code, progress)
			}
		}
	}
}

// TestNothingWritten checks that commands which write nothing leave nothing.
func TestNothingWritten(t *testing.T) {
	dir := t.TempDir()
	in := written(t, t.TempDir(), "empty.jsonl", "")
	session := written(t, t.TempDir(), "s.jsonl", redactedLines)
	for _, args := range []string{
		"inspect -o OUT " + in, "inspect -shape -o OUT " + in, "redact -o OUT " + in, "export messages -o OUT " + in,
		"export markdown -redact -o OUT " + in, "export messages -agent none -o OUT " + session, "export tables -o OUT/below " + in,
		"export transcript -agent none -o OUT/below " + session,
	} {
		var out, errs strings.Builder
		code := runCommand(strings.Fields(strings.ReplaceAll(args, "OUT", filepath.Join(dir, "out"))), &out, &errs)
		if names := namesIn(t, dir); code != cli.ExitFailed || names != nil {
			t.Errorf("%s: code %d, %q, %s", args, code, names, errs.String())
		}
	}
}
