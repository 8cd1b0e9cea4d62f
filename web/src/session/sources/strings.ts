import { count, number } from "../../base/format";

export const strings = {
  noAddress: "it is not the address of a file",
  looked: (files: number, entries: number) =>
    `Scanning the folder: ${count(files, "file")} found, ${number(entries)} checked`,
  leftOut: {
    files: "There are more than 50,000 possible session files. The rest were skipped.",
    entries: "There are more than 500,000 files and folders. The rest were skipped.",
    deep: "Folders more than 24 levels deep were skipped.",
    unread: "Some files or folders could not be read and were skipped.",
  },
  archive: (name: string) => `Archives in folders were skipped, such as ${name}: drop them by themselves.`,
  slow: (host: string, seconds: number) => `${host} sent nothing for ${seconds} seconds. Try again later.`,
  tooSlow: (host: string) => `${host} sends too slowly, or without end. Try again later, or download the file.`,
  inflates: "Its data expands to more than 200 times its size, which no transcript does.",
  cut: (host: string, size: string) => `The connection to ${host} was lost after ${size}. Try again later.`,
  damaged: "The response could not be unpacked: its gzip data is damaged or has several parts.",
  tooLarge: (size: string) =>
    `It is larger than ${size}. Download it and open it from disk, where size does not matter.`,
  page: (file: string) => `it is a page about the file; the file itself is at ${file}`,
  offline: "This device is offline.",
  mixed: "A page served over https can't load from http. Use an address that begins with https.",
  blocked: (host: string) =>
    `${host} did not respond, or does not let other sites read this file: it must send the header ` +
    `“Access-Control-Allow-Origin: *”. Raw files on GitHub and Gist and datasets on Hugging Face can be read anywhere.`,
} as const;
