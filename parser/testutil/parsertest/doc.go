// Package parsertest reads transcripts for the tests of the parser's packages, and checks what
// every transcript must satisfy.
package parsertest
