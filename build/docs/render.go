package docs

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// notes are the kinds of notes, by their marks, and the label above each.
var notes = map[string]note{
	"[!NOTE]":    {"note", "Note"},
	"[!WARNING]": {"warning", "Careful"},
}

type note struct{ class, title string }

// A writer renders the special elements of the pages. Its code field holds the blocks as
// HTML.
type writer struct{ code map[*Block]string }

// RegisterFuncs registers the renderers of the writer.
func (w writer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, w.heading)
	reg.Register(ast.KindFencedCodeBlock, w.block)
	reg.Register(ast.KindBlockquote, w.quote)
	reg.Register(tables.KindTable, w.table)
}

// heading renders a heading as a link to itself: to copy, and to show the current position.
func (w writer) heading(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	id, _ := h.AttributeString("id")
	if entering {
		fmt.Fprintf(out, `<h%d id="%s"><a href="#%[2]s">`, h.Level, id)
	} else {
		fmt.Fprintf(out, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

func (w writer) block(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	value, _ := n.(*ast.FencedCodeBlock).AttributeString(blockAttribute)
	block := value.(*Block)
	shown := block.Live && block.Lang == "html"
	if shown {
		fmt.Fprint(out, `<div class="live">`)
	}
	fmt.Fprint(out, `<div class="code">`)
	if block.File != "" {
		fmt.Fprintf(out, `<p class="file">%s</p>`, html.EscapeString(block.File))
	}
	fmt.Fprintf(out, `<pre><code>%s</code></pre></div>`, w.code[block])
	if shown {
		fmt.Fprintf(out, `<div class="result">%s</div></div>`, strings.TrimSpace(block.Text))
	}
	fmt.Fprintln(out)
	return ast.WalkSkipChildren, nil
}

func (w writer) quote(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	value, _ := n.AttributeString(noteAttribute)
	kind, is := value.(note)
	switch {
	case is && entering:
		fmt.Fprintf(out, "<div role=\"note\" class=\"note %s\"><p class=\"note-title\">%s</p>\n", kind.class, kind.title)
	case is:
		fmt.Fprintln(out, "</div>")
	case entering:
		fmt.Fprintln(out, "<blockquote>")
	default:
		fmt.Fprintln(out, "</blockquote>")
	}
	return ast.WalkContinue, nil
}

// table renders a table, which may be wider than a phone's screen and then scrolls
// separately.
func (w writer) table(out util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprintln(out, `<div class="table"><table>`)
	} else {
		fmt.Fprintln(out, "</table></div>")
	}
	return ast.WalkContinue, nil
}
