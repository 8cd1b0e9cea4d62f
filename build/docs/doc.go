// Package docs makes the pages of the documentation out of Markdown. It knows
// nothing of the site around them: addresses, policy and styles come with Frame.
//
// A page is a file of web/docs. It begins with what the navigation says of it:
//
//	---
//	title: Theming
//	description: One sentence, for the top of the page and for search engines.
//	group: Embed
//	order: 30
//	---
//
// Pages stand in their order, groups in that of their first page. Headings are of
// the second and third level, the title being the first. A link to another page
// names its Markdown file, so that it leads somewhere where the files lie as well.
//
// # Blocks of code
//
// What stands behind the language of a fenced block:
//
//	live        the page does what the block says: HTML stands below it, CSS and
//	            JavaScript belong to the page. Code and effect are one text.
//	name=NAME   a test, or who else needs the exact text, finds the block by it
//	file=NAME   what the file would be called, shown above the block
//	from=PATH   the text is that of a file of the checkout; the block is empty.
//	            PATH#Name is the body of a Go function
//
// A quotation that begins with [!NOTE] or [!WARNING] is set apart as such.
package docs
