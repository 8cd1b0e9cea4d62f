// The browsers' handles for files and folders, which Node does not have.
import { HandleTree, type Handles } from "../file-handles";

/** A handle of a file with a content that is made each time it is opened, or of one that cannot be opened. */
export class FakeFile {
  readonly kind = "file";

  constructor(
    readonly name: string,
    readonly content: Error | (() => string) = () => "{}",
  ) {}

  async getFile(): Promise<File> {
    if (this.content instanceof Error) throw this.content;
    return new File([this.content()], this.name);
  }
}

/** A handle of a folder. Browsers have none for names with a colon. */
class FakeFolder {
  readonly kind = "directory";

  constructor(
    readonly name: string,
    readonly files: readonly FakeFile[],
  ) {}

  async getFileHandle(name: string): Promise<FakeFile> {
    if (name.includes(":")) throw new TypeError("Name is not allowed.");
    const file = this.files.find((one) => one.name === name);
    if (file === undefined) throw new DOMException("", "NotFoundError");
    return file;
  }
}

Object.assign(globalThis, { FileSystemFileHandle: FakeFile, FileSystemDirectoryHandle: FakeFolder });

/** Returns the handles of a folder "p" with these files. */
export function handlesOf(...files: readonly FakeFile[]): Awaited<Handles> {
  return [{ status: "fulfilled", value: new FakeFolder("p", files) as unknown as FileSystemHandle }];
}

/** Returns the tree of a folder "p" with these files. */
export function treeOf(...files: readonly FakeFile[]): HandleTree {
  return HandleTree.of(handlesOf(...files));
}
