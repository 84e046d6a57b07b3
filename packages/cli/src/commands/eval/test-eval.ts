import type { WireTurn } from "../../models/wire/test-wire-format.ts";
import { createTestMachine, type TestIoOptions, type TestMachine } from "../../test-io.ts";
import { startProvider, type TestProvider } from "../test-run.ts";

/** A provider whose model greets as the skill says if it has the skill, and whose judge accepts what it can quote. */
export async function startEvalProvider(
  kind: Parameters<typeof startProvider>[0] = "anthropic",
  more: (text: string) => WireTurn | undefined = () => undefined,
): Promise<TestProvider> {
  return startProvider(kind, ({ body, tools }) => {
    const text = JSON.stringify(body);
    return more(text) ?? (tools.length === 0 ? grade(text) : work(text));
  });
}

function work(text: string): WireTurn {
  // In a trigger test the model has no instructions yet.
  if (text.includes("please greet"))
    return { calls: [{ id: "c1", tool: "skills_load", input: { skill: "greeter" } }] };
  if (!text.includes("Say ahoy")) return { text: "Good day, captain.", usage: { input: 900, output: 50 } };
  if (text.includes("wrote-it"))
    return { text: "Ahoy, captain! It is in greeting.txt.", usage: { input: 1500, output: 80 } };
  return {
    calls: [{ id: "wrote-it", tool: "write", input: { path: "greeting.txt", content: "Ahoy, captain!\n" } }],
    usage: { input: 1200, output: 60 },
  };
}

function grade(text: string): WireTurn {
  if (text.includes("output-A")) {
    const better = text.indexOf("Ahoy, captain!") < text.indexOf("Good day") ? "A" : "B";
    return {
      text: JSON.stringify({ reasoning: "One of them says ahoy.", ...scores(better), winner: better }),
    };
  }
  const says = text.includes("Ahoy, captain! It is in greeting.txt.");
  return {
    text: JSON.stringify({
      grades: [
        {
          statement: 1,
          reason: says ? "It says so." : "It does not.",
          quotes: says ? ["Ahoy, captain! It is in greeting.txt."] : [],
          passed: says,
        },
      ],
    }),
    usage: { input: 2000, output: 100 },
  };
}

function scores(better: string): object {
  const rubric = (points: number): object => ({
    content: { correctness: points, completeness: points, accuracy: points },
    structure: { organization: points, formatting: points, usability: points },
  });
  const quality = (score: number): object => ({ score, strengths: [], weaknesses: [] });
  const sides = ["A", "B"] as const;
  return {
    rubric: Object.fromEntries(sides.map((side) => [side, rubric(side === better ? 5 : 2)])),
    quality: Object.fromEntries(sides.map((side) => [side, quality(side === better ? 9 : 3)])),
  };
}

/** A skill with both kinds of evals, and a neighbor. */
export const evalFiles: Readonly<Record<string, string>> = {
  "repo/skills/greeter/SKILL.md":
    "---\nname: greeter\ndescription: Greets people as sailors do. Use when somebody is to be greeted.\n---\nSay ahoy and write it to greeting.txt.\n",
  "repo/skills/greeter/evals/evals.json": JSON.stringify({
    skill_name: "greeter",
    evals: [
      {
        id: 1,
        prompt: "Welcome the captain aboard.",
        expected_output: "A greeting as sailors have it, in a file.",
        assertions: ["file-created: greeting.txt", "The captain is greeted as sailors do"],
      },
    ],
  }),
  "repo/skills/greeter/evals/eval_queries.json": JSON.stringify([
    { query: "please greet the captain", should_trigger: true },
    { query: "greet nobody and sum these numbers", should_trigger: false },
  ]),
  "repo/skills/adder/SKILL.md":
    "---\nname: adder\ndescription: Adds numbers. Use when numbers are to be added.\n---\nAdd.\n",
};

/** Runs `skillwright eval` against a provider. */
export function evalAgainst(
  provider: TestProvider,
  words: readonly string[],
  { machine = createTestMachine(evalFiles), ...io }: TestIoOptions & { readonly machine?: TestMachine } = {},
): ReturnType<TestMachine["run"]> {
  const { environment } = provider;
  return machine.run(["eval", ...words, ...provider.words], { columns: 120, ...io, environment });
}
