// The service worker stores the app, and nothing else, for visits without a network. What it may store is a list of
// names made by the build (the page and its files, each with the hash of its content in its name). It ignores requests
// for anything else, such as a transcript or another page of the folder.
//
// A new version is stored beside the old one and waits: browsers activate it when no page of the old one is open. Until
// then the network delivers the new page, and to an open old one its files, which the host may have removed by now.

import { linked, needed as listed, optional, used, version } from "unspool:files";
import { inflatesBrotli } from "../base/brotli";

declare const self: ServiceWorkerScope;

/** How long to wait for a page from the network, in ms, if one is cached. */
const TIMEOUT = 3_000;

/** Browsers load one of two files of the parser (parser/assets.ts). */
const unused = inflatesBrotli() ? ".wasm.gz" : ".wasm.br";
const needed = listed.filter((name) => !name.endsWith(unused));

const { scope } = self.registration; // the folder, and so the address of the page
const urlOf = (file: string): string => new URL(file, scope).href;
const files = new Set([...needed, ...optional, ...used].map(urlOf));
const pages = new Set([scope, urlOf("index.html")]);

// Caches belong to a whole host, which may have another Unspool in another folder.
const prefix = `unspool ${scope} `;
const open = (): Promise<Cache> => caches.open(prefix + version);

self.addEventListener("install", (event) => {
  if (needed.length > 0) event.waitUntil(install());
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (needed.length === 0 || request.method !== "GET") return;
  const url = new URL(request.url);
  url.hash = "";
  if (request.mode !== "navigate") {
    if (files.has(url.href)) event.respondWith(file(url.href, event).catch(() => Response.error()));
    return;
  }
  url.search = "";
  if (pages.has(url.href)) event.respondWith(page(request));
});

async function install(): Promise<void> {
  const fresh = await fetch(scope, { cache: "no-cache" });
  // During a deployment, the page may be of another version than this.
  const text = await fresh.clone().text();
  if (!fresh.ok || fresh.redirected || linked.some((name) => !text.includes(name)))
    throw new Error("the page is of another version");
  await Promise.all(needed.map((name) => keep(urlOf(name))));
  await (await open()).put(scope, fresh);
  for (const name of optional) await keep(urlOf(name)).catch(() => undefined); // or when it is used
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && (needed.length === 0 || name !== prefix + version)) await caches.delete(name);
  }
  if (needed.length === 0) await self.registration.unregister();
  else await self.clients.claim(); // the page of the first visit was loaded without the worker
}

/** A file never changes under its name, so the cached file equals the network's. */
async function file(url: string, event: FetchEvent): Promise<Response> {
  const cache = await open();
  const cached = await cache.match(url, { ignoreVary: true });
  if (cached !== undefined) return cached;
  const fresh = await ask(url);
  if (fits(url, fresh)) event.waitUntil(cache.put(url, fresh.clone()).catch(() => undefined));
  return fresh;
}

async function keep(url: string): Promise<void> {
  const fresh = await ask(url);
  if (!fits(url, fresh)) throw new Error(`${url} is not there`);
  await (await open()).put(url, fresh);
}

/**
 * Fetches a file from the network and bypasses the HTTP cache, where something else may be stored in its place for a
 * long time.
 */
async function ask(url: string): Promise<Response> {
  const fresh = await fetch(url, { priority: "low" });
  return fits(url, fresh) ? fresh : fetch(url, { cache: "reload" });
}

/** Reports whether a response is the file: some hosts answer requests for missing files with a page. */
function fits(url: string, { status, headers }: Response): boolean {
  const type = headers.get("content-type") ?? "";
  return status === 200 && (url.endsWith(".js") ? /javascript/ : url.endsWith(".css") ? /css/ : /^(?!text)/).test(type);
}

/** Returns the network's page or, if the network is down, slow or broken, the cached one. */
async function page(request: Request): Promise<Response> {
  const cached = await (await open()).match(scope, { ignoreVary: true });
  if (cached === undefined) return fetch(request);
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : cached),
    () => cached,
  );
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), TIMEOUT));
  return Promise.race([fresh, late]);
}
