import { gzipSync } from "fflate";
import { type FileTree, linkTargetOf, type TreeEntry } from "../tree/file-tree.ts";

export type TarOptions = {
  /** The time of every entry, in seconds since 1970; 0 by default. */
  readonly time?: number;
};

/**
 * A tar archive whose bytes depend on the tree and the options alone: entries sorted, no owners, modes 644 and 755. Paths that the
 * ustar header has no room for get a pax header.
 */
export function writeTar({ entries }: FileTree, { time = 0 }: TarOptions = {}): Uint8Array {
  return Buffer.concat([...entries.flatMap((entry) => toBlocks(entry, time)), Buffer.alloc(2 * blockBytes)]);
}

/** The same, compressed by code that gives the same bytes on every processor and version of Node. */
export function writeTarGz(tree: FileTree, options: TarOptions = {}): Uint8Array {
  return gzipSync(writeTar(tree, options), { level: 9, mtime: (options.time ?? 0) * 1000 });
}

const blockBytes = 512;

function toBlocks(entry: TreeEntry, time: number): readonly Uint8Array[] {
  const { path } = entry;
  const linkName = "linksTo" in entry ? linkTargetOf(entry) : "";
  const bytes = "bytes" in entry ? entry.bytes : new Uint8Array();
  const pax = paxRecords(path, linkName);
  return [
    ...(pax.length === 0 ? [] : withContent(header({ path: "PaxHeader", type: "x", time }, pax.length), pax)),
    ...withContent(
      header(
        {
          path: fits(path, pathBytes) ? path : "PaxPath",
          linkName: fits(linkName, pathBytes) ? linkName : "PaxPath",
          type: "linksTo" in entry ? "2" : "0",
          mode: modeOf(entry),
          time,
        },
        bytes.length,
      ),
      bytes,
    ),
  ];
}

function modeOf(entry: TreeEntry): number {
  if ("linksTo" in entry) return 0o777;
  return entry.executable ? 0o755 : 0o644;
}

/** The name field of a header; the prefix field is not used, since pax headers do the same for every length. */
const pathBytes = 100;

function fits(text: string, room: number): boolean {
  return /^[\x20-\x7e]*$/.test(text) && text.length <= room;
}

function paxRecords(path: string, linkName: string): Uint8Array {
  const records = [
    ...(fits(path, pathBytes) ? [] : [paxRecord("path", path)]),
    ...(fits(linkName, pathBytes) ? [] : [paxRecord("linkpath", linkName)]),
  ];
  return Buffer.from(records.join(""));
}

/** `LENGTH KEY=VALUE\n`, where LENGTH counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  const digits = String(rest + String(rest).length).length;
  return `${rest + digits} ${key}=${value}\n`;
}

type HeaderFields = {
  readonly path: string;
  readonly type: string;
  readonly time: number;
  readonly mode?: number;
  readonly linkName?: string;
};

function header({ path, type, time, mode = 0o644, linkName = "" }: HeaderFields, size: number): Uint8Array {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number): void => {
    block.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  };
  block.write(path, 0, "latin1");
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(time, 136, 11);
  // The checksum counts itself as spaces.
  block.write("        ", 148, "latin1");
  block.write(type, 156, "latin1");
  block.write(linkName, 157, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block[154] = 0;
  return block;
}

function withContent(head: Uint8Array, content: Uint8Array): readonly Uint8Array[] {
  const rest = content.length % blockBytes;
  return [head, content, Buffer.alloc(rest === 0 ? 0 : blockBytes - rest)];
}
