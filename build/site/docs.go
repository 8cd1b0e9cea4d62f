package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"unspool/build/docs"
)

// docsDir is the folder of the site that holds the documentation.
const docsDir = "docs"

// addDocs adds the pages of the documentation to files, and returns the inputs of the
// bundle of their own styles and script.
func (b *Builder) addDocs(ctx context.Context, files map[string][]byte) (metafile, error) {
	b.opt.Progress("building the documentation …")
	style, script := entry{"web/src/targets/docs/page.css", "docs-page"}, entry{"web/src/targets/docs/main.ts", "docs"}
	made, err := b.bundle([]entry{style, script}, b.sheetsPlugin(ctx))
	if err != nil {
		return metafile{}, fmt.Errorf("bundle the documentation: %w", err)
	}
	maps.Copy(files, made.files)
	layout, err := os.ReadFile(filepath.Join(b.opt.Root, "web", "docs.html"))
	if err != nil {
		return metafile{}, fmt.Errorf("read the page of the documentation: %w", err)
	}
	book, err := docs.Read(os.DirFS(b.opt.Root))
	if err != nil {
		return metafile{}, fmt.Errorf("read the documentation: %w", err)
	}
	frame := docs.Frame{
		Template:  string(layout),
		Policy:    contentSecurityPolicy(powersOf(docsDir+"/"), true),
		Styles:    []string{"../" + made.entry[style.name]},
		Scripts:   []string{"../" + made.entry[script.name]},
		Element:   "../" + elementName,
		Highlight: b.highlight,
	}
	if b.opt.Dev {
		frame.Scripts = append(frame.Scripts, "../"+ReloadScript)
	}
	pages, err := book.Write(ctx, frame)
	if err != nil {
		return metafile{}, fmt.Errorf("make the documentation: %w", err)
	}
	for name, data := range pages {
		files[docsDir+"/"+name] = data
	}
	return made.meta, nil
}

var (
	address = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	anchor  = regexp.MustCompile(`\sid="([^"]+)"`)
	scheme  = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)
)

// checkLinks checks that everything the documentation links to is a file of the site, and
// each fragment a part of it. It does not check external links.
func checkLinks(files map[string][]byte) error {
	ids := map[string]bool{} // "docs/a.html#b"
	for name, data := range files {
		if path.Dir(name) == docsDir {
			for _, m := range anchor.FindAllSubmatch(data, -1) {
				ids[name+"#"+string(m[1])] = true
			}
		}
	}
	var problems []error
	for _, name := range sortedKeys(files) {
		if path.Dir(name) != docsDir || path.Ext(name) != ".html" {
			continue
		}
		for _, m := range address.FindAllSubmatch(files[name], -1) {
			to, fragment, cut := strings.Cut(string(m[1]), "#")
			if scheme.MatchString(to) || to == "../"+ReloadScript {
				continue
			}
			target := name
			if to != "" {
				target = path.Join(docsDir, to)
			}
			page := path.Dir(target) == docsDir
			if _, there := files[target]; !there || cut && page && !ids[target+"#"+fragment] {
				problems = append(problems, fmt.Errorf("%s links to %s, which does not exist", name, m[1]))
			}
		}
	}
	return errors.Join(problems...)
}
