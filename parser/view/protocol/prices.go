package protocol

// A PriceError describes why a text is not a price table.
type PriceError struct {
	Code   string `js:"code" ts:"PriceErrorCode"`
	Line   int    `js:"line"`   // from 1
	Column int    `js:"column"` // from 1; too-few-columns: the number of columns
	Value  string `js:"value"`  // at most 40 bytes of the column; too-few-columns: empty
	Want   int    `js:"want"`   // the number of columns that each row needs
}
