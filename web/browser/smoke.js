// Functions that smoke_test.go calls in the page.
({
  // Treats gzip after one byte as Brotli.
  inflateAsGzip() {
    globalThis.DecompressionStream = ((real) =>
      function (format) {
        if (format !== "brotli") return new real(format);
        const gzip = new real("gzip");
        let begun = false;
        const rest = new TransformStream({
          transform(chunk, controller) {
            controller.enqueue(begun ? chunk : chunk.subarray(1));
            begun = true;
          },
        });
        return { writable: rest.writable, readable: rest.readable.pipeThrough(gzip) };
      })(DecompressionStream);
  },
});
