package docs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Dir is the folder of a checkout that holds the documentation.
const Dir = "web/docs"

// A Book is the whole documentation.
type Book struct {
	Pages []*Page // in order
}

// A Page is one page of a book.
type Page struct {
	Name                      string // of the file, without the extension
	Title, Description, Group string
	Order                     int
	Headings                  []Heading
	Blocks                    []*Block

	source []byte
	tree   ast.Node
}

// A Heading is a part of a page that can be linked to.
type Heading struct {
	Level     int // 2 or 3
	ID, Title string
}

// Read reads the documentation of a checkout.
func Read(checkout fs.FS) (*Book, error) {
	names, err := fs.Glob(checkout, Dir+"/*.md")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s contains no documentation", Dir)
	}
	book := &Book{}
	var problems []error
	for _, name := range names {
		page, err := readPage(checkout, name)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		book.Pages = append(book.Pages, page)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	slices.SortFunc(book.Pages, func(a, b *Page) int {
		return cmp.Or(a.Order-b.Order, strings.Compare(a.Name, b.Name))
	})
	return book, nil
}

// Block returns the block of that name.
func (b *Book) Block(name string) (*Block, bool) {
	for _, page := range b.Pages {
		for _, block := range page.Blocks {
			if block.Name == name {
				return block, true
			}
		}
	}
	return nil, false
}

func readPage(checkout fs.FS, name string) (*Page, error) {
	data, err := fs.ReadFile(checkout, name)
	if err != nil {
		return nil, err
	}
	page := &Page{Name: strings.TrimSuffix(path.Base(name), ".md")}
	if err := page.readFront(string(data)); err != nil {
		return nil, err
	}
	if err := page.parse(checkout); err != nil {
		return nil, err
	}
	return page, nil
}

// readFront parses the front matter, and replaces it by blank lines, so that a line of the
// text has the same number as in the file.
func (p *Page) readFront(text string) error {
	front, body, found := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !found || !strings.HasPrefix(text, "---\n") {
		return errors.New("does not begin with its title between two lines of ---")
	}
	for line := range strings.Lines(front) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch key {
		case "title":
			p.Title = value
		case "description":
			p.Description = value
		case "group":
			p.Group = value
		case "order":
			order, err := strconv.Atoi(value)
			if err != nil {
				return fmt.Errorf("order %q is no number", value)
			}
			p.Order = order
		default:
			return fmt.Errorf("nobody knows what %q is for", strings.TrimSpace(line))
		}
	}
	if p.Title == "" || p.Description == "" || p.Group == "" || p.Order == 0 {
		return errors.New("lacks title, description, group or order")
	}
	p.source = []byte(strings.Repeat("\n", strings.Count(front, "\n")+3) + body)
	return nil
}
