import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem, toFileError } from "@skillwright/core/node";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import type { Io } from "../io.ts";

/** A secret that the user has stored for an address. */
export type Login = {
  /** Addresses below it get the secret. */
  readonly url: string;
  readonly token: string;
  /** With a user, the token is a password. */
  readonly user?: string;
  /** The hub of `hub:` sources. */
  readonly isHub?: true;
};

export function loginsFile(io: Pick<Io, "place">): string {
  return `${io.place.dataFolder}/logins.json`;
}

/** A damaged file is an error: its owner would otherwise wonder why a login does not work. */
export function readLogins(io: Pick<Io, "place">): readonly Login[] {
  const path = loginsFile(io);
  const fs = createNodeFileSystem();
  if (fs.stat(path) === undefined) return [];
  const { bytes } = fs.read(path, maxBytes);
  const content = parseJson(new TextDecoder().decode(bytes));
  const logins = isJsonObject(content) ? content.logins : undefined;
  if (!Array.isArray(logins) || !logins.every(isLogin))
    throw new SkillError("state-unreadable", { path, reason: "it is not a list of logins" });
  return logins;
}

const maxBytes = 1_048_576;

function isLogin(value: unknown): value is Login {
  if (!isJsonObject(value) || typeof value.url !== "string" || typeof value.token !== "string") return false;
  return URL.canParse(value.url) && (value.user === undefined || typeof value.user === "string");
}

/** Only the user can read the file, from its first byte on. */
export function writeLogins(io: Pick<Io, "place">, logins: readonly Login[]): void {
  const path = loginsFile(io);
  const temporary = `${path}.new`;
  const sorted = logins.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  try {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(temporary, { force: true });
    writeFileSync(temporary, `${JSON.stringify({ version: 1, logins: sorted }, undefined, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (error) {
    throw toFileError(path, error);
  }
}
