import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reports whether a browser can be expected to open: not in continuous integration, and not without a screen. */
export function mayOpenBrowser(system: string, env: Environment): boolean {
  if (env.CI || env.BROWSER === "none") return false;
  if (system === "darwin" || system === "win32") return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

function commands(system: string, url: string): (readonly [string, ...string[]])[] {
  if (system === "darwin") return [["open", url]];
  if (system === "win32") return [["rundll32", "url.dll,FileProtocolHandler", url]];
  return [
    ["wslview", url],
    ["xdg-open", url],
  ];
}

/** Opens an address in the user's browser. Returns whether there is a program for it. */
export async function openBrowser(system: string, url: string): Promise<boolean> {
  for (const [program, ...args] of commands(system, url)) if (await starts(program, args)) return true;
  return false;
}

function starts(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const started = spawn(program, args, { detached: true, stdio: "ignore" });
    started.on("error", () => resolve(false));
    started.on("spawn", () => resolve(true));
    started.unref(); // some of these programs end only with the browser
  });
}
