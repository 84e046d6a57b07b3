import { setTimeout as sleep } from "node:timers/promises";
import { formatError, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { formatPin, type HubPin } from "@skillwright/core/lease";
import { nodeVerify } from "@skillwright/core/node";
import { acceptState, type StateDocument } from "@skillwright/core/registry";
import { compact, parseJson } from "@skillwright/core/text";
import { createLockFile, readPinFile, readSeenTime, rememberTime, writePinFile } from "@skillwright/runtime";
import { z } from "zod";
import { cliLimits } from "../limits.ts";
import { callHub } from "../registries/call-hub.ts";
import type { Registries } from "../registries/open-registries.ts";
import { foldersOf, type InstalledSkill, installState } from "./install-state.ts";
import { type LinkedFolder, linkManaged, unlinkManaged } from "./link-managed.ts";
import { openStateFolder } from "./state-folder.ts";

/** What a sync works with. */
export type Syncing = {
  readonly fs: FileSystem;
  readonly registries: Pick<Registries, "http" | "hub">;
  readonly pin: HubPin;
  /** Where the hub's state is kept: of the user or of the machine. */
  readonly folder: string;
  /** Remembers the time of this machine. */
  readonly clockFile: string;
  /** Folders of agents that also get the skills. */
  readonly managed: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What the hub's administrators see of this machine. */
  readonly machine: { readonly name: string; readonly program: string };
  readonly signal: AbortSignal;
};

export type SyncReport = {
  readonly state: StateDocument;
  readonly skills: readonly InstalledSkill[];
  readonly removed: readonly string[];
  readonly linked: readonly LinkedFolder[];
  readonly isNew: boolean;
  /** Why the hub did not take the confirmation, although the state is in force. */
  readonly unconfirmed?: string;
};

/** Fetches the hub's state, verifies it, installs it, and confirms that. Nothing changes unless all of it can be believed. */
export async function runSync(syncing: Syncing): Promise<SyncReport> {
  const { fs, registries, folder, clockFile, now, managed } = syncing;
  const pin = pinIn(folder, syncing);
  const hub = { http: registries.http, hub: pin.hub };
  const answer = await fetchState(hub);
  return holdingLock(syncing, async () => {
    const store = openStateFolder(fs, folder);
    const time = { now: now(), seenMs: readSeenTime(fs, clockFile) };
    const current = store.current()?.lease;
    const last =
      current?.hub === pin.hub && current.state.tenant === pin.subject.tenant ? current : undefined;
    const accepted = acceptState(answer, { pin, last, ...time, verify: nodeVerify });
    rememberTime(fs, clockFile, time.now);
    updatePin(syncing, pin, accepted.state);
    // Agents that do not know the hub lose what is taken back even if a download fails.
    const wanted = foldersOf(accepted.state, pin);
    for (const path of managed) unlinkManaged(path, folder, wanted);
    const installed = await installState(accepted, { fs, folder: store, hub, pin, now: time.now });
    const linked = managed.map((path) => linkManaged(path, folder, wanted));
    store.sweep();
    const unconfirmed = await acknowledge(accepted.state, syncing);
    return { state: accepted.state, linked, ...installed, ...compact({ unconfirmed }) };
  });
}

async function fetchState({
  http,
  hub,
}: {
  readonly http: Registries["http"];
  readonly hub: string;
}): Promise<unknown> {
  const base = hub.endsWith("/") ? hub : `${hub}/`;
  const answer = await http.get({
    url: new URL("api/v1/state", base),
    name: hub,
    accept: "application/json",
    maxBytes: cliLimits.stateBytes,
  });
  if (answer === undefined)
    throw new SkillError("source-unavailable", {
      source: hub,
      reason: "it has no state for agents; it is not a hub or an older one",
    });
  return parseJson(Buffer.from(answer.bytes).toString());
}

/** The pin outlives a lost lease, so it has what must not be lost. */
function updatePin({ fs, folder }: Syncing, pin: HubPin, { mode, sequence }: StateDocument): void {
  const isStrict = mode === "strict";
  if (pin.isStrict === isStrict && pin.sequence === sequence) return;
  writePinFile(fs, folder, formatPin({ ...pin, isStrict, sequence }));
}

/** What the folder remembers of the hub that login pinned. The machine's folder remembers for itself. */
function pinIn(folder: string, { fs, pin }: Syncing): HubPin {
  const known = readPinFile(fs, folder);
  const isSame =
    known?.hub === pin.hub && known.key === pin.key && known.subject.tenant === pin.subject.tenant;
  return isSame
    ? { ...pin, isStrict: known.isStrict, sequence: known.sequence }
    : { ...pin, isStrict: false, sequence: 0 };
}

/**
 * The hub counts who applies a state; one that cannot be told now is told with the next sync. A refusal does not undo the state: it means
 * that other credentials used this machine's id first.
 */
async function acknowledge(
  { sequence }: StateDocument,
  { registries, pin, machine }: Syncing,
): Promise<string | undefined> {
  const { agent, environment = "" } = pin.subject;
  try {
    await callHub(
      { http: registries.http, hub: pin.hub },
      {
        method: "POST",
        path: "api/v1/state/acknowledgements",
        body: { agent, name: machine.name, program: machine.program, environment, sequence },
        schema: z.unknown(),
      },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError) || error.details.code !== "CONFLICT") throw error;
    return `the hub does not count this machine: ${formatError(error)} An administrator runs \`skillwright hub agents release ${agent}\`.`;
  }
}

/** One process at a time installs. */
async function holdingLock<Value>(
  { folder, signal, fs }: Syncing,
  work: () => Promise<Value>,
): Promise<Value> {
  openStateFolder(fs, folder);
  const lock = createLockFile(`${folder}/install.lock`);
  for (let waited = 0; ; waited += cliLimits.syncLockPauseMs) {
    const holder = lock.take();
    if (holder === undefined) break;
    if (waited >= cliLimits.syncLockMs)
      throw new SkillError("install-running", { path: folder, holder: holder.split("|")[1] ?? holder });
    await sleep(cliLimits.syncLockPauseMs, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    lock.release();
    lock.close();
  }
}

/** An error as a sentence. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof SkillError)) throw error;
  return formatError(error);
}
