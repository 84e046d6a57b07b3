import { fromBase64, toBase64 } from "../../text/base64.ts";
import { hashBytes } from "./tree-hash.ts";

// C2SP tlog-proof: a text that proves offline that an entry is in a log.

export type ProofFile = {
  /** The line of the audit log, which the format calls extra data. */
  readonly line: string;
  readonly leaf: number;
  readonly proof: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
};

const firstLine = "c2sp.org/tlog-proof@v1";

export function formatProofFile({ line, leaf, proof, checkpoint }: ProofFile): string {
  const hashes = proof.map((hash) => `${toBase64(hash)}\n`).join("");
  return `${firstLine}\nextra ${btoa(line)}\nindex ${leaf}\n${hashes}\n${checkpoint}`;
}

/** Reads a proof; undefined if the text is not one, or has no line of an audit log in it. */
export function parseProofFile(text: string): ProofFile | undefined {
  const end = text.indexOf("\n\n");
  if (end === -1) return undefined;
  const [first, extra = "", index = "", ...lines] = text.slice(0, end).split("\n");
  const line = parseExtra(extra);
  const [, leaf] = /^index (0|[1-9]\d{0,14})$/.exec(index) ?? [];
  if (first !== firstLine || line === undefined || leaf === undefined || lines.length > 64) return undefined;
  const proof: Uint8Array[] = [];
  for (const one of lines) {
    const hash = fromBase64(one);
    if (hash?.length !== hashBytes) return undefined;
    proof.push(hash);
  }
  return { line, leaf: Number(leaf), proof, checkpoint: text.slice(end + 2) };
}

/** Several proofs in one file follow each other. */
export function splitProofFiles(text: string): readonly string[] {
  return text.split(/^(?=c2sp\.org\/tlog-proof@v1$)/m).filter((part) => part !== "");
}

/** Lines are printable ASCII. */
function parseExtra(extra: string): string | undefined {
  const bytes = extra.startsWith("extra ") ? fromBase64(extra.slice("extra ".length)) : undefined;
  return bytes && new TextDecoder("latin1").decode(bytes);
}
