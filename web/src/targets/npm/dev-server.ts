// The development server of Vite before version 8. It bundles packages in advance, into a folder of its cache, and does
// not put the assets beside it.

/** Returns the address at which an asset is served, from the one that the code has for it. */
export function found(url: string): string {
  return url.replace(
    /\/(?:node_modules\/\.vite|\.vitepress\/cache)\/assets\/(?=[^/]+$)/,
    "/node_modules/unspool/assets/",
  );
}

/** For projects in which the package is elsewhere, such as those of VitePress below the folder with the packages. */
export const missingHelp = /\/deps\/[^/]+$/.test(import.meta.url)
  ? ' With Vite, add optimizeDeps: { exclude: ["unspool"] } to its configuration.'
  : "";
