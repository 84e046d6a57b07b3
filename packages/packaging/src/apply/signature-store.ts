import { type FileSystem, SkillError } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { packagingLimits } from "../limits.ts";
import { hashStatement, type Statement } from "../sign/statement.ts";
import type { Disk } from "./disk.ts";

/**
 * Signatures beside the contents that they are about, so that they can be verified again without a network. They are not part of the
 * content, and nothing here has been verified: whoever uses a signature verifies it.
 */
export type SignatureStore = {
  /** Keeps the text of a Sigstore bundle. `version` is the one that it is for, if that of the statement is not known. */
  put(statement: Statement, bundle: string, version?: string): void;
  /** The bundles that were kept for exactly this skill, version and content, or for any version if the statement has none. */
  get(statement: Statement): readonly KeptSignature[];
};

/** A bundle, and what it must be a signature of. */
type KeptSignature = { readonly bundle: string; readonly statement: Statement };

export function createSignatureStore(
  folder: string,
  { fs, disk }: { fs: FileSystem; disk: Disk },
): SignatureStore {
  // By digest, since that is what a lock knows; one content may be published under several names and versions.
  const folderOf = ({ digest }: Statement): string => `${folder}/${digest.replace(":", "-")}`;
  const startOf = (statement: Statement): string => `${hashStatement(statement).toString("hex")}-`;
  return {
    put: (statement, bundle, version) => {
      const bytes = new TextEncoder().encode(bundle);
      const stated = version === undefined || statement.version !== undefined ? "" : `@${version}`;
      const path = `${folderOf(statement)}/${startOf(statement)}${nodeSha256(bytes).slice(0, 16)}${stated}.json`;
      if (fs.stat(path)?.size !== bytes.length) disk.writeFile(path, bytes);
    },
    get: (statement) => {
      const start = startOf(statement);
      const at = folderOf(statement);
      if (fs.stat(at)?.kind !== "directory") return [];
      return fs
        .list(at)
        .filter(({ name }) => name.startsWith(start) && name.endsWith(".json"))
        .slice(0, packagingLimits.signaturesPerSkill)
        .flatMap(({ name }) =>
          readText(fs, `${at}/${name}`).map((bundle) => ({ bundle, statement: signedOf(statement, name) })),
        );
    },
  };
}

/** The content is the same whatever version a file's name says, and the version of a lock is never replaced. */
function signedOf(statement: Statement, name: string): Statement {
  const version = /@([0-9A-Za-z.+-]{1,256})\.json$/.exec(name)?.[1];
  return version === undefined || statement.version !== undefined ? statement : { ...statement, version };
}

function readText(fs: FileSystem, path: string): readonly string[] {
  try {
    const { bytes, size } = fs.read(path, packagingLimits.signatureCharacters);
    return size === bytes.length ? [new TextDecoder().decode(bytes)] : [];
  } catch (error) {
    // Another process has just removed it.
    if (error instanceof SkillError) return [];
    throw error;
  }
}
