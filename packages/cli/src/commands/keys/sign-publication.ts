import { digestTree, type Publication, readPrivateKey, signDigest } from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { readPrivatePem, type StoredKey } from "./key-files.ts";

export type SigningCall = { readonly invocation: Invocation; readonly io: Io };

export type SignedPublication = {
  /** `key:ID`. */
  readonly signer: string;
  readonly digest: string;
  /** A Sigstore bundle, as JSON text. */
  readonly bundle: string;
};

/** Signs a skill with a key of the user, and asks for its passphrase if it has one. */
export async function signPublication(
  { name, file, isEncrypted }: StoredKey,
  skill: Publication,
  { invocation, io }: SigningCall,
): Promise<SignedPublication> {
  const passphrase = isEncrypted ? await readPassphrase(invocation, io) : undefined;
  const key = readPrivateKey(readPrivatePem(file, name), name, passphrase);
  const digest = digestTree(skill.tree);
  return { signer: `key:${key.id}`, digest, bundle: signDigest({ ...skill, digest }, key) };
}

const maxPassphrase = 1024;

export async function readPassphrase(invocation: Invocation, io: Io): Promise<string> {
  const text = invocation.flag("passphrase-stdin")
    ? new TextDecoder().decode(await io.readInput(maxPassphrase))
    : await io.askSecret("Passphrase (not shown while you type): ");
  if (text === undefined)
    throw new UsageError(
      io.terminal.piped
        ? "no terminal to ask for the passphrase. Pass --passphrase-stdin."
        : "no passphrase was entered, so nothing was changed.",
    );
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase === "" || passphrase.length > maxPassphrase || /[\r\n\0]/.test(passphrase))
    throw new UsageError(`the passphrase must be one line of 1 to ${maxPassphrase} characters.`);
  return passphrase;
}
