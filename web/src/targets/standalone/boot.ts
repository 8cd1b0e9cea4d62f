// The one script that is plain text in the page. It unpacks the others: workers get an address, which addresses.ts
// finds on the element that contained them; the app runs at once. The page's policy allows both by their hashes.
import { notStarted } from "./strings";
import { inflate, packed, packedNames } from "./inline-assets";
import { reportError } from "../../base/report-error";

const policy = window.trustedTypes?.createPolicy("unspool-page", { createScript: (code) => code });

async function start(): Promise<void> {
  part(packedNames.page); // the last part, which is missing from a truncated page
  const [code] = await Promise.all([
    unpacked(packedNames.app).then((file) => file.text()),
    ...[packedNames.parserWorker, packedNames.renderWorker].map(async (name) => {
      storeUrl(name, new Blob([await unpacked(name)], { type: "text/javascript" }));
    }),
  ]);
  storeUrl(packedNames.wasm, part(packedNames.wasm));
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = policy?.createScript(code) ?? code;
  document.head.append(script);
  script.remove();
}

function part(name: string): Blob {
  const file = packed(name);
  if (file === undefined) throw new Error(name);
  return file;
}

async function unpacked(name: string): Promise<Blob> {
  return inflate(part(name));
}

function storeUrl(name: string, file: Blob): void {
  const element = document.getElementById(name);
  if (element !== null) element.dataset.address = URL.createObjectURL(file);
}

start().catch((error: unknown) => {
  reportError(error);
  document
    .querySelector("unspool-app")
    ?.replaceChildren(notStarted(error instanceof Error ? error.message : String(error)));
});
