import { createHash, timingSafeEqual } from "node:crypto";
import { SkillError } from "@skillwright/core";
import type { AccessToken } from "./http-options.ts";
import { httpLimits } from "./limits.ts";

/** Finds the user whose token an `Authorization` header holds. */
export type FindUser = (authorization: string | undefined) => string | undefined;

/** Throws `option-invalid` if a token is guessable, cannot be sent, or is shared by two users. */
export function createTokenCheck(tokens: readonly AccessToken[]): FindUser {
  for (const token of tokens) checkToken(token);
  const known = tokens.map(({ user, secret }) => ({ user, hash: hashOf(secret) }));
  requireToken(known.length > 0, "at least one is required");
  requireToken(new Set(tokens.map(({ secret }) => secret)).size === tokens.length, "each must be different");
  return (authorization) => {
    const sent = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1];
    if (sent === undefined) return undefined;
    const hash = hashOf(sent);
    // Hashes have equal lengths, and all are compared, so timing reveals nothing about a secret.
    return known.filter((token) => timingSafeEqual(token.hash, hash))[0]?.user;
  };
}

function checkToken({ user, secret }: AccessToken): void {
  const isUsable = user !== "" && user.length <= httpLimits.httpUserCharacters && user.isWellFormed();
  requireToken(isUsable, `the name of a user has 1 to ${httpLimits.httpUserCharacters} characters`);
  const { httpTokenCharactersMin: min, httpTokenCharacters: max } = httpLimits;
  const isSendable = secret.length >= min && secret.length <= max && /^[\x21-\x7e]+$/.test(secret);
  requireToken(isSendable, `a secret has ${min} to ${max} visible ASCII characters and no spaces`);
}

function requireToken(holds: boolean, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name: "tokens", reason });
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
