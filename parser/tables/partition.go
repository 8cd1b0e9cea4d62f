package tables

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"strings"
)

// nullPartition is the value of Hive for null in the name of a folder.
const nullPartition = "__HIVE_DEFAULT_PARTITION__"

// folderNameBytes is the length of the longest name of a folder, in bytes: file systems allow 255.
const folderNameBytes = 200

// folder returns the path of the folder of a partition, in the form of Hive: project=%2Fhome/month=2026-05.
func (p Partition) folder() string {
	return "project=" + folderName(p.Project) + "/month=" + cmp.Or(p.Month, nullPartition)
}

// folderName returns a value as the name of a folder, percent-encoded. A name that is too long for a file
// system ends with "~" and a checksum instead.
func folderName(value string) string {
	if value == "" {
		return nullPartition
	}
	var name strings.Builder
	for i := range len(value) {
		c := value[i]
		isPlain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' ||
			c == '.' && i < len(value)-1 // Windows drops the last one
		if isPlain {
			name.WriteByte(c)
		} else {
			fmt.Fprintf(&name, "%%%02X", c)
		}
	}
	text := name.String()
	if len(text) <= folderNameBytes {
		if text == nullPartition {
			return "%5F" + text[1:]
		}
		return text
	}
	suffix := fmt.Sprintf("~%x", sha256.Sum256([]byte(value)))[:17]
	text = text[:folderNameBytes-len(suffix)]
	if at := strings.LastIndexByte(text, '%'); at > len(text)-3 { // not within an escape
		text = text[:at]
	}
	return text + suffix
}
