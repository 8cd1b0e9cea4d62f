// All of the package in one page, by a bundler that does not take the assets along.
import { UnspoolSession } from "unspool";
import { createParser } from "unspool/client";
import "unspool/define";
import { UnspoolError, open } from "unspool/parser";

const assets = "/unspool/";
const bytes = new Uint8Array(await (await fetch("/session.jsonl")).arrayBuffer());

const viewer = document.createElement("unspool-session");
viewer.assets = assets;
document.body.append(viewer);
await viewer.load(bytes);

// A class of one's own shows a session as well, by what unspool/define made known.
customElements.define("my-session", class extends UnspoolSession {});
const mine = document.createElement("my-session");
mine.assets = assets;
document.body.append(mine);
await mine.load(bytes);
const rows = mine.shadowRoot.querySelectorAll("unspool-row[data-kind]").length;

const parser = createParser({ assets });
await parser.api.load([{ path: "session.jsonl", blob: new Blob([bytes]) }], () => {});
const opened = await open(new File([bytes], "session.jsonl"), { assets });
const turns = [await viewer.summary(), await parser.api.query("summary", { session: 0 }), await opened.summary()].map(
  (summary) => summary.turns,
);
parser.terminate();
opened.close();

const refusal = await open("session.jsonl").catch((error) => error);
const failure = await open(new Uint8Array(), { assets }).catch((error) => error);
globalThis.outcome = {
  turns,
  rows,
  path: refusal instanceof UnspoolError && refusal.code,
  empty: failure instanceof UnspoolError && failure.code,
};
