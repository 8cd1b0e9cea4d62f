package docs

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown returns the Markdown dialect of the pages. HTML in them is written by their
// authors, and a table sets no inline style, which the policy of the site forbids.
func markdown(extra ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
		goldmark.WithRendererOptions(append(extra, html.WithUnsafe())...),
	)
}

// blockAttribute is the attribute of a code block that holds the parsed [Block].
const blockAttribute = "block"

// noteAttribute is the attribute of a quotation that holds the kind of note.
const noteAttribute = "note"

// parse parses the text of the page and finds its headings, blocks and links.
func (p *Page) parse(checkout fs.FS) error {
	p.tree = markdown().Parser().Parse(text.NewReader(p.source))
	var problems []error
	section := ""
	err := ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Heading:
			section, err = p.addHeading(n)
		case *ast.FencedCodeBlock:
			err = p.addBlock(checkout, n)
		case *ast.CodeBlock:
			err = errors.New("a block of code without a fence")
		case *ast.Link:
			n.Destination = []byte(toPage(string(n.Destination)))
		case *ast.Blockquote:
			p.findNote(n)
		case *tables.TableRow:
			p.nameRow(n, section)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", p.line(n), err))
		}
		return ast.WalkContinue, nil
	})
	return errors.Join(append(problems, err)...)
}

func (p *Page) addHeading(n *ast.Heading) (id string, err error) {
	if n.Level != 2 && n.Level != 3 {
		return "", fmt.Errorf("a heading of level %d: the title is the first, and three are enough", n.Level)
	}
	if value, found := n.AttributeString("id"); found {
		id = string(value.([]byte))
	}
	p.Headings = append(p.Headings, Heading{Level: n.Level, ID: id, Title: plainText(n, p.source)})
	return id, nil
}

func (p *Page) addBlock(checkout fs.FS, n *ast.FencedCodeBlock) error {
	info := ""
	if n.Info != nil {
		info = string(n.Info.Segment.Value(p.source))
	}
	block, err := readBlock(checkout, info, string(n.Lines().Value(p.source)))
	if err != nil {
		return err
	}
	n.SetAttributeString(blockAttribute, block)
	p.Blocks = append(p.Blocks, block)
	return nil
}

// findNote removes the mark from a quotation that is a note.
func (p *Page) findNote(n *ast.Blockquote) {
	first, is := n.FirstChild().(*ast.Paragraph)
	if !is {
		return
	}
	line := first.Lines().At(0)
	kind, found := notes[strings.TrimSpace(string(line.Value(p.source)))]
	if !found {
		return
	}
	n.SetAttributeString(noteAttribute, kind)
	for child := first.FirstChild(); child != nil; child = first.FirstChild() {
		first.RemoveChild(first, child)
		if t, is := child.(*ast.Text); is && t.SoftLineBreak() {
			return
		}
	}
}

// nameRow makes a row that begins with code a link target: the row of `src` below
// "Attributes" is #attributes-src.
func (p *Page) nameRow(n *tables.TableRow, section string) {
	cell := n.FirstChild()
	if cell == nil {
		return
	}
	code, is := cell.FirstChild().(*ast.CodeSpan)
	if !is || section == "" {
		return
	}
	name := strings.FieldsFunc(plainText(code, p.source), func(r rune) bool {
		return r != '-' && (r < '0' || '9' < r) && (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r)
	})
	if len(name) > 0 {
		n.SetAttributeString("id", []byte(section+"-"+strings.Trim(name[0], "-")))
	}
}

// line returns the number of the line at which a node begins, as far as it is known.
func (p *Page) line(n ast.Node) int {
	if block, is := n.(*ast.FencedCodeBlock); is && block.Info != nil {
		return 1 + strings.Count(string(p.source[:block.Info.Segment.Start]), "\n")
	}
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return 1 + strings.Count(string(p.source[:n.Lines().At(0).Start]), "\n")
		}
	}
	return 1
}

// toPage converts the address of a Markdown file to that of its page.
func toPage(address string) string {
	file, fragment, cut := strings.Cut(address, "#")
	if strings.Contains(file, "/") || !strings.HasSuffix(file, ".md") {
		return address
	}
	file = strings.TrimSuffix(file, ".md") + ".html"
	if cut {
		file += "#" + fragment
	}
	return file
}

// plainText returns the visible text of a node.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // it never fails
		if t, is := n.(*ast.Text); is && entering {
			b.Write(util.UnescapePunctuations(t.Segment.Value(source)))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
