import { generateKeyPairSync, sign } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatLease, formatPin } from "@skillwright/core/lease";
import { createNodeFileSystem, nodeVerify } from "@skillwright/core/node";
import { type StateDocument, stateContext } from "@skillwright/core/registry";
import { onTestFinished } from "vitest";
import { leasePaths, writeLeaseFile, writePinFile } from "./lease-folder.ts";
import { type LeaseGuard, type LeaseOptions, openLease } from "./open-lease.ts";

export type TestLease = {
  /** The folder that `sync` would fill. */
  readonly folder: string;
  readonly clockFile: string;
  readonly guard: LeaseGuard;
  /** Makes a document the current one, as `sync` does. */
  issue(change?: Partial<StateDocument>): void;
  /** A guard with other options on the same files. */
  open(options?: Partial<LeaseOptions>): LeaseGuard;
};

const fs = createNodeFileSystem();

/** A machine's lease with a real signature. */
export function createTestLease(options: Partial<LeaseOptions> = {}): TestLease {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "lease-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = `${base}/hub`;
  const clockFile = `${base}/clock`;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = `key:${publicKey.export({ format: "jwk" }).x}`;
  const subject = { agent: "agent-1", tenant: "acme", user: "ann" };
  const hub = "https://hub.example";
  let sequence = 0;
  const issue = (change: Partial<StateDocument> = {}): void => {
    sequence++;
    const now = Date.now();
    const state: StateDocument = {
      ...{ version: 1, tenant: "acme", sequence, mode: "best-effort", deployments: [], revocations: [] },
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 3_600_000).toISOString(),
      ...change,
    };
    const document = JSON.stringify(state);
    const signature = sign(null, Buffer.from(stateContext + document), privateKey).toString("base64");
    const paths = leasePaths(folder);
    const generation = `${paths.generations}/${sequence}`;
    mkdirSync(`${generation}/skills`, { recursive: true });
    const signed = { document, key, signature };
    writeLeaseFile(fs, `${generation}/lease`, formatLease({ hub, subject, receivedMs: now, signed }));
    writePinFile(fs, folder, formatPin({ hub, key, subject, sequence, isStrict: state.mode === "strict" }));
    symlinkSync(`generations/${sequence}`, `${folder}/next`);
    renameSync(`${folder}/next`, paths.current);
  };
  const open = (more: Partial<LeaseOptions> = {}): LeaseGuard =>
    openLease({ fs, folders: [folder], clockFile, now: Date.now, verify: nodeVerify, ...options, ...more });
  return { folder, clockFile, guard: open(), issue, open };
}

export function revoke(name: string, message = "It leaks."): Partial<StateDocument> {
  return { revocations: [{ id: "r1", kind: "name", value: name, message }] };
}
