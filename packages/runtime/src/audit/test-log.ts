import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ChainEnd,
  createVerifier,
  headFileOf,
  parseHead,
  type Verification,
} from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { afterAll } from "vitest";

/** A path in a new folder, which is removed after the calling test file. */
export function createPathMaker(name: string): () => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "audit-"));
    folders.push(folder);
    return join(folder, name);
  };
}

/** The lines of a log. */
export function linesOf(path: string): readonly string[] {
  return readFileSync(path, "latin1").split("\n").slice(0, -1);
}

/** Verifies a log with its head, as the command does. */
export function verifyLog(path: string): Verification {
  return verifyBytes(readFileSync(path), headOf(path));
}

/** The content of a log's head. */
export function headOf(path: string): ChainEnd | undefined {
  const file = headFileOf(path);
  return existsSync(file) ? parseHead(readFileSync(file, "latin1")) : undefined;
}

/** Verifies the bytes of a log. */
export function verifyBytes(bytes: Buffer, head: ChainEnd | undefined): Verification {
  const verifier = createVerifier({ sha256: nodeSha256, ...(head && { head }) });
  const pieces = bytes.toString("latin1").split("\n");
  for (const [index, text] of pieces.entries()) {
    const ended = index < pieces.length - 1;
    if (ended || text !== "") verifier.add({ text, ended });
  }
  return verifier.finish();
}
