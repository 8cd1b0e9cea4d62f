import type { FileFetcher } from "../element/files";
import { failure } from "../worker/failure";
import { words } from "../words";

/** Files of any host. The code for that comes while the parser does. */
export const anyFiles: FileFetcher = (signal, onBytes) => {
  const load = import("../element/remote-files").then(
    ({ remoteFiles }) => remoteFiles()(signal, onBytes),
    () => Promise.reject(failure("blocked", words.render.notLoaded)),
  );
  return async (url) => (await load)(url);
};
