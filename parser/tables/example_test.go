package tables_test

import (
	"fmt"
	"io"
	"os"

	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/tables"
	"unspool/parser/view"
)

// discard creates files that nobody keeps.
func discard(string) (io.WriteCloser, error) { return nopFile{io.Discard}, nil }

// A nopFile is a file without contents.
type nopFile struct{ io.Writer }

func (nopFile) Close() error { return nil }

// Write the sessions of a folder as Parquet. For an archive, read one [folder.Group] after the other.
func ExampleWriter() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err)
	}
	w, err := tables.NewWriter(discard, tables.Options{Format: tables.Parquet, Prices: price.Default()})
	if err != nil {
		fmt.Println(err)
	}
	w.AddStore(d.Store)
	viewer := view.New(d.Store, price.Default(), d.ReaderAt)
	for session := range d.Store.Sessions() {
		if err := w.Write(viewer, session); err != nil {
			fmt.Println(err)
		}
	}
	manifest, err := w.Close()
	fmt.Println(manifest.Rows, err)
	// Output:
	// map[file_changes:7 responses:50 sessions:1 tool_calls:47 turns:11] <nil>
}
