import { type FileSystem, formatError, SkillError } from "@skillwright/core";
import type { InstallRules } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { SignatureStore } from "../apply/signature-store.ts";
import { statedNeeds } from "../dependencies/stated-needs.ts";
import { packagingLimits } from "../limits.ts";
import type { LockedSkill } from "../lock/lock.ts";
import { refuseSigner } from "../policy/check-install.ts";
import type { FileTree } from "../tree/file-tree.ts";
import { readBundle } from "./bundle.ts";
import { hashStatement, type Statement } from "./statement.ts";
import { readTrustRoot, type TrustRoot } from "./trust-root.ts";
import { type SignatureTrust, verifySignature } from "./verify-signature.ts";

/** What a lock says of a skill that its signature must say too. */
export type LockedStatement = Pick<LockedSkill, "name" | "skill" | "version" | "digest">;

/** What the signature of a locked skill is about. An alias is this machine's, so the skill's own name counts. */
export function statementOf({ name, skill, version, digest }: LockedStatement): Statement {
  return { name: skill ?? name, digest, ...compact({ version }) };
}

/** Whether a bundle was made for a statement; who made it is another question. */
function isBundleOf(bundleText: string, statement: Statement): boolean {
  const bundle = readBundle(bundleText);
  return (
    !("fault" in bundle) && bundle.messageSignature.messageDigest.digest.equals(hashStatement(statement))
  );
}

/**
 * What a signature of a skill may say. Where its source has no versions, it may be for the version that the SKILL.md states: the digest
 * covers that text, so the content is the same.
 */
export function statementsOf(statement: Statement, tree: FileTree): readonly Statement[] {
  if (statement.version !== undefined) return [statement];
  const { version } = statedNeeds(tree);
  return version === undefined ? [statement] : [statement, { ...statement, version }];
}

/** The statement that a bundle was made for. */
export function findStatement(bundleText: string, statements: readonly Statement[]): Statement | undefined {
  return statements.find((statement) => isBundleOf(bundleText, statement));
}

/** What counts as a signature to these policies; undefined if they name no trusted signers, so that a signature says nothing. */
export function trustedBy(rules: readonly InstallRules[], trustRoot?: TrustRoot): SignatureTrust | undefined {
  const keys = rules.flatMap(({ trustedKeys }) => trustedKeys ?? []);
  const identities = rules.flatMap(({ trustedIdentities }) => trustedIdentities ?? []);
  return keys.length + identities.length === 0 ? undefined : { keys, identities, ...compact({ trustRoot }) };
}

export type KeptSignatures = {
  readonly signatures: SignatureStore;
  readonly rules: readonly InstallRules[];
  readonly trustRoot?: TrustRoot | undefined;
};

/** Who signed a locked skill, by a signature on this machine that satisfies every policy, or why there is none. */
export async function verifyKept(
  locked: LockedStatement,
  { signatures, rules, trustRoot }: KeptSignatures,
): Promise<{ readonly signer: string } | { readonly reason: string }> {
  const trust = trustedBy(rules, trustRoot);
  if (trust === undefined) return { reason: trustsNobody };
  let reason = "its signature is not on this machine; `skillwright add --frozen` gets it again";
  for (const { bundle, statement } of signatures.get(statementOf(locked))) {
    try {
      const { signer } = await verifySignature(bundle, statement, trust);
      const refused = rules.map((one) => refuseSigner(signer, one)).find((one) => one !== undefined);
      if (refused === undefined) return { signer };
      [, reason] = refused;
    } catch (error) {
      if (!(error instanceof SkillError) || error.code !== "signature-invalid") throw error;
      reason = formatError(error).replace(/\.$/, "");
    }
  }
  return { reason };
}

const trustsNobody =
  "policy requires a signature and trusts no signer; add trustedKeys or trustedIdentities to it";

/** The trust root that the strongest policy with one names. A missing or damaged one is an error, or signatures would seem to be wrong. */
export function openTrustRoot(rules: readonly InstallRules[], fs: FileSystem): TrustRoot | undefined {
  const path = rules.find(({ trustRoot }) => trustRoot !== undefined)?.trustRoot;
  if (path === undefined) return undefined;
  if (fs.stat(path) === undefined)
    throw new SkillError("config-invalid", {
      path,
      reason: "a policy names it as its trustRoot, and it is missing.",
    });
  const { bytes, size } = fs.read(path, packagingLimits.trustRootCharacters + 1);
  if (size > packagingLimits.trustRootCharacters)
    throw new SkillError("file-too-large", { path, size, max: packagingLimits.trustRootCharacters });
  return readTrustRoot(new TextDecoder().decode(bytes), path);
}
