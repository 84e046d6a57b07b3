import type { Catalog, CatalogSkill, Explanation } from "@skillwright/core/catalog";
import type { DiscoveryFinding } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import { finishCatalog, toFindingRow, toNote } from "../catalog/findings.ts";
import { describeHub, type HubView, openHubView, toHubState } from "../catalog/hub-view.ts";
import { catalogFlags, catalogNotes, type OpenedCatalog, openSkills } from "../catalog/open-catalog.ts";

import { disabledAdvice, disabledWords, shadowWords, toSkillRow } from "../catalog/reason-words.ts";
import { type Command, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { explainRevoked } from "../session/open-lease.ts";
import { oneLine, safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";

export const explainCommand: Command = {
  name: "explain",
  usage: "NAME [options]",
  flags: { json: { type: "boolean", help: "Machine-readable output." }, ...catalogFlags },
  notes: `${catalogNotes}
Exit code 0 if the name refers to one skill, 1 if to none or several.`,
  examples: ["skillwright explain pdf", "skillwright explain acme:pdf --json"],
  async run(invocation, io) {
    const [name, extra] = invocation.positionals;
    if (name === undefined || extra !== undefined) throw new UsageError("explain requires one NAME.");
    const skills = await openSkills(invocation, io);
    const view = await openHubView(skills, io);
    const opened = { ...skills, catalog: view.catalog, markOf: view.markOf, hubs: view.hubs };
    const explanation = opened.catalog.explain(name);
    const broken = findBroken(opened, name);
    if (invocation.flag("json")) await io.out(toJson(explanation, broken, opened));
    else if (explanation.winner)
      await io.out(
        toText(explanation, explanation.winner, { opened, style: createStyle(io.terminal.color) }),
      );
    else {
      const revoked = explainRevoked(opened.fs, name, io);
      await io.err(revoked === undefined ? explainAbsence(explanation, opened) : `${revoked}\n`);
    }
    if (!invocation.flag("json")) await io.err(broken.map((finding) => toNote(finding, opened)).join(""));
    await finishCatalog(opened, invocation, io);
    return explanation.winner ? exitCode.ok : exitCode.findings;
  },
};

/** Findings in folders of this name: a skill that seems missing is usually broken. */
function findBroken({ catalog }: OpenedCatalog, name: string): readonly DiscoveryFinding[] {
  return catalog.list().findings.filter(({ code, path }) => {
    const folder = path.replace(/\/skill\.md$/i, "");
    return code !== "skill-shadowed" && folder.slice(folder.lastIndexOf("/") + 1) === name;
  });
}

function toJson(
  { name, winner, losers, others, near }: Explanation,
  broken: readonly DiscoveryFinding[],
  { names, markOf, hubs }: Opened,
): string {
  const toRow = (skill: CatalogSkill): object => toSkillRow(skill, names, { hub: markOf(skill) });
  const answer = {
    version: 1,
    name,
    winner: winner ? toRow(winner) : null,
    losers: losers.map(toRow),
    others: others.map(toRow),
    near: near ?? null,
    hubs: hubs.map(toHubState),
    findings: broken.map((finding) => toFindingRow(finding, names.exact)),
  };
  return `${safeJson(answer, 2)}\n`;
}

type Opened = OpenedCatalog & Pick<HubView, "markOf" | "hubs">;
type Look = { readonly opened: Opened; readonly style: Style };

function toText({ losers, others }: Explanation, winner: CatalogSkill, look: Look): string {
  const { style, opened } = look;
  const lines = [
    `${style.bold(oneLine(winner.id))} → ${resolveEvalPaths(winner, opened)}`,
    ...explainHub(winner, look),
    ...explainDisabled(winner, style),
    ...(opened.catalog.mayModelChoose(winner)
      ? []
      : ["  only users may invoke it: models do not choose it themselves"]),
    ...(winner.userInvocable ? [] : ["  only models may choose it: users cannot invoke it by name"]),
    ...losers.flatMap((loser) => [
      `  shadows ${resolveEvalPaths(loser, opened)}: ${shadowWords(loser, winner)}`,
      ...explainHub(loser, look).map((line) => `  ${line}`),
      ...(loser.enabled ? [`    still available as ${oneLine(loser.id)}`] : []),
    ]),
    ...others.map(
      (other) => `  distinct from ${style.bold(oneLine(other.id))} → ${resolveEvalPaths(other, opened)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** What the organization's hub says about a skill, and as of when. */
function explainHub(skill: CatalogSkill, { opened, style }: Look): readonly string[] {
  const mark = opened.markOf(skill);
  if (mark === undefined) return [];
  const states = opened.hubs.map((row) => `  as of ${describeHub(row)}`);
  if (mark.state === "deployed")
    return [`  deployed by your organization: version ${oneLine(mark.version)}`, ...states];
  return [`  ${style.yellow(`not permitted: ${oneLine(mark.reason)}`)}`, ...states];
}

/** Other reasons than those of a hub. */
function explainDisabled(given: CatalogSkill, style: Style): readonly string[] {
  const skill = { ...given, disabled: given.disabled.filter((reason) => reason !== "withheld") };
  if (skill.disabled.length === 0) return [];
  const head = `  ${style.yellow(`not available here: ${disabledWords(skill)}`)}`;
  return [head, ...disabledAdvice(skill).map((advice) => `  ${oneLine(advice)}`)];
}

function resolveEvalPaths({ directory, root }: CatalogSkill, { names }: OpenedCatalog): string {
  const scope = root.package === undefined ? root.scope : `${root.scope} ${oneLine(root.package)}`;
  return `${printable(names.short(directory))} (${scope})`;
}

function explainAbsence({ name, others, near }: Explanation, { catalog }: OpenedCatalog): string {
  if (others.length > 0) {
    const ids = others.map(({ id }) => oneLine(id)).join(", ");
    return `${printable(name)} refers to several skills: ${ids}. Use one of these ids.\n`;
  }
  const similar = near === undefined ? findSimilar(catalog, name) : [near];
  const hint =
    similar.length === 0
      ? "Run `skillwright list --all` to see all skills."
      : `Did you mean ${similar.map(oneLine).join(" or ")}?`;
  return `No skill named ${printable(name)}. ${hint}\n`;
}

const maxSimilar = 3;

/** Skills whose name contains the word: `pdf` finds `pdf-text`. */
function findSimilar(catalog: Catalog, name: string): readonly string[] {
  const word = name.trim().toLowerCase();
  const ids = catalog.list().skills.map(({ id }) => id);
  return ids.filter((id) => id.toLowerCase().includes(word)).slice(0, maxSimilar);
}
