package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"unspool/parser/archive"
)

// A member is a file of an archive that a test makes.
type member struct {
	name, content string
	link          bool
	flags         uint16
	isStored      bool
}

var plain = []member{
	{name: "p/a.jsonl", content: strings.Repeat("first ", 1000)},
	{name: "p/a/subagents/agent-1.jsonl", content: "agent"},
	{name: "p/b.jsonl", content: strings.Repeat("second ", 1000), isStored: true},
	{name: "p/readme.md", content: "text"},
	{name: "__MACOSX/p/._a.jsonl", content: "\x00\x05"},
}

func isKept(name string) bool { return strings.HasSuffix(name, ".jsonl") }

func zipOf(t testing.TB, members []member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.isStored {
			h.Method = zip.Store
		}
		if m.link {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		out, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		h.Flags |= m.flags // the directory is written with it, at the end
		io.WriteString(out, m.content)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, members []member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Size: int64(len(m.content)), Mode: 0o644, Typeflag: tar.TypeReg}
		if m.link {
			h = &tar.Header{Name: m.name, Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if !m.link {
			io.WriteString(w, m.content)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(t testing.TB, content []byte, name string, o archive.Options) *archive.FS {
	t.Helper()
	fsys, err := archive.Open(bytes.NewReader(content), int64(len(content)), name, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := fsys.Close(); err != nil {
			t.Error(err)
		}
	})
	return fsys
}

// contents returns the names of all files, each with its content and the error that ends it.
func contents(t testing.TB, fsys fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		in, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer in.Close()
		b, err := io.ReadAll(in)
		all[name] = string(b)
		if err != nil {
			all[name] += "|" + err.Error()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFormats checks that the files of each kind of archive are read, and can be read at any offset.
func TestFormats(t *testing.T) {
	packed := tarOf(t, plain)
	for name, content := range map[string][]byte{"x.zip": zipOf(t, plain), "x.tar": packed, "x.tgz": gzipOf(t, packed)} {
		fsys := open(t, content, name, archive.Options{Keep: isKept})
		if !archive.IsArchive(content[:archive.HeadSize]) {
			t.Errorf("%s is not recognized", name)
		}
		got := contents(t, fsys)
		for _, m := range plain[:3] {
			if got[m.name] != m.content {
				t.Errorf("%s: %s has %d bytes, not %d", name, m.name, len(got[m.name]), len(m.content))
			}
		}
		if len(got) != 3 || len(fsys.Omissions()) != 0 {
			t.Errorf("%s: %d files, left out %v", name, len(got), fsys.Omissions())
		}
		in, err := fsys.Open("p/b.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 6)
		if _, err := in.(io.ReaderAt).ReadAt(b, 7); err != nil || string(b) != "second" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
		if err := fstest.TestFS(fsys, "p/a.jsonl", "p/a/subagents/agent-1.jsonl"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSingleFile checks that a gzip that is no tar holds one file.
func TestSingleFile(t *testing.T) {
	for name, want := range map[string]string{"p/s.jsonl.gz": "s.jsonl", "s.GZ": "s.jsonl", "conversations.json.gz": "conversations.json"} {
		got := contents(t, open(t, gzipOf(t, []byte("content")), name, archive.Options{}))
		if len(got) != 1 || got[want] != "content" {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestHostile checks that unsafe entries are left out with the reason, and others are read.
func TestHostile(t *testing.T) {
	good := member{name: "p/good.jsonl", content: "good"}
	tests := []struct {
		name    string
		bad     member
		err     error
		zipOnly bool
	}{
		{"parent", member{name: "../up.jsonl"}, archive.ErrName, false},
		{"parent inside", member{name: "p/../../up.jsonl"}, archive.ErrName, false},
		{"parent with backslashes", member{name: `p\..\..\up.jsonl`}, archive.ErrName, false},
		{"absolute", member{name: "/etc/x.jsonl"}, archive.ErrName, false},
		{"drive", member{name: `C:\x.jsonl`}, archive.ErrName, false},
		{"server", member{name: `\\host\x.jsonl`}, archive.ErrName, false},
		{"NUL", member{name: "p/x\x00.jsonl"}, archive.ErrName, true},
		{"deep", member{name: strings.Repeat("d/", 30) + "x.jsonl"}, archive.ErrName, false},
		{"long", member{name: strings.Repeat("d", 1001) + ".jsonl"}, archive.ErrName, false},
		{"link", member{name: "p/link.jsonl", link: true, content: "/etc/passwd"}, archive.ErrLink, false},
		{"duplicate", member{name: "p/good.jsonl", content: "bad"}, archive.ErrDuplicate, false},
		{"duplicate by another spelling", member{name: `p\.\good.jsonl`, content: "bad"}, archive.ErrDuplicate, false},
		{"below a file", member{name: "p/good.jsonl/x.jsonl"}, archive.ErrDuplicate, false},
		{"encrypted", member{name: "p/x.jsonl", flags: 1}, archive.ErrEncrypted, true},
	}
	for _, test := range tests {
		members := []member{good, test.bad}
		archives := map[string][]byte{"x.zip": zipOf(t, members)}
		if !test.zipOnly {
			archives["x.tar"] = tarOf(t, members)
		}
		for name, content := range archives {
			fsys := open(t, content, name, archive.Options{Keep: isKept})
			left := fsys.Omissions()
			if len(left) != 1 || !errors.Is(left[0].Err, test.err) || left[0].Count != 1 {
				t.Errorf("%s in %s: left out %v", test.name, name, left)
			}
			if got := contents(t, fsys); len(got) != 1 || got["p/good.jsonl"] != "good" {
				t.Errorf("%s in %s: %v", test.name, name, got)
			}
		}
	}
}

// TestBackslashes checks that folders of Windows programs are folders.
func TestBackslashes(t *testing.T) {
	got := contents(t, open(t, zipOf(t, []member{{name: `p\a.jsonl`, content: "a"}}), "x.zip", archive.Options{}))
	if got["p/a.jsonl"] != "a" {
		t.Errorf("%v", got)
	}
}

// TestTooLarge checks that a small archive cannot fill the disk, whatever its headers say.
func TestTooLarge(t *testing.T) {
	members := []member{{name: "a.jsonl", content: strings.Repeat("x", 900)}, {name: "b.jsonl", content: strings.Repeat("x", 900)}}
	for name, content := range map[string][]byte{"x.zip": zipOf(t, members), "x.tgz": gzipOf(t, tarOf(t, members))} {
		fsys := open(t, content, name, archive.Options{MaxBytes: 1000})
		got := contents(t, fsys)
		if len(got["a.jsonl"]) != 900 || !strings.HasPrefix(got["b.jsonl"], strings.Repeat("x", 100)+"|") {
			t.Errorf("%s: %d and %d bytes", name, len(got["a.jsonl"]), len(got["b.jsonl"]))
		}
		if left := fsys.Omissions(); len(left) != 1 || !errors.Is(left[0].Err, archive.ErrTooLarge) {
			t.Errorf("%s: left out %v", name, left)
		}
	}
}

// TestRatio checks that a file that is mostly the same byte is not unpacked beyond the ratio.
func TestRatio(t *testing.T) {
	bomb := gzipOf(t, make([]byte, 100<<20))
	fsys := open(t, bomb, "x.jsonl.gz", archive.Options{})
	info, err := fs.Stat(fsys, "x.jsonl")
	if err != nil || info.Size() != 64<<20 {
		t.Errorf("%v, %v", info, err)
	}
	if left := fsys.Omissions(); len(left) != 1 || !errors.Is(left[0].Err, archive.ErrTooLarge) {
		t.Errorf("left out %v", left)
	}
}

// TestCut checks that of an archive that ends anywhere, each file up to there is read and nothing else.
func TestCut(t *testing.T) {
	members := plain[:3]
	sources := map[string][]byte{"x.zip": zipOf(t, members), "x.tar": tarOf(t, members), "x.tgz": gzipOf(t, tarOf(t, members))}
	for name, content := range sources {
		whole, first := 0, 64
		if name == "x.tar" {
			first = archive.HeadSize
		}
		for size := first; size < len(content); size += 1 + len(content)/200 {
			fsys := open(t, content[:size], name, archive.Options{Keep: isKept})
			left := fmt.Sprint(fsys.Omissions())
			complete := 0
			for file, got := range contents(t, fsys) {
				at := slices.IndexFunc(members, func(m member) bool { return m.name == file })
				text, why, isCut := strings.Cut(got, "|")
				if at < 0 || !strings.HasPrefix(members[at].content, text) || !isCut && text != members[at].content {
					t.Fatalf("%s of %d bytes: %s has %d bytes (%s)", name, size, file, len(text), why)
				}
				if !isCut {
					complete++
				}
			}
			if complete < whole || complete < len(members) && left == "[]" {
				t.Fatalf("%s of %d bytes: %d files, %d before; left out %s", name, size, complete, whole, left)
			}
			whole = complete
		}
		if whole == 0 && name != "x.tgz" { // a decompressor needs all of a block
			t.Errorf("%s: no file was ever complete", name)
		}
	}
}

// TestDamagedContent checks that a wrong checksum is reported after the content.
func TestDamagedContent(t *testing.T) {
	content := zipOf(t, []member{{name: "a.jsonl", content: "some content", isStored: true}})
	content[bytes.Index(content, []byte("some"))] = 'S'
	fsys := open(t, content, "x.zip", archive.Options{})
	if got := contents(t, fsys)["a.jsonl"]; !strings.HasPrefix(got, "Some content|") || !strings.Contains(got, "x.zip/a.jsonl") {
		t.Errorf("%q", got)
	}
	if left := fsys.Omissions(); len(left) != 1 || !errors.Is(left[0].Err, archive.ErrDamaged) {
		t.Errorf("left out %v", left)
	}
}

// TestNoArchive checks that other files are refused.
func TestNoArchive(t *testing.T) {
	for _, content := range []string{"", "{}", "PK", strings.Repeat("x", 600)} {
		if _, err := archive.Open(strings.NewReader(content), int64(len(content)), "x.zip", archive.Options{}); !errors.Is(err, archive.ErrFormat) {
			t.Errorf("%.9q: %v", content, err)
		}
	}
}

// FuzzOpen checks that no bytes lead to a name outside, a file beyond the limit, or a crash.
func FuzzOpen(f *testing.F) {
	members := append(slices.Clone(plain), member{name: "../x.jsonl"}, member{name: "p/a.jsonl"}, member{name: "l.jsonl", link: true})
	packed := tarOf(f, members)
	for _, seed := range [][]byte{zipOf(f, members), packed, gzipOf(f, packed), gzipOf(f, []byte("{}")), zipOf(f, members)[:400]} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		const most = 1 << 20
		fsys, err := archive.Open(bytes.NewReader(content), int64(len(content)), "x", archive.Options{MaxBytes: most})
		if err != nil {
			return
		}
		defer fsys.Close()
		sum := 0
		for name, text := range contents(t, fsys) {
			if !fs.ValidPath(name) {
				t.Errorf("invalid path %q", name)
			}
			text, _, _ = strings.Cut(text, "|")
			sum += len(text)
		}
		if sum > most {
			t.Errorf("%d bytes", sum)
		}
	})
}
