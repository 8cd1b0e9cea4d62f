// The address of a script that is no module, in place of import.meta.url. It is known only while the script runs for
// the first time, and not at all if the script is inline: then the assets are relative to the page.
const { currentScript } = document;

export const scriptURL =
  currentScript instanceof HTMLScriptElement && currentScript.src !== "" ? currentScript.src : document.baseURI;
