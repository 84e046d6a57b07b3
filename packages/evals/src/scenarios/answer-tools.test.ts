import { expect, test } from "vitest";
import { runCase } from "./test-scenarios.ts";

const call = (tool: string, input: object): object => ({ calls: [{ tool, input }] });
const done = { text: "I am done." };
/** A check that expects this text in the results of the agent's tools. */
const heard = {
  "tests/checks/heard.sh":
    'answers=$(cat); for word; do echo "$answers" | grep -qF -- "$word" || { echo "not heard: $word"; exit 1; }; done',
};
const hears = (...words: readonly string[]): object => ({
  type: "custom",
  value: ["tests/checks/heard.sh", ...words.map((word) => JSON.stringify(word))].join(" "),
});

test("S2-32: tools give the scenario's first matching answer instead of running", async () => {
  const result = await runCase(
    {
      tools: [
        { tool: "Bash", when: { command: "kubectl get" }, output: "web 3/3" },
        { tool: "Bash", when: { command: "kubectl diff" }, output: { stdout: "-1\n+2", return_code: 7 } },
        { tool: "bash", when: { command: "kubectl" }, output: "no such verb", fails: true },
        { tool: "Read", when: { path: "far" }, output: "from afar" },
        { tool: "Write", output: "the disk is full", fails: true },
      ],
      turns: [
        call("bash", { command: "kubectl get pods --all" }),
        call("bash", { command: "kubectl diff x" }),
        call("bash", { command: "kubectl frobnicate" }),
        call("bash", { command: "echo really > ran.txt" }),
        call("read", { path: "far.txt" }),
        call("write", { path: "no.txt", content: "x" }),
        done,
      ],
      assertions: [
        hears(
          "web 3/3",
          '\\"return_code\\":7',
          '\\"stderr\\":\\"no such verb\\"',
          "from afar",
          "the disk is full",
        ),
        { type: "file-created", value: "ran.txt" },
        { type: "command-executed", value: "kubectl get pods" },
      ],
    },
    heard,
  );
  expect(result.failures).toEqual([]);
  expect(result.status).toBe("passed");
});

test("an unknown tool exists for the scenario, and fails when no answer matches", async () => {
  const result = await runCase(
    {
      tools: [
        { tool: "create_ticket", when: { title: "Crash" }, output: { id: 42 } },
        { tool: "create_ticket", when: { title: "Spam" }, output: "closed for spam", fails: true },
      ],
      turns: [
        call("create_ticket", { title: "Crash at start", body: "x" }),
        call("create_ticket", { title: "Spam" }),
        call("create_ticket", { title: "Other" }),
        done,
      ],
      assertions: [hears('\\"id\\":42', "closed for spam", "The scenario defines no answer for this call.")],
    },
    heard,
  );
  expect(result.failures).toEqual([]);
  expect(result.status).toBe("passed");
});

test("the skill's list applies to tools of a scenario as to any other", async () => {
  const manifest = { "SKILL.md": "---\nname: tried\ndescription: Is tried.\nallowed-tools: Read\n---\n" };
  const result = await runCase(
    {
      tools: [{ tool: "create_ticket", output: { id: 42 } }],
      turns: [call("create_ticket", {}), done],
      assertions: [hears("not allowed by active skill")],
    },
    { ...manifest, ...heard },
  );
  expect(result.failures).toEqual([]);
});

test("scripts of the skill are tools, too, and can have predefined answers", async () => {
  const result = await runCase(
    {
      tools: [{ tool: "skills_run_script", when: { script: "deploy.sh" }, output: "deployed" }],
      turns: [call("skills_run_script", { name: "tried", script: "deploy.sh", args: ["prod"] }), done],
      assertions: [
        hears('\\"stdout\\":\\"deployed\\"', '\\"exit_code\\":0'),
        { type: "command-executed", value: "deploy.sh prod" },
      ],
    },
    { ...heard, "scripts/deploy.sh": "exit 9" },
  );
  expect(result.failures).toEqual([]);
});
