//go:build !js

package tables

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Parquet, CSV, NDJSON} }

// rowsPerGroup is the number of rows in a row group of Parquet, which is in memory while it is written.
const rowsPerGroup = 1 << 15

// pageBytes is the size of the pages of a column in Parquet.
const pageBytes = 64 << 10

// newParquetEncoder returns an encoder that writes the rows of a table as Parquet.
func newParquetEncoder[T any](out io.Writer, partitioned bool) encoder[T] {
	options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowsPerGroup),
		parquet.PageBufferSize(pageBytes), parquet.CreatedBy("unspool", "", "")}
	if partitioned {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[Partition]()) {
			options = append(options, parquet.StructTag(`parquet:"-"`, field.Name))
		}
	}
	return parquet.NewGenericWriter[T](out, options...)
}
