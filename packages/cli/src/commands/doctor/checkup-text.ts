import { formatNumber } from "@skillwright/core/text";
import { stateWords } from "../../agents/status-report.ts";
import type { FindingRow } from "../../catalog/findings.ts";
import { describeHub } from "../../catalog/hub-view.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { countOf, hangText } from "../../terminal/text-width.ts";
import type { Checkup, ListingRow } from "./checkup.ts";

export type CheckupLook = {
  readonly style: Style;
  readonly columns: number;
  /** Also list the sandbox's self-tests. */
  readonly verbose: boolean;
};

/** The report for people. */
export function checkupText(checkup: Checkup, look: CheckupLook): string {
  const sections = [
    section("This machine", table(describeHere(checkup), look), look),
    section("Skill folders", table(describeFolders(checkup), look), look),
    section("Organization's hub", table(describeHubs(checkup), look), look),
    section("Policies", table(describePolicies(checkup), look), look),
    section("Sandbox for scripts", table(describeSandbox(checkup, look), look), look),
    section("Installed in agents", table(describeInstallations(checkup), look), look),
    section("Context cost of the skill list", table(describeCost(checkup), look), look),
    section("Problems", describeProblems(listProblems(checkup), look), look),
  ];
  return `${sections.join("\n")}\n${describeVerdict(checkup, look)}\n`;
}

const indent = "  ";

function section(title: string, lines: readonly string[], { style }: CheckupLook): string {
  return `${style.bold(title)}\n${lines.map((line) => `${indent}${line}\n`).join("")}`;
}

type Row = readonly [label: string, text: string];

function table(rows: readonly Row[], { columns }: CheckupLook): readonly string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + indent.length;
  return rows.flatMap(([label, text]) => hangText(label, text, { width, columns: columns - indent.length }));
}

function describeHere({ skillwright, node, platform, config, index, trust }: Checkup): readonly Row[] {
  const size = index.files === 0 ? "empty" : `${countOf(index.files, "file")}, ${kilobytes(index.bytes)}`;
  const projects = trust.here.map(
    ({ path, trusted }): Row => ["project", `${oneLine(path)}: ${trusted ? "trusted" : "not trusted"}`],
  );
  return [
    ["version", `Skillwright ${skillwright}, Node ${node}, ${platform}`],
    ["config", config.length === 0 ? "none" : config.map(oneLine).join(", ")],
    ["index", index.folder === null ? "not used" : `${oneLine(index.folder)} (${size})`],
    ["trust", `${oneLine(trust.file)} (${countOf(trust.projects, "project")})`],
    ...projects,
  ];
}

function describeFolders({ roots, skills }: Checkup): readonly Row[] {
  if (roots.length === 0) return [["none", "no skill folders found"]];
  const rows = roots.map(({ path, scope, client, package: from, exists, skills: found }): Row => {
    const owner = from ?? client;
    const name = `${oneLine(path)}${owner === undefined ? "" : ` (${oneLine(owner)})`}`;
    return [scope, `${name}: ${exists ? countOf(found, "skill") : "does not exist"}`];
  });
  const parts = [
    `${countOf(skills.offered, "skill")} available`,
    ...(skills.disabled === 0 ? [] : [`${formatNumber(skills.disabled)} not available here`]),
    ...(skills.shadowed === 0
      ? []
      : [`${formatNumber(skills.shadowed)} shadowed by another of the same name`]),
  ];
  return [...rows, ["total", parts.join(", ")]];
}

const namedEntries = 20;

function describeHubs({ hubs, withheld }: Checkup): readonly Row[] {
  if (hubs.length === 0) return [["none", "no hub governs this machine; see `skillwright login`"]];
  const few = (rows: readonly Row[]): readonly Row[] =>
    rows.length <= namedEntries
      ? rows
      : [...rows.slice(0, namedEntries), ["", `and ${formatNumber(rows.length - namedEntries)} more`]];
  const rows = hubs.flatMap((row): readonly Row[] => [
    ["hub", describeHub(row)],
    ...(row.hub === null ? [] : [["known as", oneLine(`${row.agent} in the tenant ${row.tenant}`)] as const]),
    ...few(row.deployed.map(({ name, version }) => ["deployed", oneLine(`${name} ${version}`)])),
    ...few(
      row.revoked.map(({ kind, value, message, expiresAt }) => {
        const until = expiresAt === undefined ? "" : ` (until ${expiresAt})`;
        return ["revoked", oneLine(`${kind} ${value}${until}${message === "" ? "" : `: ${message}`}`)];
      }),
    ),
  ]);
  return [...rows, ...few(withheld.map(({ id, reason }) => ["refused", oneLine(`${id}: ${reason}`)]))];
}

function describePolicies({ policies }: Checkup): readonly Row[] {
  return policies.map(({ owner, path, problem }): Row => {
    const name = path === null ? "none" : oneLine(path);
    return [owner, problem === undefined ? name : `${name}: cannot be used`];
  });
}

function describeSandbox({ sandbox }: Checkup, { verbose }: CheckupLook): readonly Row[] {
  const { name, held, problem } = sandbox;
  if (name === null) return [["none", problem ?? ""]];
  return [
    [name, `${countOf(held.length, "escape attempt")} blocked`],
    ...(verbose ? [["", held.join(", ")] as const] : []),
  ];
}

function describeInstallations({ installations }: Checkup): readonly Row[] {
  if (installations.length === 0)
    return [["none", "see `skillwright guard install` and `skillwright mcp install`"]];
  return installations.map(({ what, agent, scope, path, state }): Row => {
    const words = `${agent} (${scope}), ${stateWords[state]}`;
    return [what === "guard" ? "guard hook" : "MCP server", `${words}: ${oneLine(path)}`];
  });
}

function describeCost({ listing }: Checkup): readonly Row[] {
  const { full, default: usual, small, bytesPerSkill } = listing;
  if (full.listed === 0) return [["nothing", "no skill that a model may choose"]];
  return [
    ["unlimited", costOf(full)],
    [`in ${kilobytes(usual.budget ?? 0)}`, `${costOf(usual)} (the default)`],
    ...(small.budget === usual.budget
      ? []
      : [[`in ${kilobytes(small.budget ?? 0)}`, costOf(small)] as const]),
    ["per skill", `${formatNumber(bytesPerSkill)} bytes on average`],
  ];
}

function costOf({ bytes, tokens, tier, listed }: ListingRow): string {
  return `${formatNumber(bytes)} bytes, about ${formatNumber(tokens)} tokens: ${tierWords(tier, listed)}`;
}

function tierWords(tier: ListingRow["tier"], listed: number): string {
  const words: Readonly<Record<ListingRow["tier"], string>> = {
    full: "full descriptions",
    truncated: "shortened descriptions",
    names: "some by name only",
    search: listed === 0 ? "search only" : `${formatNumber(listed)} listed, plus search`,
    none: "empty",
  };
  return words[tier];
}

function describeProblems(problems: readonly Problem[], { style, columns }: CheckupLook): readonly string[] {
  if (problems.length === 0) return ["none"];
  const paints = { error: style.red, warning: style.yellow, info: style.blue };
  const look = { width: indent.length, columns: columns - indent.length };
  return problems.flatMap(({ severity, message, path }) => [
    `${paints[severity](severity)} ${oneLine(path)}`,
    ...hangText("", message, look),
  ]);
}

function describeVerdict(checkup: Checkup, { style }: CheckupLook): string {
  const counts = Map.groupBy(listProblems(checkup), ({ severity }) => severity);
  const tell = (severity: Problem["severity"], noun: string): string =>
    countOf(counts.get(severity)?.length ?? 0, noun);
  const words = [tell("error", "error"), tell("warning", "warning"), tell("info", "note")].join(", ");
  return `${counts.get("error") === undefined ? style.green("✓") : style.red("✗")} ${words}`;
}

function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${formatNumber(Math.round(bytes / 1024))} KB`;
}

type Problem = Omit<FindingRow, "code">;

/** All problems in a checkup. */
export function listProblems({
  findings,
  hubs,
  policies,
  sandbox,
  installations,
}: Pick<Checkup, "findings" | "hubs" | "policies" | "sandbox" | "installations">): readonly Problem[] {
  return [
    ...hubs.flatMap(({ hub, folder, mode, problem }): readonly Problem[] =>
      problem === undefined
        ? []
        : [
            {
              severity: mode === "best-effort" ? "warning" : "error",
              path: hub ?? folder,
              message: `${mode === "best-effort" ? "What the hub said last still applies" : "Skills of the hub are refused"}: ${problem}`,
            },
          ],
    ),
    ...policies.flatMap(({ owner, path, problem }): readonly Problem[] =>
      problem === undefined
        ? []
        : [
            {
              severity: "error",
              path: path ?? owner,
              message: `${problem} exec and run do not work until this is fixed.`,
            },
          ],
    ),
    ...(sandbox.name === null ? [noSandbox] : []),
    ...installations.flatMap(({ path, problem }): readonly Problem[] =>
      problem === undefined ? [] : [{ severity: "warning", path, message: problem }],
    ),
    ...findings,
  ];
}

const noSandbox: Problem = {
  severity: "warning",
  path: "sandbox",
  message: "No sandbox is available, so skills' scripts, hooks and commands are refused.",
};
