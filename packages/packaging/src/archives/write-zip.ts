import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { type FileTree, linkTargetOf, type TreeEntry } from "../tree/file-tree.ts";

export type ZipWriteOptions = {
  /** The time of every entry, in seconds since 1970; 1980, the earliest that the format has, by default. */
  readonly time?: number;
};

/**
 * A zip archive whose bytes depend on the tree and the time alone. The headers are written here: fflate's own writer uses the time zone
 * of the machine, sorts names that are numbers first and drops a file named `__proto__`.
 */
export function writeZip({ entries }: FileTree, { time = 0 }: ZipWriteOptions = {}): Uint8Array {
  const stamp = dosTime(time);
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const member = toMember(entry, stamp);
    const local = Buffer.concat([localSignature, member.fields, member.name, member.compressed]);
    contents.push(local);
    directory.push(directoryRecord(member, offset), member.name);
    offset += local.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...contents, ...directory, endRecord(entries.length, { size, offset })]);
}

const localSignature = Buffer.from("PK\x03\x04", "latin1");

type Member = {
  readonly name: Buffer;
  /** What both headers say about the content. */
  readonly fields: Buffer;
  readonly compressed: Uint8Array;
  readonly mode: number;
};

function toMember(entry: TreeEntry, stamp: number): Member {
  const name = Buffer.from(entry.path);
  const bytes = "linksTo" in entry ? Buffer.from(linkTargetOf(entry)) : entry.bytes;
  const deflated = deflateSync(bytes, { level: 9 });
  const isSmaller = deflated.length < bytes.length;
  const compressed = isSmaller ? deflated : bytes;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // Names are UTF-8.
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt16LE(isSmaller ? 8 : 0, 4);
  fields.writeUInt32LE(stamp, 6);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(compressed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return { name, fields, compressed, mode: modeOf(entry) };
}

function modeOf(entry: TreeEntry): number {
  if ("linksTo" in entry) return 0o120777;
  return entry.executable ? 0o100755 : 0o100644;
}

function directoryRecord({ fields, mode }: Member, offset: number): Buffer {
  const record = Buffer.alloc(46);
  record.write("PK\x01\x02", "latin1");
  // Made on Unix, so that modes count.
  record.writeUInt16LE((3 << 8) | 20, 4);
  fields.copy(record, 6);
  record.writeUInt32LE((mode << 16) >>> 0, 38);
  record.writeUInt32LE(offset, 42);
  return record;
}

function endRecord(
  count: number,
  { size, offset }: { readonly size: number; readonly offset: number },
): Buffer {
  const record = Buffer.alloc(22);
  record.write("PK\x05\x06", "latin1");
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** The format's date and time, without a time zone. */
function dosTime(seconds: number): number {
  const date = new Date(Math.min(Math.max(seconds, earliest), latest) * 1000);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

const earliest = Date.UTC(1980, 0, 1) / 1000;
const latest = Date.UTC(2107, 11, 31, 23, 59, 58) / 1000;
