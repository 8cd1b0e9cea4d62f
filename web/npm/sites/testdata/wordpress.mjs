// Serves a folder with WordPress through PHP that is compiled to WebAssembly.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createNodeFsMountHandler, loadNodeRuntime } from "@php-wasm/node";
import { PHP } from "@php-wasm/universal";

const [site, assets] = process.argv.slice(2); // the build has the styles and scripts in a second folder
const types = { ".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2" };

const php = new PHP(await loadNodeRuntime("8.3"));
php.mkdir("/wordpress");
await php.mount("/wordpress", createNodeFsMountHandler(site));

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const type = types[extname(pathname)];
  if (type !== undefined) {
    response.writeHead(200, { "content-type": type }).end(await readFile(join(assets, pathname)));
    return;
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const script = pathname.endsWith("/") ? `${pathname}index.php` : pathname;
  const result = await php.run({
    scriptPath: `/wordpress${script}`,
    relativeUri: request.url,
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
    $_SERVER: { SCRIPT_NAME: script, PHP_SELF: script, REMOTE_ADDR: "127.0.0.1" },
  });
  response.writeHead(result.httpStatusCode, result.headers).end(Buffer.from(result.bytes));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(request.url, error);
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
