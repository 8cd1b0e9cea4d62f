// All of the package in one page, by a bundler that does not take the assets along.
import { createParser } from "unspool/client";
import "unspool/define";
import { UnspoolError, open } from "unspool/parser";

const assets = "/unspool/";
const bytes = new Uint8Array(await (await fetch("/session.jsonl")).arrayBuffer());

const viewer = document.createElement("unspool-session");
viewer.assets = assets;
document.body.append(viewer);
await viewer.load(bytes);

const parser = createParser({ assets });
await parser.api.load([{ path: "session.jsonl", blob: new Blob([bytes]) }], () => {});
const opened = await open(new File([bytes], "session.jsonl"), { assets });
const turns = [await viewer.summary(), await parser.api.summary(0), await opened.summary()].map((summary) => summary.turns);
parser.terminate();
opened.close();

const refusal = await open("session.jsonl").catch((error) => error);
const failure = await open(new Uint8Array(), { assets }).catch((error) => error);
globalThis.outcome = { turns, path: refusal.name, empty: failure instanceof UnspoolError && failure.code };
