package document

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	htmlrenderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A proseRenderer renders Markdown as HTML. Raw HTML is text, other links than http, https and mailto
// are text, too, and images are links.
type proseRenderer struct{ replies, typed goldmark.Markdown }

func newProseRenderer() *proseRenderer {
	linkify := extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}))
	own := renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{}, 100))
	return &proseRenderer{
		replies: newMarkdown(goldmark.WithExtensions(linkify), goldmark.WithRendererOptions(own)),
		typed:   newMarkdown(goldmark.WithExtensions(linkify), goldmark.WithRendererOptions(own, htmlrenderer.WithHardWraps())),
	}
}

// render writes a text as HTML; isTyped is set if its line breaks count.
func (p *proseRenderer) render(out io.Writer, markdown string, isTyped bool) {
	m := p.replies
	if isTyped {
		m = p.typed
	}
	if err := m.Convert([]byte(markdown), out); err != nil { // only the writer fails, which keeps its error
		return
	}
}

// maxElements limits the elements of a text, and maxLevels how deeply they are nested.
const (
	maxElements = 20_000
	maxLevels   = 40
)

// isTooComplex reports whether a text has too many elements, or nests them too deeply.
func (p *proseRenderer) isTooComplex(markdown string) bool {
	elements, depth, deepest := 0, 0, 0
	root := p.replies.Parser().Parse(text.NewReader([]byte(markdown)))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindText || n.Kind() == ast.KindString {
			return ast.WalkContinue, nil
		}
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		elements++
		depth++
		if deepest = max(deepest, depth); deepest > maxLevels || elements > maxElements {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return err != nil || deepest > maxLevels || elements > maxElements
}

// A nodeRenderer renders the nodes that are not rendered as usual.
type nodeRenderer struct{}

// RegisterFuncs implements [renderer.NodeRenderer].
func (r nodeRenderer) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindHeading, r.heading)
	to.Register(ast.KindLink, r.link)
	to.Register(ast.KindAutoLink, r.autoLink)
	to.Register(ast.KindImage, r.image)
	to.Register(ast.KindRawHTML, r.rawHTML)
	to.Register(ast.KindHTMLBlock, r.htmlBlock)
	to.Register(tables.KindTable, r.table)
}

// heading lowers a heading: the first levels are those of the document.
func (nodeRenderer) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	slash := ""
	if !entering {
		slash = "/"
	}
	_, err := fmt.Fprintf(w, "<%sh%d>", slash, min(6, n.(*ast.Heading).Level+lowerBy))
	return ast.WalkContinue, err
}

const linkStart = `<a rel="noopener noreferrer nofollow" href="%s">`

// link writes a link, or the address behind the text of one that is not safe.
func (nodeRenderer) link(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	return writeLink(w, string(n.(*ast.Link).Destination), altText(n, source), entering)
}

func writeLink(w util.BufWriter, to, words string, entering bool) (ast.WalkStatus, error) {
	to = destination(to)
	isSafe := isSafeURL(to)
	var err error
	switch {
	case entering && isSafe:
		_, err = fmt.Fprintf(w, linkStart, html.EscapeString(to))
	case !entering && isSafe:
		_, err = w.WriteString("</a>" + html.EscapeString(hostNote(to, words)))
	case !entering && to != "":
		_, err = fmt.Fprintf(w, " <code>%s</code>", html.EscapeString(visible(to)))
	}
	return ast.WalkContinue, err
}

func (nodeRenderer) autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	link := n.(*ast.AutoLink)
	to, label := string(link.URL(source)), html.EscapeString(string(link.Label(source)))
	if link.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(to), "mailto:") {
		to = "mailto:" + to
	}
	var err error
	if isSafeURL(to) {
		note := hostNote(to, string(link.Label(source)))
		_, err = fmt.Fprintf(w, linkStart+"%s</a>%s", html.EscapeString(to), label, html.EscapeString(note))
	} else {
		_, err = fmt.Fprintf(w, "<code>%s</code>", label)
	}
	return ast.WalkContinue, err
}

// image writes a link to an image: the page loads nothing. A link cannot be in another one.
func (nodeRenderer) image(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	to, words := string(n.(*ast.Image).Destination), altText(n, source)
	if words == "" {
		words = "image"
	}
	for up := n.Parent(); up != nil; up = up.Parent() {
		if up.Kind() == ast.KindLink {
			_, err := w.WriteString(html.EscapeString(words))
			return ast.WalkSkipChildren, err
		}
	}
	if _, err := writeLink(w, to, words, true); err != nil {
		return ast.WalkStop, err
	}
	if _, err := w.WriteString(html.EscapeString(words)); err != nil {
		return ast.WalkStop, err
	}
	_, err := writeLink(w, to, words, false)
	return ast.WalkSkipChildren, err
}

// altText returns the text of a link or an image.
func altText(n ast.Node, source []byte) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Text:
			b.Write(child.Value(source))
			if child.SoftLineBreak() || child.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.Write(child.Value)
		case *ast.AutoLink:
			b.Write(child.Label(source))
		case *ast.RawHTML: // shown as text
			b.Write(child.Segments.Value(source))
		default:
			b.WriteString(altText(child, source))
		}
	}
	return b.String()
}

func (nodeRenderer) rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	segments := n.(*ast.RawHTML).Segments
	_, err := w.WriteString(html.EscapeString(string(segments.Value(source))))
	return ast.WalkSkipChildren, err
}

func (nodeRenderer) htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.HTMLBlock)
	text := string(block.Lines().Value(source))
	if block.HasClosure() {
		text += string(block.ClosureLine.Value(source))
	}
	_, err := fmt.Fprintf(w, "<p class=\"markup\">%s</p>\n", html.EscapeString(strings.TrimRight(text, "\n")))
	return ast.WalkContinue, err
}

// table puts a table into an element that scrolls.
func (nodeRenderer) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "</table></div>\n"
	if entering {
		tag = "<div class=\"scroll\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>\n"
	}
	_, err := w.WriteString(tag)
	return ast.WalkContinue, err
}

var _ util.BufWriter = (*bufio.Writer)(nil)
