package export

import (
	"bytes"
	"slices"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// An apiForm brings recorded blocks of content into the form that the API takes.
type apiForm struct {
	changed map[string]int // counts what was left out of them or replaced, by its kind
	ids     *callIDs
}

// block returns a block without the members that the API does not know, or false if it takes no such
// block.
func (a apiForm) block(recorded []byte) (block contentBlock, ok bool) {
	recorded = bytes.Clone(recorded)
	if recorded[0] == '"' {
		recorded = enclose(`{"type":"text","text":`, recorded, `}`)
	}
	kind, _ := record.MemberText(recorded, 0, "type", 64)
	members, flaw := blockMembers(kind), blockFlaw(kind, recorded)
	if members == "" {
		flaw = "block of type " + kind
	}
	if flaw != "" {
		a.changed[flaw]++
		return contentBlock{}, false
	}
	block.kind = kind
	if member := idMember(kind); member != "" {
		id, _ := record.MemberText(recorded, 0, member, 1<<10)
		if block.id = a.ids.of(id); block.id != id && member == "id" {
			a.changed["id of a call that the API refuses"]++
		}
	}
	block.text = keepMembers(recorded, members, func(key string, value []byte) []byte {
		switch {
		case key == idMember(kind):
			return quoted(block.id)
		case key == "name" && strings.HasSuffix(kind, "tool_use"), key == "tool_name":
			return a.toolName(value)
		case kind == "tool_result" && key == "content":
			return a.result(value)
		case kind == "text" && key == "citations":
			return a.citations(value)
		case key == "source" && value[0] == '{':
			return keepMembers(value, " type media_type data url content ", nil)
		}
		return value
	})
	return block, true
}

// result returns the content of a result as an array of blocks, or nil if it has none that the API takes.
func (a apiForm) result(content []byte) []byte {
	var blocks [][]byte
	add := func(recorded []byte) {
		block, ok := a.block(recorded)
		switch {
		case !ok:
		case isOfUser(block.kind) || block.kind == "tool_reference":
			blocks = append(blocks, block.text)
		default:
			a.changed["block of type "+block.kind+" in a result"]++
		}
	}
	if content[0] == '"' && len(content) > len(`""`) {
		add(content)
	}
	eachElement(content, add)
	return array(blocks)
}

// citations returns the citations of a text that are complete, or nil if there are none.
func (a apiForm) citations(list []byte) []byte {
	var complete [][]byte
	eachElement(list, func(citation []byte) {
		kind, _ := record.MemberText(citation, 0, "type", 64)
		required := citationMembers(kind)
		isMissing := func(name string) bool {
			at := record.Member(citation, 0, name)
			return at < 0 || citation[at] == 'n'
		}
		if len(required) == 0 || slices.ContainsFunc(required, isMissing) {
			a.changed["incomplete citation"]++
			return
		}
		names := " type title document_title " + strings.Join(required, " ") + " "
		complete = append(complete, keepMembers(citation, names, nil))
	})
	return array(complete)
}

// citationMembers returns the members that citations of a type must have, or nil for an unknown type.
func citationMembers(kind string) []string {
	switch kind {
	case "char_location":
		return []string{"cited_text", "document_index", "start_char_index", "end_char_index"}
	case "page_location":
		return []string{"cited_text", "document_index", "start_page_number", "end_page_number"}
	case "content_block_location":
		return []string{"cited_text", "document_index", "start_block_index", "end_block_index"}
	case "web_search_result_location":
		return []string{"cited_text", "encrypted_index", "url"}
	case "search_result_location":
		return []string{"cited_text", "search_result_index", "source", "start_block_index", "end_block_index"}
	}
	return nil
}

// isOfUser reports whether messages of the user can have blocks of a type, besides results.
func isOfUser(kind string) bool {
	return kind == "text" || kind == "image" || kind == "document" || kind == "search_result"
}

// isOfAssistant reports whether messages of the assistant can have blocks of a type, besides results.
func isOfAssistant(kind string) bool {
	switch kind {
	case "text", "thinking", "redacted_thinking", "tool_use", "server_tool_use":
		return true
	}
	return strings.HasSuffix(kind, "_tool_result")
}

// eachElement calls visit for each element of an array; of another value, there are none.
func eachElement(value []byte, visit func([]byte)) {
	if value[0] != '[' {
		return
	}
	jsonl.Array(value, 0, func(at int) int {
		end := jsonl.Skip(value, at)
		if end > at {
			visit(value[at:end])
		}
		return end
	})
}

// array returns an array, or nil if it has no elements.
func array(elements [][]byte) []byte {
	if len(elements) == 0 {
		return nil
	}
	return append(append([]byte{'['}, bytes.Join(elements, []byte(","))...), ']')
}

// blockMembers returns the members that the API knows in blocks of a type, or "" for a type that it does
// not take in messages. Without cache_control: the caller of the API decides what is cached.
func blockMembers(kind string) string {
	switch kind {
	case "text":
		return " type text citations "
	case "thinking":
		return " type thinking signature "
	case "redacted_thinking":
		return " type data "
	case "image":
		return " type source "
	case "document":
		return " type source title context citations "
	case "search_result":
		return " type source title content citations "
	case "tool_reference": // in results only
		return " type tool_name "
	case "tool_use", "server_tool_use":
		return " type id name input caller "
	case "tool_result":
		return " type tool_use_id is_error content "
	case "web_search_tool_result", "web_fetch_tool_result":
		return " type tool_use_id content caller "
	case "code_execution_tool_result", "bash_code_execution_tool_result", "text_editor_code_execution_tool_result",
		"tool_search_tool_result":
		return " type tool_use_id content "
	}
	return ""
}

// blockFlaw returns why the API refuses a block, or "".
func blockFlaw(kind string, block []byte) string {
	switch {
	case kind == "text" && isBlank(block, "text"):
		return "empty text"
	case kind == "thinking" && isBlank(block, "signature"):
		return "thinking without a signature"
	case kind == "redacted_thinking" && isBlank(block, "data"):
		return "thinking without content"
	case kind == "image" && !hasSource(block):
		return "image without content"
	case kind == "document" && !hasSource(block):
		return "document without content"
	case strings.HasSuffix(kind, "tool_use") && (isBlank(block, "id") || isBlank(block, "name") || !hasInput(block)):
		return "call without an id, a name or an input"
	}
	return ""
}

// keepMembers returns an object with the members that are in a list of names, without those that are null.
// edit, if not nil, returns the value of a member to write, nil for none.
func keepMembers(object []byte, names string, edit func(key string, value []byte) []byte) []byte {
	out := []byte{'{'}
	jsonl.Object(object, 0, func(key []byte, at int) int {
		end := jsonl.Skip(object, at)
		if end < 0 {
			return end
		}
		value := object[at:end]
		if !strings.Contains(names, " "+string(key)+" ") || string(value) == "null" {
			return end
		}
		if edit != nil {
			value = edit(string(key), value)
		}
		if value == nil {
			return end
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(append(out, '"'), key...), `":`...), value...)
		return end
	})
	return append(out, '}')
}

// isBlank reports whether a member is no string, or one without content.
func isBlank(block []byte, name string) bool {
	text, ok := record.MemberText(block, 0, name, 1<<10)
	return !ok || strings.TrimSpace(text) == ""
}

// hasInput reports whether the input of a call is an object.
func hasInput(call []byte) bool {
	at := record.Member(call, 0, "input")
	return at >= 0 && call[at] == '{'
}

// hasSource reports whether a block has a source with content.
func hasSource(block []byte) bool {
	at := record.Member(block, 0, "source")
	if at < 0 || block[at] != '{' {
		return false
	}
	source := block[at:]
	return !isBlank(source, "data") || !isBlank(source, "url") || record.Member(source, 0, "content") >= 0
}
