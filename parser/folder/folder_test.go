package folder_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"unspool/parser"
	"unspool/parser/folder"
)

const talk = `{"type":"user","uuid":"u1","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","uuid":"u2","parentUuid":"a1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a.go"}]}]}}
{"type":"attachment","uuid":"q1","parentUuid":"u2","attachment":{"type":"queued_command","prompt":"and so on"}}
{"type":"assistant","uuid":"a2","parentUuid":"u2","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"done"}]}}
`

// TestContents checks that contents can be read again from any file system, including those whose
// files can only be read from the beginning.
func TestContents(t *testing.T) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	out, _ := w.Create("p/s.jsonl")
	out.Write([]byte(talk))
	w.Close()
	zipped, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, fsys := range map[string]fs.FS{"zip": zipped, "map": fstest.MapFS{"p/s.jsonl": {Data: []byte(talk)}}} {
		d, err := folder.Read(fsys)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for call := range d.Store.Session(0).ToolCalls() {
			calls++
			input, err1 := d.Input(call)
			result, err2 := d.Result(call)
			if string(input) != `{"command":"ls"}` || result != "a.go" || err1 != nil || err2 != nil {
				t.Errorf("%s: input %s (%v), result %q (%v)", name, input, err1, result, err2)
			}
		}
		if words := wordsOf(t, d); words != "go|and so on|done" {
			t.Errorf("%s: words %q", name, words)
		}
		if calls != 1 {
			t.Errorf("%s: %d calls", name, calls)
		}
	}
}

func wordsOf(t *testing.T, d *folder.Folder) string {
	var all []string
	c := d.Store.Session(0).Main
	for _, item := range c.Items {
		words, err := d.Text(c, item)
		if err != nil {
			t.Error(err)
		}
		if words != "" {
			all = append(all, words)
		}
	}
	return strings.Join(all, "|")
}

// TestReadFile checks that one file is read without those beside it, in a folder of any name, and
// that it can be read again.
func TestReadFile(t *testing.T) {
	fsys := fstest.MapFS{"memory/tool-results/s.jsonl": {Data: []byte(talk)}, "memory/tool-results/other.jsonl": {Data: []byte(talk)}}
	d, err := folder.ReadFile(fsys, "memory/tool-results/s.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if words := wordsOf(t, d); len(d.Store.Files) != 1 || words != "go|and so on|done" {
		t.Errorf("%d files, words %q", len(d.Store.Files), words)
	}
	for _, name := range []string{"none.jsonl", "memory", "../s.jsonl"} {
		if _, err := folder.ReadFile(fsys, name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestDamage checks that damage inside the strings of records is named, like the command does.
func TestDamage(t *testing.T) {
	for text, want := range map[string]parser.DiagnosticCode{
		"go": "", "\xff": parser.CodeEncoding, `\q`: parser.CodeInvalid, "a\tb": parser.CodeInvalid,
	} {
		fsys := fstest.MapFS{"p/s.jsonl": {Data: []byte(strings.Replace(talk, `"content":"go"`, `"content":"`+text+`"`, 1))}}
		whole, err := folder.Read(fsys)
		one, also := folder.ReadFile(fsys, "p/s.jsonl")
		if err = errors.Join(err, also); err != nil {
			t.Fatal(err)
		}
		for _, d := range []*folder.Folder{whole, one} {
			var got parser.DiagnosticCode
			for _, found := range d.Store.Session(0).Diagnostics() {
				got += found.Code
			}
			if got != want {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	}
}

// TestUnreadable checks that an unreadable file does not affect others, and that files of other
// types are not opened.
func TestUnreadable(t *testing.T) {
	d, err := folder.Read(broken{fstest.MapFS{
		"good.jsonl":     {Data: []byte(talk)},
		"bad.jsonl":      {Data: []byte(talk)},
		"bad.txt":        {Data: []byte("x")},
		"bad.meta.jsonx": {Data: []byte("x")},
	}})
	if !errors.Is(err, fs.ErrPermission) || strings.Count(err.Error(), "bad") != 1 || len(d.Store.Files) != 1 || d.Store.Session(0) == nil {
		t.Errorf("%d files, error %v", len(d.Store.Files), err)
	}
}

type broken struct{ fs.FS }

func (b broken) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "bad") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return b.FS.Open(name)
}

// TestIsSessionFile checks that files are selected by name: other JSON documents of a folder are not
// opened.
func TestIsSessionFile(t *testing.T) {
	for name, want := range map[string]bool{
		"p/s.jsonl": true, "p/s/subagents/agent-a.meta.json": true, "export/conversations.json": true, "org/local_1.json": true,
		"p/package.json": false, "export/users.json": false, "p/notes.md": false,
	} {
		if folder.IsSessionFile(name) != want {
			t.Errorf("%s is opened: %v", name, !want)
		}
	}
}

// TestReaderOfUnknownFile checks that a file that does not exist cannot be read.
func TestReaderOfUnknownFile(t *testing.T) {
	d, err := folder.Read(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []int{-1, 0, 1} {
		if _, err := d.ReaderAt(number).ReadAt(make([]byte, 1), 0); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("file %d: error %v", number, err)
		}
	}
}
