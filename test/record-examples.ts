import { spawn } from "node:child_process";
import { startWire, type WireScript } from "../packages/cli/src/models/wire/test-wire.ts";
import type { WireRequest, WireTurn } from "../packages/cli/src/models/wire/test-wire-format.ts";
import { root } from "./source-files.ts";

/*
 * Records the example skills again, which is needed whenever one of them changes:
 *
 *   npm run record:examples
 *
 * The model is a stand-in on loopback that uses a provider's format, so no key is needed.
 */

const examples: Readonly<Record<string, readonly ((place: string) => WireTurn)[]>> = {
  "log-triage": [
    (place) => ({
      text: "I group the lines before I read any of them.",
      calls: [
        call("skills_run_script", {
          name: "log-triage",
          script: "group_lines.py",
          args: [`${place}/app-log.txt`, "--min-level", "warn"],
        }),
      ],
    }),
    () => ({
      text: "The pool ran dry last. The KeyError comes first in the bad period, so I read the lines around it.",
      calls: [call("read", { path: "app-log.txt", offset: 1, limit: 14 })],
    }),
    () => ({ text: report }),
    () => ({ text: JSON.stringify(judgement) }),
  ],
  "commit-messages": [
    () => ({ text: "I look at the change itself.", calls: [call("read", { path: "change.diff" })] }),
    () => ({
      text: "Callers that passed an empty limit now get an error, so it is a fix that breaks them.",
      calls: [
        call("skills_run_script", { name: "commit-messages", script: "check_message.py", stdin: message }),
      ],
    }),
    () => ({ text: `The check accepts this message:\n\n${message}` }),
  ],
};

const report = `SUSPECT   KeyError 'session' in web/orders.py:31, first at 10:27:01,441 (line 4), 2 times
EVIDENCE  "cache miss for session" one millisecond earlier (line 3); none of it before 10:27
FOLLOWS   no free connection in the pool at 10:27:06 (line 20): requests that fail keep theirs
NOISE     the mail server's timeout (line 15): another component, another exception
NEXT      what changed about the session cache before 10:27
UNKNOWN   what happened between 10:26:59 and 10:27:01: no lines`;

const message = `fix(search)!: reject an empty limit

An empty limit became NaN, and the query returned every row.

BREAKING CHANGE: leave the limit out to get the default of 20.
`;

const judgement = {
  grades: [
    {
      statement: 1,
      reason: "The suspect and what follows from it are on lines of their own.",
      quotes: [
        "SUSPECT   KeyError 'session' in web/orders.py:31",
        "FOLLOWS   no free connection in the pool",
      ],
      absent: [],
      passed: true,
    },
  ],
  claims: [],
  evalFeedback: { suggestions: [], overall: "The statement can be told from the report alone." },
};

let calls = 0;

function call(
  tool: string,
  input: Readonly<Record<string, unknown>>,
): NonNullable<WireTurn["calls"]>[number] {
  calls += 1;
  return { id: `call_${calls}`, tool, input };
}

/** The agent's working folder. */
function placeOf({ body }: WireRequest): string {
  return /You work in the folder ([^\s"\\]+)\. /.exec(JSON.stringify(body))?.[1] ?? "";
}

for (const [skill, turns] of Object.entries(examples)) {
  const script: WireScript = (request, index) => turns[index]?.(placeOf(request)) ?? { text: "Done." };
  const wire = await startWire("chat", script);
  const words = [
    "test",
    `examples/skills/${skill}`,
    "--record",
    "--model",
    "compatible/stand-in",
    "--base-url",
    wire.url,
  ];
  const child = spawn(
    process.execPath,
    ["--conditions=@skillwright/source", `${root}packages/cli/src/start.ts`, ...words],
    { cwd: root, stdio: "inherit" },
  );
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  await wire.close();
  if (code !== 0) process.exitCode = 1;
}
