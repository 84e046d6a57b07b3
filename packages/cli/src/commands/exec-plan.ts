import { tmpdir } from "node:os";
import { combinePolicies, formatDecision, formatNumber, limits, printable } from "@skillwright/core";
import { formatScriptWarning, reviewScript, type ScriptReview } from "@skillwright/runtime";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { hangText } from "../terminal/hang-text.ts";
import { toDecisionRow } from "./decision-row.ts";
import type { ExecWork } from "./exec-session.ts";

/** Prints what would be run, with what access, and whether it may; nothing is run. */
export async function printPlan(work: ExecWork, io: Io): Promise<number> {
  const review = reviewPlan(work, io);
  const text = work.options.json
    ? `${JSON.stringify(toJson(review, work), null, 2)}\n`
    : toText(review, work, io);
  await io.out(text);
  return review.decision.effect === "deny" ? exitCode.refused : exitCode.ok;
}

function reviewPlan({ entry, script, args, options, policies, opened }: ExecWork, io: Io): ScriptReview {
  const { fs } = opened;
  const home = fs.realPath(io.place.home);
  const { sandbox: name, grants } = options;
  return reviewScript(
    { entry, script, args },
    {
      fs,
      workspace: fs.realPath(io.cwd) ?? io.cwd,
      outputFolder: options.output ?? `${tmpdir()}/skillwright-<new>`,
      environment: io.environment,
      grants,
      sandbox: { name, confines: name !== "none" },
      layers: combinePolicies(policies).layers,
      ...(home === undefined ? {} : { home }),
    },
  );
}

function toText({ plan, decision }: ScriptReview, { entry, options }: ExecWork, io: Io): string {
  const { command, cwd, environment, readable, writable, network, timeoutMs, resources = {} } = plan.request;
  const { memoryBytes = limits.programMemoryBytes } = resources;
  const reach = typeof network === "object" ? network.hosts : [network];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["skill", [entry.skill.id, entry.digest]],
    ["command", [command.map(quote).join(" ")]],
    ["folder", [cwd]],
    ["sandbox", [options.sandbox]],
    ["reads", readable],
    ["writes", writable],
    ["network", reach],
    ["variables", Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    ["limits", [`${timeoutMs / 1000} seconds`, `${formatNumber(memoryBytes)} bytes of memory`]],
    ["decision", [`${decision.effect}: ${formatDecision(decision)}`]],
    ["notes", plan.warnings.map(formatScriptWarning)],
  ];
  const look = { width: 11, columns: Math.min(io.terminal.columns, 100) };
  return rows
    .flatMap(([label, texts]) =>
      texts.flatMap((text, index) => hangText(index === 0 ? label : "", printable(text), look)),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** As a shell would have to be told. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function toJson({ plan, decision }: ScriptReview, { entry, options }: ExecWork): object {
  const { command, cwd, environment, readable, writable, network, timeoutMs, resources = {} } = plan.request;
  return {
    version: 1,
    skill: entry.skill.id,
    digest: entry.digest,
    script: plan.script,
    command,
    cwd,
    environment,
    sandbox: options.sandbox,
    readable,
    writable,
    network,
    timeoutMs,
    resources,
    decision: toDecisionRow(decision),
    warnings: plan.warnings.map(formatScriptWarning),
  };
}
