// Package records describes records that have no row of their own, such as hooks, progress and
// metadata: FORMAT.md, "system subtypes" to "Metadata records". A record becomes a label and a
// few words, which are values that it holds; the page chooses their names.
package records
