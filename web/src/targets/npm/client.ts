// unspool/client: the parser in a worker, for who draws the rows himself.
import { assetsAt } from "../../parser/assets";
import { type ParserHandle, createParser as create } from "../../parser/client";

export interface ClientOptions {
  /**
   * Address of the folder with the package's assets, relative to the document, where a bundler does not take them
   * along.
   */
  readonly assets?: string;
}

/** Starts a parser beside the page, or in it where the page refuses workers. */
export function createParser({ assets = "" }: ClientOptions = {}): ParserHandle {
  return create(assetsAt(assets));
}

export type { ParserHandle } from "../../parser/client";
export type * from "../../parser/model";
export type {
  ByteRange,
  Failure,
  FailureCode,
  ParserApi,
  Picture,
  Progress,
  RowFilter as Slice,
  Source,
  TextName,
} from "../../parser/protocol";
