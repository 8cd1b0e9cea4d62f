package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"unspool/parser/serve"
)

// A Listing names the files of a session that the page can fetch, relative to the listing
// itself. It exists because a static host cannot list a folder.
type Listing struct {
	Name  string   `json:"name"`
	Files []string `json:"files"`
}

// listingName is the file name of a listing.
const listingName = "files.json"

// addSample adds the sample session and its listing to files.
func (b *Builder) addSample(files map[string][]byte) error {
	listing := Listing{Name: sampleDir, Files: []string{}}
	root := os.DirFS(filepath.Join(b.opt.Root, "testdata", sampleDir))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.Type().IsRegular() || !serve.IsServedName(path.Base(name)) {
			return nil
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files[sampleDir+"/"+name] = data
		listing.Files = append(listing.Files, name)
		return nil
	})
	if err != nil {
		return fmt.Errorf("copy the sample: %w", err)
	}
	if len(listing.Files) == 0 {
		return fmt.Errorf("testdata/%s contains no session", sampleDir)
	}
	data, err := json.Marshal(listing)
	if err != nil {
		return fmt.Errorf("list the sample: %w", err)
	}
	name := sampleDir + "/" + listingName
	if _, taken := files[name]; taken {
		return fmt.Errorf("testdata/%s has a file %s, the name of its listing", sampleDir, listingName)
	}
	files[name] = append(data, '\n')
	return nil
}
