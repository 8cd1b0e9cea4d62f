package document

import (
	"testing"
	"unicode"
)

// Every character that Unicode calls a format or ignorable is replaced by a mark.
func TestVisibleMarksHidden(t *testing.T) {
	t.Parallel()
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && r != brailleBlank {
			continue
		}
		if got, want := visible("a"+string(r)+"b"), "a⟦"+hiddenLabel([]rune{r})+"⟧b"; got != want {
			t.Fatalf("%U: %q, want %q", r, got, want)
		}
	}
}

// Characters that scripts and pictures need stay.
func TestVisibleKeepsLegitimate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"⣿\u2800\u2800⣿", "\u2800⡇", "\u06dd١٢", "\U00013000\U00013430\U00013001", "می\u200cخواهم", "❤\ufe0f"} {
		if got := visible(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
