import { feedbackListSchema, feedbackSchema } from "@skillwright/core/registry";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { type OpenHub, withHub } from "../governance/open-hub.ts";

/** What people and agents say about the versions of a skill. */
export async function manageFeedback(invocation: Invocation, io: Io): Promise<number> {
  const [, target, extra] = invocation.positionals;
  if (target === undefined || extra !== undefined)
    throw new UsageError("expected `hub feedback NAME` or `hub feedback NAME@VERSION --helped yes`.");
  const helped = readHelped(invocation);
  const at = target.lastIndexOf("@");
  const [name, version] = at > 0 ? [target.slice(0, at), target.slice(at + 1)] : [target, undefined];
  return withHub(invocation, io, (hub) => {
    if (helped === undefined) return list(hub, { name, version }, { invocation, io });
    if (version === undefined)
      throw new UsageError("feedback is about one version: name it as NAME@VERSION.");
    return give(hub, { name, version, helped }, { invocation, io });
  });
}

function readHelped(invocation: Invocation): boolean | undefined {
  const word = invocation.option("helped");
  if (word === undefined && invocation.option("comment") !== undefined)
    throw new UsageError("--comment requires --helped yes or --helped no.");
  if (word === undefined) return undefined;
  if (word !== "yes" && word !== "no") throw new UsageError("--helped is yes or no.");
  return word === "yes";
}

type Place = { readonly invocation: Invocation; readonly io: Io };
type Target = { readonly name: string; readonly version: string | undefined };

async function list(hub: OpenHub, { name, version }: Target, { invocation, io }: Place): Promise<number> {
  const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
  const path = `api/v1/skills/${encodeURIComponent(name)}/feedback${query}`;
  const { feedback } = await hub.get(path, feedbackListSchema);
  if (invocation.flag("json")) {
    await io.out(`${safeJson({ version: 1, feedback }, 2)}\n`);
    return exitCode.ok;
  }
  for (const { version: of, helped, author, comment, time } of feedback) {
    const said = comment === "" ? "" : `: ${comment}`;
    const text = `${time} ${of || "unpublished"} ${helped ? "helped" : "did not help"} ${author}${said}`;
    await io.out(`${oneLine(text)}\n`);
  }
  if (feedback.length === 0) await io.err(`There is no feedback about ${oneLine(name)}.\n`);
  return exitCode.ok;
}

async function give(
  hub: OpenHub,
  { name, version, helped }: { readonly name: string; readonly version: string; readonly helped: boolean },
  { invocation, io }: Place,
): Promise<number> {
  const path = `api/v1/skills/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}/feedback`;
  const comment = invocation.option("comment") ?? "";
  const given = await hub.post(path, { helped, comment }, feedbackSchema);
  await io.out(
    invocation.flag("json")
      ? `${safeJson({ version: 1, feedback: [given] }, 2)}\n`
      : `Noted for ${oneLine(`${name}@${version}`)}. Saying it again replaces it.\n`,
  );
  return exitCode.ok;
}
