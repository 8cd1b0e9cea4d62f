//go:build js && wasm

// Command wasm is the parser's interface to JavaScript.
//
// It is run in a worker (or on the page) by Go's own wasm_exec.js. The host first sets
// globalThis.unspoolHost to an object. The program removes it, passes its functions to the
// host's ready function, and answers calls from then on. web/src/parser/protocol.ts
// describes both sides (WasmHost, WasmApi).
//
// Files are opened, written and closed by functions of their own. All else is a query: one
// function takes its name and a request object, decodes that into a struct of package protocol,
// calls the view, and encodes the reply. Requests are decoded by vert, member by member; what
// is missing or of the wrong type is named. Replies are encoded as one JSON text, with columns
// of numbers as typed arrays. What is not there is null.
//
// With the build tag "export" the program is larger, and also answers the queries of
// [protocol.ExportQueries]. The page loads it when a session is shared.
//
// Every function recovers: a panic becomes an Error that it returns, and the instance stays
// usable.
package main

import "syscall/js"

func main() {
	global := js.Global()
	host := global.Get("unspoolHost")
	global.Delete("unspoolHost")
	if host.IsUndefined() {
		println("unspool: there is no unspoolHost to answer to")
		return
	}
	api := newAPI(host.Get("read"))
	host.Call("ready", api.object())
	api.warmUp()
	select {}
}
