import { openHubView } from "../../catalog/hub-view.ts";
import { catalogFlags, catalogNotes, openSkills } from "../../catalog/open-catalog.ts";

import { type Command, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { examine } from "./checkup.ts";
import { checkupText, listProblems } from "./checkup-text.ts";

export const doctorCommand: Command = {
  name: "doctor",
  usage: "[options]",
  flags: { json: { type: "boolean", help: "Machine-readable output." }, ...catalogFlags },
  notes: `${catalogNotes}
Exit code 1 if something is broken.`,
  examples: ["skillwright doctor", "skillwright doctor --client claude-code --json"],
  async run(invocation, io) {
    const [extra] = invocation.positionals;
    if (extra !== undefined) throw new UsageError(`doctor takes no arguments; did you mean --root ${extra}?`);
    const skills = await openSkills(invocation, io, { despitePolicies: true });
    const view = await openHubView(skills, io);
    const opened = { ...skills, ...view };
    const json = invocation.flag("json");
    const checkup = await examine(opened, json ? opened.names.exact : opened.names.short, io);
    const { color, columns } = io.terminal;
    const look = { style: createStyle(color), columns, verbose: invocation.flag("verbose") };
    await io.out(json ? `${safeJson(checkup, 2)}\n` : checkupText(checkup, look));
    const isBroken = listProblems(checkup).some(({ severity }) => severity === "error");
    return isBroken ? exitCode.findings : exitCode.ok;
  },
};
