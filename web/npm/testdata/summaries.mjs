// Prints the summaries of all sessions at some paths, one a line.
import { open } from "unspool/parser";

const [folder, ...paths] = process.argv.slice(2);
process.chdir(folder);
for (const path of paths) {
  const opened = await open(path);
  for (const { index } of await opened.sessions()) console.log(JSON.stringify(await opened.summary(index)));
  opened.close();
}
