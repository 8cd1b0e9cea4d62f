// Package records describes records that have no row of their own, such as hooks, progress and
// metadata: FORMAT.md, "system subtypes" to "Metadata records".
//
// In: records of an index, whose lines are read again. Out: for each record a label and a few
// words, or the parts of a body that list several records. Invariants: all words come from
// the record, and the page chooses names for them; a record of an unknown type is described,
// too, by any text that it holds; a list has at most [MaxItems].
package records
