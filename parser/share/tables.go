package share

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"unspool/parser/export"
	"unspool/parser/redact"
	"unspool/parser/tables"
	"unspool/parser/view"
)

func writeNDJSON(in *Session, create export.Target, o *Options) error {
	rows, err := rowsOf(in, o)
	if err != nil {
		return err
	}
	return writeTables(in, &rows, create, tables.NDJSON, o)
}

// writeCSV writes the tables of a session as CSV. In CSV, quotes are doubled, and there are apostrophes against
// formulas, which a check does not see through. So the same rows are checked as NDJSON before.
func writeCSV(in *Session, create export.Target, o *Options) error {
	rows, err := rowsOf(in, o)
	if err != nil {
		return err
	}
	if o.values().Len() > 0 {
		checker := redact.NewChecker(o.values())
		check := func(name string) (io.WriteCloser, error) {
			return &bufferedFile{close: func(b *bytes.Buffer) error { return checker.Check(b, name) }}, nil
		}
		if err := writeTables(in, &rows, check, tables.NDJSON, o); err != nil {
			return err
		}
	}
	return writeTables(in, &rows, create, tables.CSV, o)
}

func rowsOf(s *Session, o *Options) (tables.Rows, error) {
	return tables.RowsOf(view.New(s.Store, o.Prices, s.Open), s.Session, o.Prices)
}

// writeTables writes the rows of a session. The writer of tables has several files open, and the files of an export
// follow each other, so each is in memory until it is complete: as its rows are.
func writeTables(in *Session, rows *tables.Rows, create export.Target, format tables.Format, o *Options) error {
	w, err := tables.NewWriter(func(name string) (io.WriteCloser, error) {
		return &bufferedFile{close: func(b *bytes.Buffer) error {
			return writeSingle(create, name, func(out io.Writer) error {
				_, err := b.WriteTo(out)
				return err
			})
		}}, nil
	}, tables.Options{Format: format, Prices: o.Prices})
	if err != nil {
		return err
	}
	earlier, err := export.EarlierCounts(in.Session, in.Open)
	if err != nil {
		return err
	}
	w.AddEarlier(earlier)
	w.AddFiles(slices.Concat(in.Files, in.Sidecars))
	err = w.WriteRows(rows)
	_, closed := w.Close()
	return errors.Join(err, closed)
}

// A bufferedFile is a file in memory. close gets what was written.
type bufferedFile struct {
	bytes.Buffer
	close func(*bytes.Buffer) error
}

// Close implements [io.Closer].
func (f *bufferedFile) Close() error { return f.close(&f.Buffer) }
