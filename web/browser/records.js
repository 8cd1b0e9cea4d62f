// Functions that records_test.go calls in the page.
({
  // Adds up the table of bytes.
  sums() {
    const rows = [...$deep("unspool-records >>> table").querySelectorAll("tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    );
    const number = (text) => Number(text.replace(/[^0-9.]/g, ""));
    const parts = rows.slice(1, -1);
    return {
      Parts: parts.reduce((n, [bytes]) => n + number(bytes), 0),
      Sum: number(rows.at(-1)[0]),
      Tenths: Math.round(parts.reduce((n, [, share]) => n + (share.startsWith("<") ? 0 : number(share)), 0) * 10),
    };
  },
});
