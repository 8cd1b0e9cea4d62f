// Package content turns recorded values into the parts of a body: texts, tables of arguments,
// images, and the content of results, which can be a string or blocks of many kinds.
//
// A part is cut where a screen would show no more, and marked as cut.
package content
