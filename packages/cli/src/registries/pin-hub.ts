import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { SkillError } from "@skillwright/core";
import { formatPin, type HubPin } from "@skillwright/core/lease";
import { createNodeFileSystem } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { leasePaths, readPinFile, writePinFile } from "@skillwright/runtime";
import { z } from "zod";
import type { Io } from "../io.ts";
import { clockFile, userHubFolder } from "../session/hub-folders.ts";
import { callHub } from "./call-hub.ts";
import type { Registries } from "./open-registries.ts";

const keySchema = z.object({ key: z.string().regex(/^key:[\w-]{43}$/) });
const meSchema = z.object({
  tenant: z.string().min(1).max(200),
  person: z.object({ id: z.string().min(1).max(200) }).optional(),
});

export type PinOptions = {
  readonly http: Registries["http"];
  readonly hub: string;
  readonly environment?: string | undefined;
};

/** Asks a hub for its key and who we are; undefined if the address is not a hub that governs agents. */
export async function askHub(
  { http, hub, environment }: PinOptions,
  io: Pick<Io, "environment" | "place">,
): Promise<HubPin | undefined> {
  const call = { http, hub };
  const key = await orNone(callHub(call, { method: "GET", path: "api/v1/key", schema: keySchema }));
  if (key === undefined) return undefined;
  const me = await callHub(call, { method: "GET", path: "api/v1/me", schema: meSchema });
  const known = readPinFile(createNodeFileSystem(), userHubFolder(io));
  const isSame = known?.hub === hub && known.key === key.key && known.subject.tenant === me.tenant;
  return {
    hub,
    key: key.key,
    subject: {
      agent: known?.hub === hub ? known.subject.agent : newAgent(io),
      tenant: me.tenant,
      ...compact({ user: me.person?.id, environment }),
    },
    isStrict: isSame && known.isStrict,
    sequence: isSame ? known.sequence : 0,
  };
}

/** A site that is not a hub has no such address. */
async function orNone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (
      error instanceof SkillError &&
      error.code === "hub-refused" &&
      notThere.has(String(error.details.code))
    )
      return undefined;
    throw error;
  }
}

const notThere: ReadonlySet<string> = new Set(["404", "405", "NOT_FOUND"]);

/** Unique, and with a name that administrators recognize. */
function newAgent({ environment }: Pick<Io, "environment">): string {
  if (environment.SKILLWRIGHT_AGENT) return environment.SKILLWRIGHT_AGENT.slice(0, 100);
  return `${machineName().slice(0, 80)}-${randomBytes(4).toString("hex")}`;
}

export function machineName(): string {
  return hostname().slice(0, 100) || "agent";
}

/** Remembers a hub. Another one starts afresh; the clock is believed again, since a person is here. */
export function writePin(pin: HubPin, io: Pick<Io, "place">): void {
  const fs = createNodeFileSystem();
  const folder = userHubFolder(io);
  const known = orUnknown(() => readPinFile(fs, folder));
  if (known?.hub !== pin.hub || known.key !== pin.key || known.subject.tenant !== pin.subject.tenant)
    rmSync(leasePaths(folder).current, { force: true });
  rmSync(clockFile(io), { force: true });
  writePinFile(fs, folder, formatPin(pin));
}

function orUnknown(read: () => HubPin | undefined): HubPin | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/** Forgets the hub with its state and the skills that it deployed. */
export function forgetHub(io: Pick<Io, "place">): void {
  const folder = userHubFolder(io);
  const { current, pin, generations } = leasePaths(folder);
  for (const path of [current, pin]) rmSync(path, { force: true });
  for (const path of [generations, `${folder}/contents`]) rmSync(path, { recursive: true, force: true });
}
