import { tokenizeTools } from "@skillwright/core/parse";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestSession, skillText } from "./test-session.ts";

const lists: Readonly<Record<string, readonly string[]>> = {
  reader: ["Read", "Grep"],
  shell: ["Bash", "Read"],
  free: ["Read", "Grep", "Bash", "Write"],
};
const names = Object.keys(lists);
const tools = ["Read", "Grep", "Bash", "Write"];

type Step =
  | { readonly do: "activate"; readonly skill: string }
  | { readonly do: "deactivate" }
  | { readonly do: "call"; readonly tool: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("activate" as const), skill: fc.constantFrom(...names, "missing") }),
  fc.record({ do: fc.constant("deactivate" as const) }),
  fc.record({ do: fc.constant("call" as const), tool: fc.constantFrom(...tools) }),
);

/** The expected result of the steps in sequence: whether each call runs. */
function expected(steps: readonly Step[]): readonly boolean[] {
  const stack: string[] = [];
  const ran: boolean[] = [];
  for (const one of steps) {
    if (one.do === "activate" && names.includes(one.skill) && !stack.includes(one.skill))
      stack.push(one.skill);
    if (one.do === "deactivate") stack.pop();
    if (one.do === "call") ran.push(stack.every((skill) => lists[skill]?.includes(one.tool)));
  }
  return ran;
}

const skills = Object.fromEntries(
  names.map((name) => [`${name}/SKILL.md`, skillText(name, `allowed-tools: ${lists[name]?.join(" ")}`)]),
);

test("however many requests come at once, each call is decided as if they came in sequence", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.infiniteStream(fc.nat(2)),
      async (steps, pauses) => {
        const { session } = createTestSession(skills);
        const calls: Promise<boolean>[] = [];
        const others: Promise<unknown>[] = [];
        for (const one of steps) {
          // Some start in the same event loop turn, some later while earlier ones are running.
          for (let pause = pauses.next().value; pause > 0; pause--) await Promise.resolve();
          if (one.do === "activate") others.push(session.activate({ skill: one.skill }));
          if (one.do === "deactivate") others.push(session.deactivate());
          if (one.do === "call") {
            let ran = false;
            const run = (): void => {
              ran = true;
            };
            calls.push(
              session.guard(one.tool, { path: "a", command: "ls" }, run).then(({ ok }) => ok && ran),
            );
          }
        }
        await Promise.all(others);
        expect(await Promise.all(calls)).toEqual(expected(steps));
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});

test("calls of the session's own tools keep their place too, however long a person takes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.infiniteStream(fc.nat(3)),
      async (steps, pauses) => {
        const { session } = createTestSession(skills, {
          policy: { layer: { kind: "user", name: "user", ask: tokenizeTools("Bash Grep") } },
          approver: async () => {
            await new Promise((resolve) => setTimeout(resolve, pauses.next().value));
            return { approved: true };
          },
        });
        const tools = new Map((await session.tools()).map((tool) => [tool.name, tool]));
        const calls: Promise<boolean>[] = [];
        const others: Promise<unknown>[] = [];
        for (const one of steps) {
          for (let pause = pauses.next().value; pause > 0; pause--) await Promise.resolve();
          if (one.do === "activate")
            others.push(tools.get("Skill")?.call({ skill: one.skill }) ?? expect.fail());
          if (one.do === "deactivate") others.push(tools.get("skills_deactivate")?.call({}) ?? expect.fail());
          if (one.do === "call")
            calls.push(
              session.guard(one.tool, { path: "a", command: "ls" }, () => true).then(({ ok }) => ok),
            );
        }
        await Promise.all(others);
        expect(await Promise.all(calls)).toEqual(expected(steps));
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});
