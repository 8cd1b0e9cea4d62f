// Command shot opens a page in the browser of the tests, does what the flags say, in the
// order of this list, and prints any problems:
//
//	go run ./web/browser/shot -url URL    page to open; by default the site is built and served
//	    -page NAME       page of the built site, such as styleguide.html
//	    -file PATH       session of this machine to serve with the built site, and open
//	    -size 1400x900   viewport
//	    -dark            prefer dark colors
//	    -drop PATH       file or folder to drop, can be repeated
//	    -wait JS         condition to wait for
//	    -click SELECTOR  element to click, across shadow trees, can be repeated
//	    -press KEY       key to press, such as j or Shift+Tab, can be repeated
//	    -eval JS         expression to print as JSON
//	    -settle 300ms    pause before the screenshot
//	    -out FILE.png    screenshot of the visible part, or FILE.webp
//	    -of SELECTOR     screenshot of this element instead
//	    -scale 2         its resolution
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"unspool/build/site"
	"unspool/parser/serve"
	"unspool/web/browser"
)

// many is a flag that can be given several times.
type many []string

// String returns the values separated by spaces.
func (m *many) String() string     { return strings.Join(*m, " ") }
func (m *many) Set(s string) error { *m = append(*m, s); return nil }

type options struct {
	url, page, file, size, wait, eval, out, of string

	dark               bool
	scale              float64
	settle             time.Duration
	drop, click, press many
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "", "page to open")
	flag.StringVar(&o.page, "page", "", "page of the built site to open")
	flag.StringVar(&o.file, "file", "", "session of this machine to open in the built site")
	flag.StringVar(&o.size, "size", "1400x900", "viewport")
	flag.BoolVar(&o.dark, "dark", false, "prefer dark colors")
	flag.Var(&o.drop, "drop", "file or folder to drop")
	flag.StringVar(&o.wait, "wait", "", "JavaScript condition to wait for")
	flag.Var(&o.click, "click", "selector of an element to click")
	flag.Var(&o.press, "press", "key to press")
	flag.StringVar(&o.eval, "eval", "", "JavaScript expression to print")
	flag.DurationVar(&o.settle, "settle", 300*time.Millisecond, "pause before the picture")
	flag.StringVar(&o.out, "out", "", "file for the picture")
	flag.StringVar(&o.of, "of", "", "selector of the element to take a picture of")
	flag.Float64Var(&o.scale, "scale", 1, "resolution of the picture of an element")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "shot:", err)
		os.Exit(1)
	}
}

func run(o options) (err error) {
	var width, height int
	if _, err := fmt.Sscanf(o.size, "%dx%d", &width, &height); err != nil {
		return fmt.Errorf("size %q is not like 1400x900: %w", o.size, err)
	}
	if o.url == "" {
		server, done, err := serveSite(o.file)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		o.url = server(o.page)
	}
	b, err := browser.Start(context.Background(), browser.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	return browser.Attempt("shot", func(r browser.Reporter) { look(b.Page(r), width, height, o) })
}

func look(p *browser.Page, width, height int, o options) {
	p.Size(width, height)
	p.Dark(o.dark)
	p.ShowsSample()
	p.Open(o.url)
	if len(o.drop) > 0 {
		p.DropFiles(o.drop...)
	}
	if o.wait != "" {
		p.WaitFor(o.wait, 0)
	}
	for _, selector := range o.click {
		p.Click(selector)
	}
	p.Press(o.press...)
	time.Sleep(o.settle)
	if o.eval != "" {
		value := browser.Eval[json.RawMessage](p, o.eval)
		if len(value) == 0 {
			value = json.RawMessage("undefined")
		}
		fmt.Println(string(value))
	}
	switch {
	case o.out != "" && o.of != "":
		p.ScreenshotOf(o.of, o.scale, o.out)
	case o.out != "":
		p.Screenshot(o.out)
	}
}

// serveSite builds the site of the checkout in the current folder and serves it.
func serveSite(file string) (url func(page string) string, done func() error, err error) {
	built, err := browser.BuildSite(context.Background(), site.Options{Root: ".", Fast: true})
	if err != nil {
		return nil, nil, err
	}
	clean, handler := built.Close, built.Handler
	address := func(host string) string { return "http://" + host + "/" }
	if file != "" {
		local, err := serve.New(serve.Options{Viewer: handler, Paths: []string{file}})
		if err != nil {
			return nil, nil, errors.Join(err, clean())
		}
		handler, address = local, local.URL
		inner := clean
		clean = func() error { return errors.Join(local.Close(), inner()) }
	}
	server, err := browser.Serve(handler)
	if err != nil {
		return nil, nil, errors.Join(err, clean())
	}
	url = func(page string) string {
		base, fragment, found := strings.Cut(address(server.Addr), "#")
		if found {
			fragment = "#" + fragment
		}
		return base + page + fragment
	}
	return url, func() error { return errors.Join(server.Close(), clean()) }, nil
}
