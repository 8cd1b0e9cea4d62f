package tags

import (
	"slices"
	"strings"
)

// rejections begin the results of calls that the person declined.
var rejections = []string{
	"The user doesn't want to proceed",
	"The user doesn't want to take this action",
	"User rejected",
	"User declined",
	"The agent proposed a plan that was rejected by the user",
}

// HeadLimit is the number of bytes of a result that are enough for IsRejection and
// IsInterruptedCall.
const HeadLimit = 200

// IsRejection reports whether the text of a result means that the person declined the call.
func IsRejection(result string) bool {
	return slices.ContainsFunc(rejections, func(start string) bool { return strings.HasPrefix(result, start) })
}

// IsInterruptedCall reports whether the text of a result means that the call was interrupted.
func IsInterruptedCall(result string) bool { return strings.HasPrefix(result, interruption) }

// Untag removes the tags around the text of an error.
func Untag(text string) string {
	remainder, tagged := strings.CutPrefix(strings.TrimSpace(text), "<tool_use_error>")
	if !tagged {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(remainder, "</tool_use_error>"))
}
