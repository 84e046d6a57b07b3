import { crc32, deflateRawSync } from "node:zlib";
import type { FileTree, TreeEntry } from "../tree/file-tree.ts";

/** One entry of a tar archive, with any lie that a test wants to tell. */
export type TarPart = {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** As in the header: `0` a file, `1` a hard link, `2` a symbolic link, `3` to `6` devices, folders and pipes. */
  readonly type?: string;
  readonly mode?: number;
  readonly target?: string;
  /** Bytes of the size field, if not the size of the content. */
  readonly size?: string | Uint8Array;
  readonly checksum?: number;
};

/** A tar archive, byte by byte. */
export function buildTar(parts: readonly TarPart[], { end = true }: { readonly end?: boolean } = {}): Buffer {
  return Buffer.concat([...parts.flatMap(tarBlocks), Buffer.alloc(end ? 1024 : 0)]);
}

function tarBlocks(part: TarPart): readonly Uint8Array[] {
  const { path, type = "0", mode = 0o644, target = "", checksum } = part;
  const content = Buffer.from(part.content ?? "");
  const head = Buffer.alloc(512);
  head.write(path, 0, 100, "utf8");
  head.write(mode.toString(8).padStart(7, "0"), 100);
  head.write("0000000\x000000000", 108);
  head.set(Buffer.from(part.size ?? content.length.toString(8).padStart(11, "0")), 124);
  head.write("00000000000", 136);
  head.write("        ", 148);
  head.write(type, 156);
  head.write(target, 157, 100, "utf8");
  head.write("ustar\x0000", 257);
  const sum = checksum ?? head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

/** A pax header for the next entry. */
export function pax(fields: Readonly<Record<string, string>>, type = "x"): TarPart {
  const records = Object.entries(fields).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const length = [1, 2, 3, 4, 5, 6]
      .map((digits) => rest + digits)
      .find((all) => String(all).length === all - rest);
    return `${length} ${key}=${value}\n`;
  });
  return { path: "PaxHeader", type, content: records.join("") };
}

/** One entry of a zip archive, with any lie that a test wants to tell. */
export type ZipPart = {
  readonly path: string;
  readonly rawPath?: Uint8Array;
  readonly content?: string | Uint8Array;
  /** 0 stored (default), 8 deflated. */
  readonly method?: number;
  /** With the kind of the file; 0 for an archive made on Windows. */
  readonly mode?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly crc?: number;
  readonly extra?: Uint8Array;
  /** What the header before the content says instead. */
  readonly local?: Partial<Pick<ZipPart, "path" | "size" | "crc" | "flags" | "method" | "extra">>;
  /** Where the directory says that the header before the content is. */
  readonly offset?: number;
};

export type ZipLies = {
  readonly count?: number;
  readonly comment?: string;
  readonly directoryOffset?: number;
};

/** A zip archive, byte by byte. */
export function buildZip(parts: readonly ZipPart[], lies: ZipLies = {}): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const raw = Buffer.from(part.content ?? "");
    const data = part.method === 8 ? deflateRawSync(raw) : raw;
    const local = Buffer.concat([zipHeader({ ...part, ...part.local }, "PK\x03\x04"), data]);
    contents.push(local);
    directory.push(zipHeader(part, "PK\x01\x02", part.offset ?? at));
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE((lies.count ?? parts.length) & 0xffff, 8);
  end.writeUInt16LE((lies.count ?? parts.length) & 0xffff, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(lies.directoryOffset ?? at, 16);
  end.writeUInt16LE(lies.comment?.length ?? 0, 20);
  return Buffer.concat([...contents, list, end, Buffer.from(lies.comment ?? "")]);
}

function zipHeader(part: ZipPart, signature: string, offset?: number): Buffer {
  const raw = Buffer.from(part.content ?? "");
  const data = part.method === 8 ? deflateRawSync(raw) : raw;
  const name = Buffer.from(part.rawPath ?? part.path);
  const extra = Buffer.from(part.extra ?? []);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(part.flags ?? 0x800, 2);
  fields.writeUInt16LE(part.method ?? 0, 4);
  fields.writeUInt32LE(0x21 << 16, 6);
  fields.writeUInt32LE(part.crc ?? crc32(raw), 10);
  fields.writeUInt32LE(part.compressedSize ?? data.length, 14);
  fields.writeUInt32LE(part.size ?? raw.length, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(extra.length, 24);
  if (offset === undefined) return Buffer.concat([Buffer.from(signature, "latin1"), fields, name, extra]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from(signature, "latin1"), Buffer.from([20, 3]), fields, rest, name, extra]);
}

/** A tree as text, for comparisons: content, `*` for a program, `-> target` for a link. */
export function showTree({ entries }: FileTree): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.map((entry) => [entry.path, showEntry(entry)]));
}

function showEntry(entry: TreeEntry): string {
  if ("linksTo" in entry) return `-> ${entry.linksTo}`;
  return `${Buffer.from(entry.bytes).toString()}${entry.executable ? "*" : ""}`;
}

/** A file of a tree. */
export function treeFile(path: string, content = "", executable = false): TreeEntry {
  return { path, bytes: Buffer.from(content), executable };
}
