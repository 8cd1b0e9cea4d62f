package site

import (
	"crypto/sha512"
	"encoding/base64"
	"path"
)

// Integrity returns the hashes of all scripts among the files, by path, in the form of the
// attribute integrity and of import maps.
func Integrity(files map[string][]byte) map[string]string {
	hashes := map[string]string{}
	for name, data := range files {
		if path.Ext(name) != ".js" {
			continue
		}
		sum := sha512.Sum384(data)
		hashes[name] = "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	return hashes
}
