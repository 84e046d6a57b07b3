import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { createLockFile, leasePaths, readPinFile } from "@skillwright/runtime";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { readVersion } from "../../own-package.ts";
import { openRegistries, type Registries } from "../../registries/open-registries.ts";
import { askHub, machineName, writePin } from "../../registries/pin-hub.ts";
import { clockFile, systemHubFolder, userHubFolder } from "../../session/hub-folders.ts";
import { managedFolders } from "../../sync/link-managed.ts";
import { runSync, type Syncing } from "../../sync/run-sync.ts";
import { openStateFolder } from "../../sync/state-folder.ts";
import { staySynced } from "./stay.ts";
import { explainLease, runJobs, tellReport } from "./tell.ts";

/** Keeps this machine as the organization's hub says. */
export const syncCommand: Command = {
  name: "sync",
  usage: "[options]",
  flags: {
    once: {
      type: "boolean",
      help: "Sync once and end. Without it, stay and apply changes as they are made.",
    },
    system: {
      type: "boolean",
      help: "For all users of this machine: also fills the folders of managed skills of other agents.",
    },
    prefix: {
      type: "string",
      value: "DIR",
      help: "With --system: write below DIR, as for an image of a machine.",
    },
    json: { type: "boolean", help: "Machine-readable output: one line for each sync." },
  },
  notes: `Fetches the signed state of the hub that you logged in to. Its skills are installed as those of the enterprise, which win over all others;
its policies apply to every session and guarded agent; what it revokes stops at once, in running sessions too. The state is valid
for the time that the hub grants. After that, a strict hub's skills are refused until the next sync; otherwise what is known goes on.
Documents that are forged, older than the last one or expired are refused, as is a clock that was set back.`,
  examples: ["skillwright sync --once", "skillwright sync", "sudo skillwright sync --once --system"],
  async run(invocation, io) {
    const [extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`sync takes no words; found '${extra}'.`);
    const registries = openRegistries(io);
    try {
      const syncing = await openSyncing(invocation, registries, io);
      if (!invocation.flag("once")) return await stay(syncing, { invocation, registries, io });
      const report = await orExplain(syncing, () => runSync(syncing));
      const problems = await runJobs({ io, registries, pin: syncing.pin });
      await tellReport(report, { problems, syncing, invocation, io });
      return exitCode.ok;
    } finally {
      registries.http.close();
    }
  },
};

async function openSyncing(invocation: Invocation, registries: Registries, io: Io): Promise<Syncing> {
  const fs = createNodeFileSystem();
  const { hub, http } = registries;
  if (hub === undefined) throw new SkillError("hub-unknown", {});
  const isSystem = invocation.flag("system");
  const prefix = invocation.option("prefix");
  if (prefix !== undefined && !isSystem) throw new UsageError("--prefix requires --system.");
  const below = prefix === undefined ? "" : absolutePath(prefix, io.cwd, io.place.home);
  const known = readPinFile(fs, userHubFolder(io));
  const pin = known?.hub === hub ? known : await askHub({ http, hub }, io);
  if (pin === undefined)
    throw new SkillError("source-unavailable", {
      source: hub,
      reason: "it is not a hub that governs agents",
    });
  if (pin !== known) writePin(pin, io);
  return {
    ...{ fs, registries, pin, clockFile: clockFile(io), now: io.today, signal: io.signal() },
    folder: isSystem ? below + systemHubFolder(io) : userHubFolder(io),
    managed: isSystem ? managedFolders(io.place.platform, below) : [],
    machine: { name: machineName(), program: `skillwright ${readVersion()}` },
  };
}

/** A failure says what the last state still allows. */
async function orExplain<Value>(syncing: Syncing, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "source-unavailable") throw error;
    const { source, reason } = error.details;
    const details = { source: String(source), reason: `${reason}. ${explainLease(syncing)}` };
    throw new SkillError("source-unavailable", details, { cause: error });
  }
}

type Staying = { readonly invocation: Invocation; readonly registries: Registries; readonly io: Io };

/** One process per user, or per machine. */
async function stay(syncing: Syncing, staying: Staying): Promise<number> {
  const { folder, fs } = syncing;
  openStateFolder(fs, folder);
  const lock = createLockFile(leasePaths(folder).lock);
  const holder = lock.take();
  if (holder !== undefined)
    throw new SkillError("install-running", { path: folder, holder: holder.split("|")[1] ?? holder });
  try {
    await staySynced(syncing, staying);
    return exitCode.ok;
  } finally {
    lock.release();
    lock.close();
  }
}
