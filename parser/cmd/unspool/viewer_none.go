//go:build !viewer

package main

// embeddedViewer is empty: this program needs the built site, see viewer_embedded.go.
const embeddedViewer = ""
