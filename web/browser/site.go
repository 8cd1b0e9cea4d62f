package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"unspool/build/site"
)

// A Site is the built site in a folder of its own.
type Site struct {
	Dir     string
	Sizes   []site.Size  // of the files that a visit loads
	Handler http.Handler // serves the site with its real headers
}

// BuildSite builds the site and writes it to a folder.
func BuildSite(ctx context.Context, opt site.Options) (_ *Site, err error) {
	builder, err := site.NewBuilder(opt)
	if err != nil {
		return nil, err
	}
	made, err := builder.Build(ctx)
	if err != nil {
		return nil, fmt.Errorf("build the site: %w", err)
	}
	dir, err := os.MkdirTemp("", "unspool-site-")
	if err != nil {
		return nil, fmt.Errorf("build the site: %w", err)
	}
	s := &Site{Dir: dir, Sizes: made.Sizes, Handler: site.Handler(os.DirFS(dir))}
	if err := made.Write(dir); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close removes the folder.
func (s *Site) Close() error { return os.RemoveAll(s.Dir) }
