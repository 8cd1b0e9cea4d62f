// unspool/client: the parser in a worker, for programs that render the rows themselves.
import { assetsAt } from "../../parser/assets";
import { type ParserHandle, createParser as create } from "../../parser/client";

export interface ClientOptions {
  /**
   * The address of the folder with the package's assets, relative to the document, for bundlers that do not include
   * them.
   */
  readonly assets?: string;
}

/** Starts a parser in a worker, or in the page if it forbids workers. */
export function createParser({ assets = "" }: ClientOptions = {}): ParserHandle {
  return create(assetsAt(assets));
}

export type { ParserHandle } from "../../parser/client";
export type * from "../../parser/model";
export type {
  ByteRange,
  Failure,
  FailureCode,
  LoadResult,
  ParserApi,
  Picture,
  Progress,
  RowFilter as Slice,
  Source,
  TextName,
} from "../../parser/protocol";
