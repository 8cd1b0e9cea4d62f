package docs

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// A Highlighter turns blocks of code into HTML, each independently.
type Highlighter func(ctx context.Context, blocks []*Block) ([]string, error)

// A Frame is what the site puts around the pages. Addresses are relative to a page.
type Frame struct {
	Template  string // of a page, for html/template; its data is of type View
	Policy    string
	Scripts   []string
	Styles    []string
	Element   string // the script of the element, for pages that show it
	Highlight Highlighter
}

// A View is the data of a page's template.
type View struct {
	*Page
	Frame
	Groups         []Group
	Body           template.HTML
	Previous, Next *Page
}

// A Group is a part of the navigation.
type Group struct {
	Title string
	Pages []*Page
}

// Write builds the pages: HTML by file name, and the files of live blocks.
func (b *Book) Write(ctx context.Context, frame Frame) (map[string][]byte, error) {
	layout, err := template.New("page").Parse(frame.Template)
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	var blocks []*Block
	for _, page := range b.Pages {
		blocks = append(blocks, page.Blocks...)
	}
	rendered, err := frame.Highlight(ctx, blocks)
	if err != nil {
		return nil, fmt.Errorf("highlight: %w", err)
	}
	w := writer{code: map[*Block]string{}}
	for i, block := range blocks {
		w.code[block] = strings.TrimRight(rendered[i], "\n")
	}
	// Before the default renderers, which have the priorities 500 and 1000.
	draw := markdown(renderer.WithNodeRenderers(util.Prioritized(w, 100))).Renderer()

	files := map[string][]byte{}
	for i, page := range b.Pages {
		var body, out bytes.Buffer
		if err := draw.Render(&body, page.source, page.tree); err != nil {
			return nil, fmt.Errorf("%s: %w", page.Name, err)
		}
		view := View{Page: page, Frame: frame, Groups: b.groups(), Body: template.HTML(body.String())}
		for _, live := range page.addLive(files) {
			if strings.HasSuffix(live, ".css") {
				view.Styles = append(view.Styles[:len(view.Styles):len(view.Styles)], live)
			} else {
				view.Scripts = append(view.Scripts[:len(view.Scripts):len(view.Scripts)], live)
			}
		}
		if i > 0 {
			view.Previous = b.Pages[i-1]
		}
		if i+1 < len(b.Pages) {
			view.Next = b.Pages[i+1]
		}
		if err := layout.Execute(&out, view); err != nil {
			return nil, fmt.Errorf("%s: %w", page.Name, err)
		}
		files[page.File()] = out.Bytes()
	}
	return files, nil
}

// File returns the name of the page's file.
func (p *Page) File() string { return p.Name + ".html" }

// Live reports whether the page contains the element.
func (p *Page) Live() bool {
	for _, block := range p.Blocks {
		if block.Live && block.Lang == "html" {
			return true
		}
	}
	return false
}

// addLive adds the files of the page's live style sheets and scripts, and returns their
// names.
func (p *Page) addLive(files map[string][]byte) (names []string) {
	for _, lang := range []string{"css", "js"} {
		name := p.Name + "." + lang
		for _, block := range p.Blocks {
			if block.Live && block.Lang == lang {
				files[name] = append(files[name], block.Text...)
			}
		}
		if files[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

func (b *Book) groups() (groups []Group) {
	at := map[string]int{}
	for _, page := range b.Pages {
		i, known := at[page.Group]
		if !known {
			i = len(groups)
			at[page.Group] = i
			groups = append(groups, Group{Title: page.Group})
		}
		groups[i].Pages = append(groups[i].Pages, page)
	}
	return groups
}
