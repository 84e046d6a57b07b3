import { limits } from "@skillwright/core";
import {
  checkSkill,
  findProfile,
  isValidDescription,
  isValidSkillName,
  suggestSkillName,
} from "@skillwright/core/check";
import { skillFromText } from "@skillwright/core/discover";
import { compact, printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { planSkill, type SkillPlan, type TemplateName, templateNames } from "./templates.ts";

/** The plan for `new` from flags, answers and defaults. Calls `refuseTaken` with the name before asking more. */
export async function askPlan(
  invocation: Invocation,
  io: Io,
  refuseTaken: (name: string) => void,
): Promise<SkillPlan> {
  const ask: Ask = async (question) => (invocation.flag("yes") ? undefined : io.ask(question));
  const given = readFlags(invocation);
  const name = given.name ?? (await askName(ask, io));
  refuseTaken(name);
  const description =
    given.description ?? clean(await ask("What does it do, and when should an agent use it? "));
  const template = given.template ?? (await askTemplate(ask, io));
  const license = given.license ?? clean(await ask("License, such as MIT or Apache-2.0 (empty for none): "));
  const plan = { name, template, ...(license === "" ? {} : { license }) };
  if (description === "") return { ...plan, description: defaultDescription(name) };
  if (!isValidDescription(description))
    throw new UsageError(`--description allows at most ${limits.descriptionLength} characters.`);
  return withTrigger({ ...plan, description }, io);
}

type Ask = (question: string) => Promise<string | undefined>;

function readFlags(invocation: Invocation): Partial<SkillPlan> {
  const [name, extra] = invocation.positionals;
  if (extra !== undefined) throw new UsageError(`new takes one NAME; found '${extra}' after '${name}'.`);
  if (name !== undefined && !isValidSkillName(name))
    throw new UsageError(`${whyInvalid(name)} Try '${suggestSkillName(name)}'.`);
  const description = invocation.option("description");
  const license = invocation.option("license");
  const template = invocation.option("template");
  return compact({
    name,
    description: description === undefined ? undefined : clean(description),
    license: license === undefined ? undefined : clean(license),
    template: template === undefined ? undefined : requireTemplate(template),
  });
}

function clean(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

/** Invalid answers before giving up. */
const attempts = 3;

async function askName(ask: Ask, io: Io): Promise<string> {
  let suggestion: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await ask(
      suggestion === undefined ? "Name of the skill, such as invoice-check: " : `Name [${suggestion}]: `,
    );
    if (answer === undefined) break;
    const name = clean(answer) || suggestion;
    if (name === undefined) continue;
    if (isValidSkillName(name)) return name;
    suggestion = suggestSkillName(name);
    await io.err(`${whyInvalid(name)}\n`);
  }
  throw new UsageError("NAME is required, as in `skillwright new invoice-check`.");
}

async function askTemplate(ask: Ask, io: Io): Promise<TemplateName> {
  const [first] = templateNames;
  let answer = "";
  for (let attempt = 0; attempt < attempts; attempt++) {
    answer = clean(await ask(`Template: ${templateNames.join(", ")} [${first}]: `));
    if (answer === "") return first;
    const template = templateNames.find((name) => name === answer);
    if (template !== undefined) return template;
    await io.err(`Unknown template '${printable(answer)}'.\n`);
  }
  return requireTemplate(answer);
}

function requireTemplate(text: string): TemplateName {
  const template = templateNames.find((name) => name === text);
  if (template !== undefined) return template;
  throw new UsageError(`--template must be one of ${templateNames.join(", ")}; found '${text}'.`);
}

function whyInvalid(name: string): string {
  return `'${printable(name)}' is not a valid name: expected lowercase letters, digits and single hyphens, at most ${limits.nameLength} characters.`;
}

function defaultDescription(name: string): string {
  return `Guides work on ${name.replaceAll("-", " ")} from the request to a checked result. ${triggerOf(name)}`;
}

function triggerOf(name: string): string {
  return `Use when the user asks for ${name.replaceAll("-", " ")}.`;
}

/** Agents choose skills by description, so add a trigger sentence if it lacks one. */
async function withTrigger(plan: SkillPlan, io: Io): Promise<SkillPlan> {
  const [file] = planSkill(plan);
  const findings = checkSkill(skillFromText(file?.content ?? ""), {
    profile: findProfile("standard"),
    categories: ["quality"],
  });
  const stop = /[.!?]$/.test(plan.description) ? "" : ".";
  const description = `${plan.description}${stop} ${triggerOf(plan.name)}`;
  if (!findings.some(({ rule }) => rule === "description-quality") || !isValidDescription(description))
    return plan;
  await io.err(`note: the description does not say when to use the skill; added: ${triggerOf(plan.name)}\n`);
  return { ...plan, description };
}
