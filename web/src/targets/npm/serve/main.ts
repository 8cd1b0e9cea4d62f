#!/usr/bin/env node
// The command of the npm package: npx unspool [PATH…].
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { mayOpenBrowser, openBrowser } from "./browser";
import { isLoopback } from "./guard";
import { CommandError } from "./command-error";
import { openRoots } from "./roots";
import { Server } from "./server";
import { Viewer } from "./viewer";

const HELP = `usage: unspool [flags] [PATH…]

Shows sessions in the browser, and follows them live. A PATH is a session file,
or a folder or archive (zip, tar, gzip) with sessions; an archive is unpacked at
the start. Without one, these are all sessions of Claude Code: those in
projects/ below $CLAUDE_CONFIG_DIR or, if that is not set, below ~/.claude and
~/.config/claude. The server can be reached from this machine only,
and only by those who know the address that it prints. It ends with Ctrl C.

flags:
  --addr HOST:PORT  loopback address (default 127.0.0.1:8677); a free port is
                    used if this one is taken
  --no-browser      open no browser, as with BROWSER=none in the environment
  --no-open         the same
  --version         print the version
  -h, --help        print this help

exit codes:
  0  the server was ended by the user
  1  nothing could be served
  2  the command line was invalid
`;

const PACKAGE = new URL("../", import.meta.url);

/** An error about the command line. */
class UsageError extends CommandError {}

interface Options {
  readonly host: string;
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly paths: readonly string[];
}

/** Parses the command line; undefined if it was answered. */
async function parse(args: readonly string[]): Promise<Options | undefined> {
  const { values, positionals } = parseFlags(args);
  if (values.help) process.stdout.write(HELP);
  else if (values.version) process.stdout.write(`unspool ${await version()}\n`);
  if (values.help || values.version) return undefined;
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(String(values.addr)) ?? [];
  if (!isLoopback(host) || Number(port) > 65_535) {
    throw new UsageError("--addr: only a loopback address such as 127.0.0.1:8677 is served");
  }
  const opensBrowser = !values["no-browser"] && !values["no-open"] && mayOpenBrowser(process.platform, process.env);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port), opensBrowser, paths: positionals };
}

function parseFlags(args: readonly string[]): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        addr: { type: "string", default: "127.0.0.1:8677" },
        "no-browser": { type: "boolean" },
        "no-open": { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(new TextDecoder().decode(await readFile(new URL("package.json", PACKAGE))));
  const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isManifest ? String(manifest.version) : "unknown";
}

/** Returns the folders in which Claude Code stores sessions. Other folders there contain settings and credentials. */
async function defaultPaths(): Promise<string[]> {
  const configured = process.env.CLAUDE_CONFIG_DIR;
  const roots = configured ? [configured] : [join(homedir(), ".claude"), join(homedir(), ".config", "claude")];
  const found = new Map<number, string>(); // by inode: one may link to the other
  for (const root of roots) {
    const path = join(root, "projects");
    const info = await stat(path).catch(undefinedUnlessNoFile);
    if (info?.isDirectory() && !found.has(info.ino)) found.set(info.ino, path);
  }
  if (found.size === 0) throw new CommandError("found no sessions of Claude Code in ~/.claude/projects: name a folder");
  return [...found.values()];
}

function undefinedUnlessNoFile(error: unknown): undefined {
  if (!(error instanceof Error && "syscall" in error)) throw error;
}

function report(error: unknown): void {
  // Errors of the system name the file; those of the program need their stack.
  const isForUser = error instanceof CommandError || (error instanceof Error && "syscall" in error);
  const text = error instanceof Error ? ((isForUser ? undefined : error.stack) ?? error.message) : String(error);
  process.stderr.write(`unspool: ${text}\n`);
}

/** Waits until the user ends the command. A second signal ends it at once. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      process.off("SIGINT", end);
      process.off("SIGTERM", end);
      resolve();
    };
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
  });
}

async function main(): Promise<void> {
  const options = await parse(process.argv.slice(2));
  if (options === undefined) return;
  const paths = options.paths.length > 0 ? options.paths : await defaultPaths();
  const roots = await openRoots(paths);
  const server = new Server(await Viewer.open(PACKAGE), roots, report);
  const end = interrupted();
  const host = await server.listen(options.host, options.port);
  process.stderr.write(`unspool: serving ${paths.join(", ")} until Ctrl C\n`);
  process.stdout.write(`http://${host}${server.path}\n`);
  if (options.opensBrowser && !(await openBrowser(process.platform, `http://${host}${server.ticketPath}`))) {
    process.stderr.write("unspool: found no program that opens a browser; open the address yourself\n");
  }
  for (const omission of await roots.omissions()) process.stderr.write(`unspool: ${omission}\n`);
  await end;
  await server.stop();
}

try {
  await main();
} catch (error) {
  report(error);
  if (error instanceof UsageError) process.stderr.write("Run with --help for help.\n");
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
