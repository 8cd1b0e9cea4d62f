// Package view answers what a screen asks of a session: rows, what a row opens
// to, where an address leads, figures. It holds no text; whatever it shows is
// read again from the files, by the places that the index keeps.
//
// A [Viewer] stands over a [parser.Store] and answers at every moment, also
// while files are still being written to the store.
package view
