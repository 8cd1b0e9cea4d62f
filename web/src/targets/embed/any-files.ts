import type { FileFetcher } from "../../session/sources/file-fetcher";
import { failure } from "../../parser/failure";
import { strings as sessionStrings } from "../../session/strings";
import { reportUnlessNotLoaded } from "../../base/report-error";

/** Files of any host. The code for that comes while the parser does. */
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
