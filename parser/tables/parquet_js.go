package tables

import "io"

// Formats returns the formats that a page can write. The library of Parquet would double its parser.
func Formats() []Format { return []Format{CSV, NDJSON} }

// newParquetEncoder is never called: [NewWriter] refuses the format.
func newParquetEncoder[T any](io.Writer, bool) encoder[T] { return nil }
