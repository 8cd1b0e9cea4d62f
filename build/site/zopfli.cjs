// Packs standard input as gzip to standard output; run in web/ by zopfli.go.
const { gzip } = require("@gfx/zopfli");
const { readFileSync, writeSync } = require("node:fs");

// More iterations than 5 or more blocks gain less than a thousandth each.
gzip(readFileSync(0), { numiterations: 5, blocksplittingmax: 40 }, (error, packed) => {
  if (error) throw error;
  for (let done = 0; done < packed.length; ) done += writeSync(1, packed, done);
});
