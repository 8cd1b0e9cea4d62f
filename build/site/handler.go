package site

import (
	"io/fs"
	"net/http"

	"unspool/parser/serve"
)

// ReloadScript is the address of the script that a page built for development loads from
// its server.
const ReloadScript = "dev-reload.js"

// Handler serves a built site like a static host, with its real headers: only files, only
// below root, only to pages of this machine. The address of a folder serves its index page.
func Handler(root fs.FS) http.Handler {
	return serve.LocalOnly(serve.Static(root, setHeaders))
}
