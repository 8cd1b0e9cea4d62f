// Functions that run before the script of a parser and change how it reads files.
({
  // Reads a number of bytes, and the rest when self.goOn is called. Bytes that were read become unreadable while
  // self.gone is the name of an error.
  waiting(left) {
    let go;
    const gate = new Promise((open) => (go = open));
    self.goOn = () => {
      left = Infinity;
      go();
      return true;
    };
    const held = (size, read) => ((left -= size) < 0 ? gate.then(read) : read());
    const { read } = ReadableStreamBYOBReader.prototype;
    ReadableStreamBYOBReader.prototype.read = function (...given) {
      return held(given[0].byteLength, () => read.apply(this, given));
    };
    const messages = {
      NotFoundError: "A requested file or directory could not be found at the time an operation was processed.",
      NotReadableError:
        "The requested file could not be read, typically due to permission problems that have occurred after a " +
        "reference to a file was acquired.",
      NotAllowedError: "The request is not allowed by the user agent or the platform in the current context.",
    };
    self.gone = "";
    const check = () => {
      if (self.gone) throw new DOMException(messages[self.gone], self.gone);
    };
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      check();
      return held(this.size, () => arrayBuffer.call(this));
    };
    const { readAsArrayBuffer } = FileReaderSync.prototype;
    FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
      check();
      return readAsArrayBuffer.call(this, blob);
    };
  },
  // Reads a number of bytes, and the rest fails until self.readable is called.
  failing(left) {
    const fail = () => Promise.reject(new DOMException("The requested file could not be read", "NotReadableError"));
    const { read } = ReadableStreamBYOBReader.prototype;
    ReadableStreamBYOBReader.prototype.read = function (...given) {
      return (left -= given[0].byteLength) < 0 ? fail() : read.apply(this, given);
    };
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function () {
      return (left -= this.size) < 0 ? fail() : arrayBuffer.call(this);
    };
    self.readable = () => (left = 1e12) > 0;
  },
  // Streams stop responding after a number of reads.
  stalling(after) {
    let reads = 0;
    const { read } = ReadableStreamBYOBReader.prototype;
    ReadableStreamBYOBReader.prototype.read = function (...given) {
      return ++reads > after ? new Promise(() => undefined) : read.apply(this, given);
    };
  },
});
