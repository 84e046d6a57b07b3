import type { FileSystem } from "@skillwright/core";
import type { CheckLocked } from "@skillwright/core/installed";
import type { InstallRules } from "@skillwright/core/policy";
import type { SignatureStore } from "../apply/signature-store.ts";
import type { LockedSkill } from "../lock/lock.ts";
import { findBlock } from "../policy/check-install.ts";
import { type KeptSignatures, openTrustRoot, verifyKept } from "../sign/kept-signature.ts";

/** What policies have against an installed skill, whatever its files. */
export type LockedProblem = { readonly status: "revoked" | "unsigned"; readonly reason: string };

type CheckedLock = Pick<LockedSkill, "name" | "skill" | "version" | "digest" | "source">;

/** Whether policies block a locked skill, or require a signature that it does not have here. Works offline. */
export async function findLockedProblem(
  locked: CheckedLock,
  kept: KeptSignatures,
): Promise<LockedProblem | undefined> {
  const block = findBlock(locked, kept.rules);
  if (block !== undefined) return { status: "revoked", reason: block };
  if (!kept.rules.some(({ requireSignature }) => requireSignature)) return undefined;
  const verified = await verifyKept(locked, kept);
  return "reason" in verified ? { status: "unsigned", reason: verified.reason } : undefined;
}

/** The check that sessions and hooks need for `verifyAtActivation`. Reads the trust root once, and only when it is needed. */
export function createLockedCheck(
  rules: readonly InstallRules[],
  { fs, signatures }: { readonly fs: FileSystem; readonly signatures: SignatureStore },
): CheckLocked {
  let kept: KeptSignatures | undefined;
  return async (locked) => {
    kept ??= { signatures, rules, trustRoot: openTrustRoot(rules, fs) };
    return (await findLockedProblem(locked, kept))?.reason;
  };
}
