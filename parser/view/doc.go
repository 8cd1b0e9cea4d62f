// Package view returns what a screen needs to show a session: rows, the bodies that
// rows open to, the targets of addresses, and statistics. It holds no text: whatever it
// shows is read again from the files, at the positions that the index records.
//
// A [Viewer] reads from a [parser.Store]. It can be queried at any time, even while
// files are still being written to the store.
package view
