// Package docs generates the pages of the documentation from Markdown. It knows nothing of
// the site around them: addresses, policy and styles come with Frame.
//
// A page is a file of web/docs. It begins with its front matter for the navigation:
//
//	---
//	title: Theming
//	description: One sentence, for the top of the page and for search engines.
//	group: Embed
//	order: 30
//	---
//
// Pages are sorted by order, and groups by their first page. Headings are of the second and
// third level; the title is the first. A link to another page names its Markdown file, so
// it also works between the source files.
//
// # Blocks of code
//
// These words can follow the language of a fenced block:
//
//	live        the page does what the block says: HTML is shown below it, CSS and
//	            JavaScript apply to the page. Code and effect have the same source.
//	name=NAME   a test, or other code that needs the exact text, finds the block by it
//	file=NAME   what the file would be called, shown above the block
//	from=PATH   the text is that of a file of the checkout; the block is empty.
//	            PATH#Name is the body of a Go function
//
// A quotation that begins with [!NOTE] or [!WARNING] is displayed as a note of that kind.
package docs
