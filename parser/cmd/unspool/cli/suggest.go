package cli

import "fmt"

// suggest adds to an error about a word the known word that is most like it, if any is.
func suggest(err error, word string, known []string) error {
	best, nearest := "", max(1, len(word)/3)+1
	for _, k := range known {
		if d := distance(word, k); d < nearest {
			best, nearest = k, d
		}
	}
	if best == "" {
		return err
	}
	return fmt.Errorf("%w; did you mean %q?", err, best)
}

// distance returns how many letters must be added, removed, replaced or swapped with their neighbors to
// turn a into b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range y {
		rows[0][j+1] = j + 1
	}
	for i := range x {
		for j := range y {
			replaced := rows[i][j]
			if x[i] != y[j] {
				replaced++
			}
			rows[i+1][j+1] = min(replaced, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				rows[i+1][j+1] = min(rows[i+1][j+1], rows[i-1][j-1]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
