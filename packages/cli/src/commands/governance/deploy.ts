import {
  type Affected,
  affectedSchema,
  type DeploymentRecord,
  deploymentListSchema,
  deploymentSchema,
} from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import { z } from "zod";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import { splitName } from "./approve.ts";
import { hubFlags } from "./hub-flags.ts";
import { confirm, type OpenHub, withHub } from "./open-hub.ts";

/** Deploys approved skills to agents. */
export const deployCommand: Command = {
  name: "deploy",
  usage: "[NAME[@VERSION]] [options]",
  flags: {
    environment: { type: "string", value: "NAME", help: "Only to agents of this environment." },
    undo: { type: "boolean", help: "End the deployment of NAME." },
    "dry-run": { type: "boolean", help: "Show what would be deployed, and to whom." },
    yes: { type: "boolean", short: "y", help: "Deploy without asking." },
    ...hubFlags,
    json: { type: "boolean", help: "Machine-readable output." },
  },
  notes: `Without a name, lists what is deployed. Deploys the newest approved version, or VERSION, which must be approved. Agents get it by its
content, and it wins over skills of the same name from elsewhere. What the enterprise deploys reaches every tenant, and no tenant replaces it.
Exit code 3 if the hub refuses.`,
  examples: [
    "skillwright deploy pdf@1.2.0 --dry-run",
    "skillwright deploy compliance --scope enterprise",
    "skillwright deploy pdf --tenant red --environment production --json",
    "skillwright deploy pdf --undo",
  ],
  async run(invocation, io) {
    const [text, extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError("deploy takes one NAME[@VERSION].");
    return withHub(invocation, io, (hub) => {
      if (text === undefined) return list(hub, invocation, io);
      const action = invocation.flag("undo") ? undeploy : deploy;
      return action(hub, text, { invocation, io });
    });
  },
};

type Place = { readonly invocation: Invocation; readonly io: Io };

async function list(hub: OpenHub, invocation: Invocation, io: Io): Promise<number> {
  const { deployments } = await hub.get("api/v1/deployments", deploymentListSchema);
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, deployments }, 2)}\n`);
  else
    await io.out(
      deployments.length === 0
        ? "Nothing is deployed.\n"
        : deployments
            .map((one) => `${describe(one)}  since ${one.createdAt.slice(0, 10)}${withheld(one)}\n`)
            .join(""),
    );
  return exitCode.ok;
}

function withheld({ withheld: state }: DeploymentRecord): string {
  return state === undefined ? "" : `  not given to agents: it is ${printable(state)}`;
}

function describe({ name, version, tenant, environment }: DeploymentRecord): string {
  const where = environment === undefined ? "" : `, environment ${environment}`;
  return printable(`${name}@${version} (${tenant}${where})`);
}

const previewSchema = z.object({ deployment: deploymentSchema, affected: affectedSchema });

async function deploy(hub: OpenHub, text: string, { invocation, io }: Place): Promise<number> {
  const { name, version } = splitName(text);
  const environment = invocation.option("environment") ?? "";
  const body = { name, environment, ...(version !== undefined && { version }) };
  const isDry = invocation.flag("dry-run");
  const { deployment: plan, affected } = await hub.post("api/v1/deployments/preview", body, previewSchema);
  if (!isDry) {
    const question = `Deploy ${describe(plan)} to ${reachOf(affected)}?`;
    if (!(await confirm(question, invocation, io))) return exitCode.refused;
  }
  // By content: what was shown is what is deployed.
  const exact = { ...body, version: plan.version, digest: plan.digest };
  const deployment = isDry ? plan : await hub.post("api/v1/deployments", exact, deploymentSchema);
  if (invocation.flag("json"))
    await io.out(`${safeJson({ version: 1, deployed: !isDry, deployment, affected }, 2)}\n`);
  else {
    const verb = isDry ? "Would deploy" : "Deployed";
    await io.out(`${verb} ${describe(deployment)} to ${reachOf(affected)}.\n  ${deployment.digest}\n`);
  }
  return exitCode.ok;
}

/** How many a change reaches, in words. */
export function reachOf({ agents, tenants }: Affected): string {
  return `${countOf(agents, "agent")} in ${countOf(tenants.length, "tenant")}`;
}

async function undeploy(hub: OpenHub, text: string, { invocation, io }: Place): Promise<number> {
  const { name, version } = splitName(text);
  const environment = invocation.option("environment");
  const { deployments } = await hub.get("api/v1/deployments", deploymentListSchema);
  const wanted = invocation.option("scope") === "enterprise" ? "enterprise" : invocation.option("tenant");
  const found = deployments.filter(
    (one) =>
      one.name === name &&
      (version === undefined || one.version === version) &&
      (environment === undefined || (one.environment ?? "") === environment) &&
      (wanted === undefined || one.tenant === wanted),
  );
  if (found.length === 0)
    throw new UsageError(`${printable(text)} is not deployed. \`skillwright deploy\` lists what is.`);
  if (!(await confirm(`End ${found.map(describe).join(", ")}?`, invocation, io))) return exitCode.refused;
  const ended: DeploymentRecord[] = [];
  for (const { id } of found)
    ended.push(await hub.post(`api/v1/deployments/${id}/end`, {}, deploymentSchema));
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, deployments: ended }, 2)}\n`);
  else await io.out(ended.map((one) => `Ended ${describe(one)}.\n`).join(""));
  return exitCode.ok;
}
