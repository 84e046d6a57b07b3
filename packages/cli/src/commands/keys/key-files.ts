import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem, toFileError } from "@skillwright/core/node";
import { suggest } from "@skillwright/core/text";
import { isEncryptedKey, type NewKey, readPublicKey } from "@skillwright/packaging";
import { UsageError } from "../../command.ts";
import { readTextFile } from "../../input/read-files.ts";
import type { Io } from "../../io.ts";

/** A key of this user: two files, of which only the public one is ever shown. */
export type StoredKey = {
  readonly name: string;
  /** `key:ID`, as policies name it. */
  readonly key: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
  /** The file of the private key. */
  readonly file: string;
  readonly isEncrypted: boolean;
};

export function listKeys(io: Pick<Io, "place">): readonly StoredKey[] {
  return keyNames(io).map((name) => readKey(io, name));
}

function keyNames(io: Pick<Io, "place">): readonly string[] {
  const folder = keysFolder(io);
  const fs = createNodeFileSystem();
  if (fs.stat(folder) === undefined) return [];
  return fs.list(folder).flatMap(({ name }) => /^([a-z0-9-]+)\.pub\.pem$/.exec(name)?.[1] ?? []);
}

export function readKey(io: Pick<Io, "place">, name: string): StoredKey {
  const file = privateFile(io, name);
  const publicFile = file.replace(/\.pem$/, ".pub.pem");
  if (createNodeFileSystem().stat(publicFile) === undefined)
    throw new UsageError(`there is no key '${name}'.${keyHint(io, name)}`);
  const publicKey = readTextFile(publicFile, maxBytes);
  const id = readPublicKey(publicKey, name);
  return { name, key: `key:${id}`, publicKey, file, isEncrypted: isEncryptedKey(readPrivatePem(file, name)) };
}

function keyHint(io: Pick<Io, "place">, name: string): string {
  const near = suggest(name, keyNames(io));
  return near === undefined ? ` Create it with \`skillwright keys new ${name}\`.` : ` Did you mean ${near}?`;
}

/** The text of a private key. It must never reach an output. */
export function readPrivatePem(file: string, name: string): string {
  if (createNodeFileSystem().stat(file) === undefined)
    throw new SkillError("key-unusable", { name, reason: "the file of its private key is missing" });
  return readTextFile(file, maxBytes);
}

const maxBytes = 16_384;

/** Only the user can read the private key, from its first byte on. A key is never replaced: what it signed would lose its signer. */
export function writeKey(io: Pick<Io, "place">, name: string, { privateKey, publicKey }: NewKey): void {
  const file = privateFile(io, name);
  const publicFile = file.replace(/\.pem$/, ".pub.pem");
  const fs = createNodeFileSystem();
  if (fs.stat(file) !== undefined || fs.stat(publicFile) !== undefined)
    throw new UsageError(`there is already a key '${name}'. Choose another name, or remove ${file} first.`);
  try {
    mkdirSync(keysFolder(io), { recursive: true, mode: 0o700 });
    writeFileSync(file, privateKey, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw toFileError(file, error);
  }
  try {
    writeFileSync(publicFile, publicKey, { mode: 0o644, flag: "wx" });
  } catch (error) {
    rmSync(file, { force: true });
    throw toFileError(publicFile, error);
  }
}

function keysFolder({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/keys`;
}

function privateFile(io: Pick<Io, "place">, name: string): string {
  // Windows reserves some names whatever follows the dot.
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name))
    throw new UsageError("NAME must be up to 64 lower-case letters, digits and hyphens.");
  return `${keysFolder(io)}/${name}.pem`;
}
