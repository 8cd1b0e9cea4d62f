package archive_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"

	"unspool/parser/archive"
	"unspool/parser/folder"
)

// An archive is read like a folder. What is left out of it has a reason.
func ExampleOpen() {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range []string{"project/s1.jsonl", "../s2.jsonl"} {
		out, err := w.Create(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		io.WriteString(out, `{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}`)
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
		return
	}
	fsys, err := archive.Open(bytes.NewReader(packed.Bytes()), int64(packed.Len()), "sessions.zip", archive.Options{Keep: folder.IsSessionFile})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer fsys.Close()
	d, err := folder.Read(fsys)
	if err != nil {
		fmt.Println(err)
		return
	}
	for s := range d.Store.Sessions() {
		fmt.Println(s.ID, s.Main.File.Path)
	}
	for _, o := range fsys.Omissions() {
		fmt.Println(o)
	}
	// Output:
	// s1 project/s1.jsonl
	// "../s2.jsonl": unsafe name
}
