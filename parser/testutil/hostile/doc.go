// Package hostile generates transcripts in which every text attacks the program that
// displays it.
//
// The attacks are in testdata/hostile: a file of payloads for each family, and the fields,
// which are all places of a record that are displayed anywhere. A payload in a field is a
// combination. Each combination has a unique mark, a word that can be found again in the
// output and that identifies the combination if an attack succeeds.
package hostile
