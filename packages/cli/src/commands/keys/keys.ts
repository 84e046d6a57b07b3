import { loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { createKey, readFolder, readPublication } from "@skillwright/packaging";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { listKeys, readKey, type StoredKey, writeKey } from "./key-files.ts";
import { readPassphrase, type SigningCall, signPublication } from "./sign-publication.ts";

/** Creates, lists and exports keys, and signs skills with them. */
export const keysCommand: Command = {
  name: "keys",
  usage: "new|list|export|sign [NAME] [PATH] [options]",
  flags: {
    passphrase: { type: "boolean", help: "new: ask for a passphrase that encrypts the private key." },
    "passphrase-stdin": { type: "boolean", help: "new and sign: read the passphrase from standard input." },
    release: {
      type: "string",
      value: "VERSION",
      help: "sign: version; default: metadata.version of the SKILL.md.",
    },
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `new writes an Ed25519 key pair into your data folder; only you can read the private key, and no command prints it. list shows the
ids that the policy field install.trustedKeys takes. export prints a public key in PEM. sign prints a Sigstore bundle for the skill
at PATH (default: the current folder), for \`skillwright publish --signature\`, or for ARCHIVE.sigstore.json beside an archive; it is valid for this name, version and content only.`,
  examples: [
    "skillwright keys new release --passphrase",
    "skillwright keys list",
    "skillwright keys export release > release.pub.pem",
    "skillwright keys sign release ./pdf --release 1.2.3 > pdf.sigstore.json",
  ],
  async run(invocation, io) {
    const [action = "list", name, path, ...rest] = invocation.positionals;
    const most = argumentCounts.get(action);
    if (most === undefined) throw new UsageError("expected new, list, export or sign.");
    if ([name, path, ...rest].filter((word) => word !== undefined).length > most)
      throw new UsageError(`too many arguments for ${action}.`);
    if (action === "list") return show(listKeys(io), invocation, io);
    if (name === undefined) throw new UsageError(`${action} needs the NAME of a key.`);
    if (action === "sign") return signSkill(readKey(io, name), path ?? ".", { invocation, io });
    if (action === "new") {
      writeKey(io, name, createKey(await readNewPassphrase(invocation, io)));
      return show([readKey(io, name)], invocation, io);
    }
    const key = readKey(io, name);
    if (invocation.flag("json")) return show([key], invocation, io);
    await io.out(key.publicKey);
    return exitCode.ok;
  },
};

/** The most arguments of each action. */
const argumentCounts = new Map([
  ["new", 1],
  ["list", 0],
  ["export", 1],
  ["sign", 2],
]);

async function show(keys: readonly StoredKey[], invocation: Invocation, io: Io): Promise<number> {
  if (invocation.flag("json")) {
    const rows = keys.map(({ isEncrypted, ...row }) => ({ ...row, encrypted: isEncrypted }));
    await io.out(`${safeJson({ version: 1, keys: rows }, 2)}\n`);
    return exitCode.ok;
  }
  const lines = keys.map(
    ({ name, key, isEncrypted }) => `${name}  ${key}${isEncrypted ? "  (passphrase)" : ""}`,
  );
  await io.out(lines.length === 0 ? "You have no keys.\n" : `${lines.join("\n")}\n`);
  return exitCode.ok;
}

async function signSkill(stored: StoredKey, path: string, { invocation, io }: SigningCall): Promise<number> {
  const fs = createNodeFileSystem();
  const [found, ...others] = loadSkills(fs, [absolutePath(path, io.cwd, io.place.home)], io.place);
  if (found === undefined || others.length > 0) throw new UsageError("PATH must be one skill.");
  const { directory } = found;
  const version = invocation.option("release");
  const skill = readPublication(readFolder(fs, directory).tree, directory, { version });
  const { signer, bundle, digest } = await signPublication(stored, skill, { invocation, io });
  const statement = { name: skill.name, version: skill.version ?? null, digest };
  const report = { version: 1, signer, statement, bundle };
  await io.out(invocation.flag("json") ? `${safeJson(report, 2)}\n` : bundle);
  return exitCode.ok;
}

/** Undefined for a key without a passphrase. */
async function readNewPassphrase(invocation: Invocation, io: Io): Promise<string | undefined> {
  const isAsked = invocation.flag("passphrase") || invocation.flag("passphrase-stdin");
  return isAsked ? readPassphrase(invocation, io) : undefined;
}
