// Functions that unloaded_test.go calls in the page.
({
  // Opens the content of a call again if it shows this notice, and reports whether its output is shown.
  reopen(notice) {
    const body = $deep("unspool-row .body");
    if (body === null || $text(body) === notice) $deep("unspool-row[data-kind=tool] .row-button").click();
    const frame = $deep("unspool-row .body .frame");
    return frame !== null && $text(frame).includes("fine");
  },
});
