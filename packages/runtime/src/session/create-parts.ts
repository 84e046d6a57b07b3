import type { AuditEvent } from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import { createInstalledCheck } from "@skillwright/core/installed";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { combinePolicies, createPathResolver, type ToolRequest } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { createApprovals } from "../admission/approvals.ts";
import { createRecorder, type Recorder } from "../admission/recorder.ts";
import { type Clock, systemClock } from "../clock.ts";
import { offerPermitted } from "../lease/offer-permitted.ts";
import { createOutputFolders } from "../scripts/script-output.ts";
import { authoringLayer } from "../tools/authoring/authoring-tools.ts";
import { createDrafts } from "../tools/authoring/drafts.ts";
import { createActiveSkills } from "./active-skills.ts";
import { createCallHooks } from "./call-hooks.ts";
import { createOrder } from "./create-order.ts";
import type { SessionOptions, SessionSettings } from "./session-options.ts";
import type { Inherited, SessionParts, Subagents } from "./session-parts.ts";

type PartsInput = {
  readonly options: SessionOptions;
  readonly inherited: Inherited;
  readonly subagents: Subagents;
  readonly emit: (event: AuditEvent) => void;
};

/** Builds what the stages of a session share, from the host's options and what it inherits. */
export function createParts(making: PartsInput): SessionParts {
  const { options, inherited, subagents } = making;
  const { clock = systemClock, fs = createNodeFileSystem(), nesting = "intersection" } = options;
  const { catalog, user, sandbox, approver, lease, policy = [], skillTools = {} } = options;
  const { layers, audit, install, ...reading } = combinePolicies([policy].flat());
  const isAuthoring = skillTools.authoring !== undefined;
  const own = isAuthoring ? [...layers, authoringLayer] : layers;
  const id = clock.createId();
  const settings = { ...settle(options, fs), ...reading };
  const active = createActiveSkills(inherited.layers.length > 0 ? inherited.layers : own, nesting);
  const approvals = createApprovals({ approver, clock, skills: active.labels, closing: subagents.closing });
  const recorder = openRecorder(id, making, { clock, required: audit === "required" });
  const { output: parent } = skillTools.scripts ?? {};
  return {
    ...{
      id,
      user,
      catalog,
      offered: lease === undefined ? catalog : offerPermitted(catalog, lease),
      settings,
      active,
      approvals,
      recorder,
      clock,
      sandbox,
      subagents,
      inherited,
      lease,
    },
    order: createOrder(subagents.closing),
    checkInstalled: createInstalledCheck(install, {
      ...{ fs, sha256: nodeSha256, home: options.home },
      ...options.installed,
    }),
    standIns: options.standIns ?? (() => undefined),
    drafts: isAuthoring ? createDrafts() : undefined,
    outputs: inherited.outputs ?? createOutputFolders({ id, ...compact({ parent }) }),
    hooks: createCallHooks({
      ...{ settings, active, recorder, fs, sandbox },
      session: id,
      inherited: inherited.hooks,
    }),
    toRequest: (tool, input) => toRequest({ tool, input }, settings, fs),
  };
}

function openRecorder(
  session: string,
  { options, emit }: PartsInput,
  { clock, required }: { readonly clock: Clock; readonly required: boolean },
): Recorder {
  const { user, audit: sink, secrets = [] } = options;
  return createRecorder({
    ...{ session, clock, emit, required, secrets },
    ...compact({ user, sink }),
  });
}

type Place = Pick<
  SessionSettings,
  "workspace" | "home" | "hostForks" | "access" | "indexBase" | "variables" | "environment"
>;

function settle(options: SessionOptions, fs: FileSystem): Place {
  const { workspace = process.cwd(), indexBase = "claude", variables = {}, environment = {}, home } = options;
  return {
    workspace: fs.realPath(workspace) ?? workspace,
    home: home === undefined ? undefined : fs.realPath(home),
    access: options.access ?? "folder",
    hostForks: options.forks === "host" && options.runSubagent === undefined,
    indexBase,
    variables,
    environment,
  };
}

function toRequest(
  call: Pick<ToolRequest, "tool" | "input">,
  { workspace, home }: SessionSettings,
  fs: FileSystem,
): ToolRequest {
  const resolvePath = createPathResolver(fs, workspace);
  return { ...call, workspace, resolvePath, ...compact({ home }) };
}
