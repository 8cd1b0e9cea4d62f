// Package hostile makes transcripts whose every text attacks who shows it.
//
// What attacks is written in testdata/hostile: a file of payloads for each family,
// and the fields, which are all places of a record that are shown anywhere. A
// payload in a field is a combination. Each has a mark of its own, a word that can
// be found again in what is shown, and that tells which combination acted if one did.
package hostile
