import type { FileFetcher } from "../../session/sources/file-fetcher";
import { failure } from "../../parser/failure";
import { words } from "../../parser/words";
import { reportUnlessNotLoaded } from "../../base/report-error";

/** Files of any host. The code for that comes while the parser does. */
export const anyFiles: FileFetcher = (signal, onBytes) => {
  const load = import("../../session/sources/remote-files").then(
    ({ remoteFiles }) => remoteFiles()(signal, onBytes),
    (error: unknown) => {
      reportUnlessNotLoaded(error);
      throw failure("blocked", words.render.notLoaded);
    },
  );
  return async (url) => (await load)(url);
};
