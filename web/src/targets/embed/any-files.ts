import type { FileFetcher } from "../../session/sources/file-fetcher";
import { failure } from "../../parser/failure";
import { strings as sessionStrings } from "../../session/strings";
import { reportUnlessNotLoaded } from "../../base/report-error";

/** Fetches files of any host. Its code loads in parallel with the parser. */
export const anyFiles: FileFetcher = (signal, onBytes) => {
  const load = import("../../session/sources/remote-files").then(
    ({ remoteFiles }) => remoteFiles()(signal, onBytes),
    (error: unknown) => {
      reportUnlessNotLoaded(error);
      throw failure("blocked", sessionStrings.notLoaded);
    },
  );
  return async (url) => (await load)(url);
};
