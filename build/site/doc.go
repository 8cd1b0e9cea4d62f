// Package site builds the static site from the checkout and serves it with its intended
// headers. The build commands, the tests of the bundle and the browser tests all use this
// package, so the tested site is the deployed site.
//
// The folder it builds needs only a static host:
//
//	index.html            from web/index.html, and so are the other pages (page.go)
//	view.html             the same, for transcripts of other hosts
//	assets/NAME-HASH.js   page, workers and the chunks they share or load late
//	assets/page-HASH.css
//	assets/parser-HASH.wasm.gz, and .br for browsers that support Brotli
//	assets/parser-export-HASH.wasm.gz, which also exports sessions, and .br for servers
//	assets/NAME-HASH.webp pictures of the landing page
//	icon.svg, social.png  the icon, and the picture of links to the site (share.go)
//	manifest.json         with icon-*.png, what a browser shows of the site when it is installed as an app
//	docs/                 from web/docs/*.md and web/docs.html; see package docs
//	sample/               the sample session, with files.json as its listing
//	unspool.html          the page with everything it uses in one file (onefile.go)
//	licenses.txt          licenses of everything that is bundled
//	sw.js                 the service worker of the index page (offline.go)
//	servers/              configurations of nginx and Caddy (servers.go)
//	_headers              response headers for hosts that read such a file
//
// All addresses are relative, so the site works in any sub-folder.
//
// The npm package is built from the same sources, in a folder of its own: npm.go.
//
// # The parser
//
// The parser is the output of "go build" for ./wasm, with any Go from 1.26 on, except for
// its data segments, which are joined (segments.go).
//
// # Styles
//
// Most styles are css templates of Lit in TypeScript. A style sheet can import such a file,
// and is given the sheets in it (css.go).
//
// # Names that code can import
//
//	unspool:assets     absolute addresses of the wasm and of the workers' scripts
//	                   (wasmURL, parserWorkerURL, renderWorkerURL), and their
//	                   names; not in the workers, which are built before
//	unspool:kept       whether browsers keep the page for visits without a network
//	unspool:files      the names of what they keep; in the service worker only
//	unspool:wasm-exec  loadGo makes the class Go for a global object; it is the
//	                   file of the toolchain that compiled the parser, so the
//	                   two never drift apart
//
// # Markers in the pages
//
// Each of the three occurs in a page exactly once and is replaced by whole tags:
//
//	%STYLE%    the link to the page's style sheet
//	%PRELOAD%  modulepreload links for the chunks that the page needs at once.
//	           A script preloads the wasm (web/src/targets/app/preload.ts)
//	%SCRIPT%   the module script of the page
//
// Right after <head>, a Content-Security-Policy meta element with the policy of the
// response headers is inserted, for hosts that cannot send headers. Two more meta elements
// hold the version and the commit (version.go), which the page shows. If the address of the
// site is known, the index page names it for links (share.go).
package site
