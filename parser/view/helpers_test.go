package view_test

import "unspool/parser/testutil/viewtest"

// Short names of shared helpers.
var (
	dialogue    = viewtest.Dialogue
	load        = viewtest.Load
	allSessions = viewtest.Sessions
	rowIndex    = viewtest.RowIndex
	oneLine     = viewtest.OneLine
	at          = viewtest.At
	pageAt      = viewtest.PageAt
	rowsAt      = viewtest.RowsAt
	openAll     = viewtest.OpenAll
)

type anyRow = viewtest.AnyRow

func orUnknown[T int | float64](n *T) T { return viewtest.OrUnknown(n) }
