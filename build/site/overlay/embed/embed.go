// Package embed is the empty package embed of the shipped parser: the compiler
// finds it in place of the real one. Files that are embedded as strings need
// the import only; the type FS of the real one brings io/fs, time and with it
// the runtime's settings and metrics.
package embed
