import type { LoadedEntry } from "@skillwright/core/catalog";
import { printable } from "@skillwright/core/text";
import { findScript } from "@skillwright/runtime";
import { finishCatalog } from "../../catalog/findings.ts";
import { loadAvailable } from "../../catalog/load-available.ts";
import { catalogFlags } from "../../catalog/open-catalog.ts";
import { openNamedSkill } from "../../catalog/open-named-skill.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { openPolicies, policyFlags, policyNotes } from "../../session/open-policies.ts";
import { execFlags, readExecOptions } from "./options.ts";
import { printPlan } from "./plan.ts";
import { runScriptLive } from "./session.ts";

/** Runs one script of a skill as an agent would: same policies, sandbox and audit log. */
export const execCommand: Command = {
  name: "exec",
  usage: "[options] SKILL SCRIPT [ARGS...]",
  flags: { ...execFlags, ...policyFlags, ...catalogFlags },
  ownWords: 2,
  notes: `SKILL is a name or the path of a skill's folder. SCRIPT is a path inside it, with or without scripts/.
Options of exec come before SCRIPT; everything after it goes to the script, including words that look like options.
The script runs in the skill's folder, so pass absolute paths: "$PWD/data.csv". It may read that folder and the
current folder, and write to $SKILL_OUTPUT_DIR; piped standard input is passed on.
${policyNotes}
Exit code: the script's; 3 if refused, 2 for wrong usage, 4 if something is missing on this machine,
130 after Ctrl-C.`,
  examples: [
    'skillwright exec csv-check check_csv.py "$PWD/orders.csv"',
    "skillwright exec --plan ./skills/pdf-text scripts/extract_text.py report.pdf",
    "skillwright exec --write ./out --allow-host api.example.org deploy push.sh --dry-run",
  ],
  run: exec,
};

async function exec(invocation: Invocation, io: Io): Promise<number> {
  const [word, script, ...args] = invocation.positionals;
  if (word === undefined || script === undefined)
    throw new UsageError("exec requires a SKILL and a SCRIPT, then the script's arguments.");
  if (word === "") throw new UsageError("SKILL must be a name or a path; found ''.");
  const options = await readExecOptions(invocation, io);
  const policies = await openPolicies(invocation, io);
  const { opened, reference } = await openNamedSkill(word, invocation, { io, beforePolicies: true });
  const entry = await loadAvailable(opened, reference, { command: "exec", io });
  await finishCatalog(opened, invocation, io);
  if (entry === undefined) return exitCode.refused;
  requireScript(entry, script);
  const work = { entry, script, args, options, policies, opened };
  return options.plan ? printPlan(work, io) : runScriptLive(work, io);
}

/** Throws if the script does not exist, listing the skill's scripts. */
function requireScript(entry: LoadedEntry, script: string): void {
  if (findScript(entry, script) !== undefined) return;
  const { name, files } = entry;
  const scripts = files
    .filter((file) => file.startsWith("scripts/"))
    .map((file) => file.slice("scripts/".length));
  const known = scripts.slice(0, namedScripts).map(printable).join(", ");
  const more = scripts.length > namedScripts ? ` and ${scripts.length - namedScripts} more` : "";
  throw new UsageError(
    `${printable(name)} has no script ${printable(script)}. ${known === "" ? "Its scripts/ folder is empty or missing." : `Scripts: ${known}${more}.`}`,
  );
}

const namedScripts = 10;
