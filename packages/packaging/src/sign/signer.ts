import { compileGlob } from "@skillwright/core/text";

/** Whose signatures count. If both lists are absent, every valid signature does. */
export type TrustedSigners = {
  /** Public keys, as `key:ID`. */
  readonly keys?: readonly string[] | undefined;
  /** Patterns; see `isTrustedSigner`. */
  readonly identities?: readonly string[] | undefined;
};

/** Somebody whom an OpenID issuer has identified: a person's address, or the address of a workflow. */
export type Identity = { readonly subject: string; readonly issuer: string };

/** How signers are written in locks and policies: `SUBJECT (ISSUER)`. Undefined if that could be read in two ways. */
export function formatIdentity({ subject, issuer }: Identity): string | undefined {
  return /^[^\s\p{C}()]+$/u.test(subject) && isIssuer(issuer) ? `${subject} (${issuer})` : undefined;
}

/**
 * Whether the text of a signer is one of the trusted ones. An identity matches as a whole: `*` stands for anything but `/`, `**` for any
 * parts. Its issuer must be the one of the pattern, since another one may give the same name to somebody else. It may be left
 * out where the subject is a workflow of GitHub or GitLab.
 */
export function isTrustedSigner(signer: string, { keys, identities }: TrustedSigners): boolean {
  if (keys === undefined && identities === undefined) return true;
  if (signer.startsWith("key:"))
    return (keys ?? []).some((key) => `key:${key.replace(/^key:/, "")}` === signer);
  const found = readIdentity(signer);
  if (found === undefined) return false;
  return (identities ?? []).some((pattern) => {
    const wanted = readIdentity(pattern);
    return wanted?.issuer === found.issuer && matchesSubject(wanted.subject, found.subject);
  });
}

function readIdentity(text: string): Identity | undefined {
  const [, subject = "", issuer = ""] = /^([^\s()]+) \(([^\s()]+)\)$/.exec(text) ?? [];
  if (isIssuer(issuer)) return { subject, issuer };
  const known = knownIssuers.find(({ start }) => text.startsWith(start));
  return known && !/[\s()]/.test(text) ? { subject: text, issuer: known.issuer } : undefined;
}

const knownIssuers = [
  { start: "https://github.com/", issuer: "https://token.actions.githubusercontent.com" },
  { start: "https://gitlab.com/", issuer: "https://gitlab.com" },
];

function isIssuer(text: string): boolean {
  return /^https:\/\/[^\s\p{C}()]+$/u.test(text);
}

function matchesSubject(pattern: string, subject: string): boolean {
  // Globs ignore empty parts of a pattern, such as the one between the slashes of `https://`.
  if (subject.split("/").some((part) => part === ".." || part === ".")) return false;
  return compileGlob(pattern, { whole: true })(subject.replace("://", ":/"));
}
