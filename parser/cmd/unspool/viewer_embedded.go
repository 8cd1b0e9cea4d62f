//go:build viewer

package main

import _ "embed"

// embeddedViewer is a zip file of the built site, which go run ./build command writes.
//
//go:embed viewer.zip
var embeddedViewer string
