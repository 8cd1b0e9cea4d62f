package site

// z85Digits are those of Z85 (rfc.zeromq.org/spec/32), with other characters for
// the three that mean something in HTML: _ , ; instead of & < >.
const z85Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_,;()[]{}@%$#"

// z85 returns data as text, five characters for four bytes. An end of one to
// three bytes is one character longer than they are (web/src/onefile/z85.ts).
func z85(data []byte) string {
	text := make([]byte, 0, (len(data)*5+3)/4)
	for len(data) > 0 {
		var group [4]byte
		n := copy(group[:], data)
		data = data[n:]
		value := uint32(group[0])<<24 | uint32(group[1])<<16 | uint32(group[2])<<8 | uint32(group[3])
		var digits [5]byte
		for i := 4; i >= 0; i-- {
			digits[i] = z85Digits[value%85]
			value /= 85
		}
		text = append(text, digits[:n+1]...)
	}
	return string(text)
}
