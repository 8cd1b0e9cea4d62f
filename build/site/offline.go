package site

import (
	"encoding/json"
	"fmt"
)

// workerName is the service worker's address: in the folder of the page, since it can serve
// no page outside of its own folder.
const workerName = "sw.js"

// addWorker adds the service worker, which contains the names of all files it may ever
// cache: those that a visit of the index page can load. If nothing is to be cached, the
// worker removes itself, and its cache, from browsers that still have an earlier one.
func (b *Builder) addWorker(out *Output, made *bundle, wasm *wasmFile) error {
	version := contentHash(out.Files[indexName]) // which refers to all others, directly or indirectly
	var needed, names, used, linked []string
	if index.cached && !b.opt.NotCached {
		for _, s := range out.Sizes {
			switch s.Kind {
			case Grammar:
				names = append(names, s.Name)
			case Export:
				used = append(used, s.Name)
			default:
				needed = append(needed, s.Name)
			}
		}
		needed = append(needed, wasm.brotliName, appManifestName, iconName) // the worker loads one of the two parsers
		linked = []string{made.entry[index.script.name], made.entry[index.style.name]}
	}
	files := virtual("unspool:files", func() (string, error) {
		code := fmt.Sprintf("export const version = %q;\n", version)
		for _, list := range []struct {
			name  string
			files []string
		}{{"needed", needed}, {"optional", names}, {"used", used}, {"linked", linked}} {
			text, err := json.Marshal(append([]string{}, list.files...))
			if err != nil {
				return "", err
			}
			code += fmt.Sprintf("export const %s = %s;\n", list.name, text)
		}
		return code, nil
	})
	worker, err := b.bundle([]entry{{"web/src/service-worker/service-worker.ts", "sw"}}, files)
	if err != nil {
		return fmt.Errorf("bundle the service worker: %w", err)
	}
	out.Files[workerName] = worker.files[worker.entry["sw"]]
	return nil
}
