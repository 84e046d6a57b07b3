import { SkillError } from "@skillwright/core";
import { findRule, profiles, rules, severityIn } from "@skillwright/core/check";
import { suggest } from "@skillwright/core/text";
import { type Command, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";

export const rulesCommand: Command = {
  name: "rules",
  usage: "[RULE] [options]",
  flags: { json: { type: "boolean", help: "Machine-readable output." } },
  examples: ["skillwright rules", "skillwright rules name.format"],
  async run(invocation, io) {
    const [id, extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`rules explains one RULE; found '${extra}' after '${id}'.`);
    const chosen = id === undefined ? rules : [requireRule(id)];
    if (invocation.flag("json")) {
      const rows = chosen.map(({ id: rule, category, severity, summary, options = {} }) => ({
        rule,
        category,
        severity,
        summary,
        options,
      }));
      const views = profiles.map(({ name, summary }) => ({ name, summary }));
      await io.out(`${safeJson({ version: 1, rules: rows, profiles: views }, 2)}\n`);
      return exitCode.ok;
    }
    const style = createStyle(io.terminal.color);
    await io.out(id === undefined ? overview(style) : explain(id, style));
    return exitCode.ok;
  },
};

function requireRule(id: string): (typeof rules)[number] {
  const rule = findRule(id);
  if (rule) return rule;
  const near = suggest(
    id,
    rules.map((one) => one.id),
  );
  throw new SkillError("rule-unknown", {
    name: id,
    hint: near === undefined ? " `skillwright rules` lists them." : ` Did you mean ${near}?`,
  });
}

function overview(style: Style): string {
  const sections = ["spec", "quality", "security"].map((category) => {
    const rows = rules.filter((rule) => rule.category === category);
    const lines = rows.map(
      ({ id, severity, summary }) => `  ${id.padEnd(26)} ${severity.padEnd(8)} ${summary}`,
    );
    return [style.bold(category), ...lines, ""].join("\n");
  });
  const views = profiles.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`);
  return [...sections, style.bold("profiles"), ...views, ""].join("\n");
}

function explain(id: string, style: Style): string {
  const rule = requireRule(id);
  const { category, severity, summary, messages, options = {} } = rule;
  const settings = Object.entries(options).map(([name, value]) => `  option ${name}: ${value}`);
  const weights = profiles
    .filter((profile) => profile.engine === undefined && severityIn(profile, rule) !== severity)
    .map((profile) => `  ${profile.name}: ${severityIn(profile, rule)}`);

  return [
    `${style.bold(id)} (${category}, ${severity})`,
    summary,
    "",
    ...Object.values(messages).map((message) => `  “${message}”`),
    ...(settings.length > 0 ? ["", ...settings] : []),
    ...(weights.length > 0 ? ["", "In other profiles:", ...weights] : []),
    "",
  ].join("\n");
}
