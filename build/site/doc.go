// Package site makes the static site out of the checkout and serves it with
// the headers it is meant to have. The build commands, the tests of the
// bundle and the browser tests all use this one package, so what is tested is
// what is deployed.
//
// The folder it makes needs nothing but a static host:
//
//	index.html            from web/index.html, and so are the other pages (page.go)
//	view.html             the same, for transcripts of other hosts
//	assets/NAME-HASH.js   page, workers and the chunks they share or load late
//	assets/page-HASH.css
//	assets/parser-HASH.wasm.gz
//	docs/                 from web/docs/*.md and web/docs.html; package docs has the rest
//	sample/               the sample session, with files.json as its listing
//	unspool.html          the page with all it uses in one file (onefile.go)
//	licenses.txt          licences of everything that is bundled
//	sw.js                 the service worker of the index page (offline.go)
//	servers/              configurations of nginx and Caddy (servers.go)
//	_headers              response headers for hosts that read such a file
//
// All addresses are relative, so the site works in any sub-folder.
//
// The npm package is made of the same sources, in a folder of its own: npm.go.
//
// # The parser
//
// The wasm is most of what a visit downloads, so it is made small, by what
// costs its speed nothing: wasm.go has the figures.
//
//	overlay/                    stand-ins for large packages of the standard library
//	wasm.go                     compiler flags
//	zopfli.go                   smaller gzip; slow, so results are kept. The
//	                            development server does without
//
// # Styles
//
// Most styles stand in TypeScript, as css templates of lit, which esbuild
// takes for strings; css.go minifies them on their way in. A style sheet can import
// such a file, and gets the sheets in it.
//
// # Names that code can import
//
//	unspool:assets     absolute addresses of the wasm and of the workers' scripts
//	                   (wasmURL, parserWorkerURL, renderWorkerURL), and their
//	                   names; not in the workers, which are built before
//	unspool:kept       whether browsers keep the page for visits without a network
//	unspool:files      the names of what they keep; in the service worker only
//	unspool:late-words the file of all words once more, for code that is loaded
//	                   late: lateWordsPlugin; unspool:pane-words for what
//	                   stands around a conversation, and
//	                   unspool:saving-words for what saves a page
//	unspool:wasm-exec  loadGo makes the class Go for a global object; it is the
//	                   file of the toolchain that compiled the parser, so the
//	                   two never drift apart
//
// # Markers in the pages
//
// Each of the three stands in a page exactly once and becomes whole tags:
//
//	%STYLE%    the link to the page's style sheet
//	%PRELOAD%  modulepreload links for the chunks that the page needs at once,
//	           and a preload link for the wasm if the page compiles it at once
//	%SCRIPT%   the module script of the page
//
// Right after <head> comes a Content-Security-Policy meta element with the
// policy of the response headers, for hosts that cannot send headers.
package site
