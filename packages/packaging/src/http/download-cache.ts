import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";

/** What bytes must hash to. */
export type ByteDigest = { readonly algorithm: "sha256" | "sha512"; readonly hex: string };

/** An answer that the server may confirm instead of sending it again. */
export type CachedAnswer = {
  readonly bytes: Uint8Array;
  readonly etag?: string;
  readonly contentType?: string;
  /** Others that matter to whoever asked. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Downloads by digest, and the last answer of each address. Damaged or foreign files count as absent. */
export type DownloadCache = {
  read(digest: ByteDigest): Promise<Uint8Array | undefined>;
  write(digest: ByteDigest, bytes: Uint8Array): Promise<void>;
  /** The key may contain secrets: only its hash reaches the disk. */
  readAnswer(key: string): Promise<CachedAnswer | undefined>;
  writeAnswer(key: string, answer: CachedAnswer): Promise<void>;
};

export function createDownloadCache(folder: string): DownloadCache {
  const blobPath = ({ algorithm, hex }: ByteDigest): string =>
    `${folder}/${algorithm}/${hex.slice(0, 2)}/${hex}`;
  const answerPath = (key: string): string => `${folder}/answers/${hashOf("sha256", Buffer.from(key))}.json`;
  const read = async (digest: ByteDigest): Promise<Uint8Array | undefined> => {
    const bytes = await readIfThere(blobPath(digest));
    return bytes !== undefined && hashOf(digest.algorithm, bytes) === digest.hex ? bytes : undefined;
  };
  const write = (digest: ByteDigest, bytes: Uint8Array): Promise<void> => writeWhole(blobPath(digest), bytes);
  return {
    read,
    write,
    readAnswer: async (key) => {
      const text = await readIfThere(answerPath(key));
      const record = text && parseJson(text.toString());
      if (!isJsonObject(record) || typeof record.sha256 !== "string" || !/^[\da-f]{64}$/.test(record.sha256))
        return undefined;
      const bytes = await read({ algorithm: "sha256", hex: record.sha256 });
      if (bytes === undefined) return undefined;
      const { etag, contentType, headers } = record;
      return {
        bytes,
        ...(typeof etag === "string" && { etag }),
        ...(typeof contentType === "string" && { contentType }),
        ...(isJsonObject(headers) && { headers: textsOf(headers) }),
      };
    },
    writeAnswer: async (key, { bytes, ...kept }) => {
      const sha256 = hashOf("sha256", bytes);
      await write({ algorithm: "sha256", hex: sha256 }, bytes);
      await writeWhole(answerPath(key), Buffer.from(JSON.stringify({ sha256, ...kept })));
    },
  };
}

function textsOf(headers: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

export function hashOf(algorithm: ByteDigest["algorithm"], bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(path);
    // The least recently used ones go first; see `pruneCaches`.
    await utimes(path, new Date(), new Date()).catch(() => {});
    return bytes;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EISDIR"].includes(`${error.code}`)
  );
}

/**
 * Answers may be private, so others cannot read them. A reader sees all of a file or none of it. Where nothing can be written (a full
 * disk, a folder of another user), nothing is kept.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(temporary, bytes, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    if (!isSystemError(error)) throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
