package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// zopfliScript runs in Node, which the page's packages need anyhow.
//
//go:embed zopfli.cjs
var zopfliScript string

// zopfli returns data as gzip that is 4 % smaller than gzip's own best. As it
// takes about 12 s for the parser, results are kept for the next build. All
// of them are checked: they hold data exactly, kept or new.
func zopfli(ctx context.Context, root string, data []byte) ([]byte, error) {
	web := filepath.Join(root, "web")
	about, err := os.ReadFile(filepath.Join(web, "node_modules", "@gfx", "zopfli", "package.json"))
	if err != nil {
		return nil, fmt.Errorf("find zopfli: %w", err)
	}
	// The name tells apart whatever the result depends on.
	h := sha256.New()
	for _, part := range [][]byte{about, []byte(zopfliScript), data} {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	dir := filepath.Join(web, "node_modules", ".cache", "unspool")
	kept := filepath.Join(dir, hex.EncodeToString(h.Sum(nil)[:16])+".gz")
	if packed, err := os.ReadFile(kept); err == nil && holds(packed, data) == nil {
		return packed, nil
	}

	cmd := exec.CommandContext(ctx, "node", "-e", zopfliScript)
	cmd.Dir = web
	cmd.Stdin = bytes.NewReader(data)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	packed, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("zopfli: %w\n%s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	if err := holds(packed, data); err != nil {
		return nil, fmt.Errorf("zopfli: %w", err)
	}
	if err := keep(kept, packed); err != nil {
		return nil, fmt.Errorf("keep the packed parser: %w", err)
	}
	return packed, nil
}

// holds returns an error unless packed inflates to data.
func holds(packed, data []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	got, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, data) {
		return errors.New("the result inflates to something else")
	}
	return nil
}

// keep writes the file in one step, since another build may do the same, and
// removes its neighbours that have served for a week.
func keep(name string, data []byte) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range old {
		info, err := e.Info()
		if err != nil || time.Since(info.ModTime()) < 7*24*time.Hour {
			continue // new, or another build was faster
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
