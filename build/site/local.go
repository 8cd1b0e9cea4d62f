package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// LocalPath is the folder of the site under which files of this machine are served; the
// page finds their listing at LocalListing.
const (
	LocalPath    = "/local/"
	LocalListing = "local/" + listingName
)

// Limits of a listing: more than any project has, and walked quickly.
const (
	maxListed  = 20_000
	maxVisited = 200_000
)

// errBound ends a walk that exceeds the limits.
var errBound = errors.New("too many files")

// A Local provides read access to the transcripts below one folder, or to one session file.
// It opens files through os.Root, so neither a path nor a symbolic link leads out of the
// folder.
type Local struct {
	root *os.Root
	name string // shown to the user
	only string // base name of the single session, without .jsonl; "" for all
}

// OpenLocal opens a file or a folder. For a session file it also serves the folder of the
// same name next to it, which contains its agents and long outputs.
func OpenLocal(name string) (*Local, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	local := &Local{name: filepath.Base(full)}
	dir := full
	if !info.IsDir() {
		if !transcriptFile(local.name) {
			return nil, fmt.Errorf("open %s: not a .jsonl, .json or .txt file", name)
		}
		dir = filepath.Dir(full)
		local.only = strings.TrimSuffix(local.name, path.Ext(local.name))
	}
	if local.root, err = os.OpenRoot(dir); err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	return local, nil
}

// Close releases the folder.
func (l *Local) Close() error { return l.root.Close() }

// admits reports whether the file at name, relative to the folder, is served.
func (l *Local) admits(name string) bool {
	if !transcriptFile(name) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part[0] == '.' {
			return false
		}
	}
	first, _, below := strings.Cut(name, "/")
	if l.only == "" {
		return true
	}
	if below {
		return first == l.only
	}
	return first == l.name
}

// Listing walks the folder. It is computed for each request, since sessions appear and
// disappear while the server runs.
func (l *Local) Listing() (Listing, error) {
	listing := Listing{Name: l.name, Files: []string{}}
	visited := 0
	files := l.root.FS()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if visited++; visited > maxVisited || len(listing.Files) >= maxListed {
			return errBound
		}
		if err != nil {
			if name == "." {
				return err
			}
			return nil // files that cannot be read are left out, as when they are dropped
		}
		if d.IsDir() {
			if name != "." && (d.Name()[0] == '.' || l.only != "" && !strings.HasPrefix(name+"/", l.only+"/")) {
				return fs.SkipDir
			}
			return nil
		}
		if !l.admits(name) {
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			info, err := l.root.Stat(filepath.FromSlash(name)) // fails if the link leads out of the folder
			if err != nil || !info.Mode().IsRegular() {
				return nil
			}
		} else if !d.Type().IsRegular() {
			return nil
		}
		listing.Files = append(listing.Files, name)
		return nil
	})
	if err != nil && !errors.Is(err, errBound) {
		return Listing{}, fmt.Errorf("list %s: %w", l.name, err)
	}
	return listing, nil
}

// Handler serves next, and the files of l with their listing under LocalPath.
func (l *Local) Handler(next http.Handler) http.Handler {
	local := localOnly(http.HandlerFunc(l.serve))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, LocalPath) {
			local.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (l *Local) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, LocalPath)
	setHeaders(w.Header(), strings.TrimPrefix(r.URL.Path, "/"))
	w.Header().Set("Cache-Control", "no-store")
	// A remote page may not even embed these as an image or a script.
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	if !readOnly(w, r) {
		return
	}
	if name == listingName {
		l.serveListing(w)
		return
	}
	if !fs.ValidPath(name) || !l.admits(name) {
		notFound(w)
		return
	}
	f, err := l.root.Open(filepath.FromSlash(name))
	if err != nil {
		notFound(w)
		return
	}
	serveFile(w, r, name, f)
}

func (l *Local) serveListing(w http.ResponseWriter) {
	listing, err := l.Listing()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	data, err := json.Marshal(listing)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	// An error here means that the client has gone.
	_, _ = w.Write(append(data, '\n'))
}
