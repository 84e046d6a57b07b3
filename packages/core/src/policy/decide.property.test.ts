import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import { type PolicyLayer, skillLayer } from "./policy-layer.ts";
import { collapsePath } from "./request-path.ts";

/**
 * A second, deliberately simple evaluator: a call is a list of deeds, a rule answers yes, no or unknown per deed from a
 * table, and the five steps are written out. It shares only the rules' words with the first.
 */
type Deed = { readonly tool: string; readonly what: string };
type Answer = "yes" | "no" | "unknown";

/** `?` is an unreadable action, `??` one that may not even happen. */
const rules: Readonly<Record<string, (deed: Deed) => Answer>> = {
  Bash: ({ tool }) => (tool === "Bash" ? "yes" : "no"),
  "Bash(git:*)": forWhat("Bash", (what) => what.startsWith("git ")),
  "Bash(git status)": forWhat("Bash", (what) => what === "git status"),
  "Bash(npm test)": forWhat("Bash", (what) => what === "npm test"),
  Read: ({ tool, what }) => named(tool === "Read", what),
  "Read(docs/**)": forWhat("Read", (what) => what.startsWith("docs/")),
  "Read(docs/a.md)": forWhat("Read", (what) => what === "docs/a.md"),
  Write: ({ tool, what }) => named(tool === "Write", what),
  "Write(out/*)": forWhat("Write", (what) => what.startsWith("out/")),
  "Write(*.log)": forWhat("Write", (what) => what.endsWith(".log")),
  mcp__git: ({ tool }) => (tool === "mcp__git__log" ? "yes" : "no"),
  "mcp__*": ({ tool }) => (tool.startsWith("mcp__") ? "yes" : "no"),
  "WebFetch(domain:a.org)": forWhat("WebFetch", (what) => what === "a.org"),
  "WebFetch(domain:*.a.org)": forWhat("WebFetch", (what) => what.endsWith(".a.org")),
  deploy: ({ tool }) => (tool === "deploy" ? "yes" : "no"),
  "deploy(prod)": ({ tool }) => (tool === "deploy" ? "unknown" : "no"),
  "Skill(review)": forWhat("Skill", (what) => what === "review"),
  "*": ({ what }) => named(true, what),
};

function named(isTool: boolean, what: string): Answer {
  if (!isTool) return "no";
  return what === "??" ? "unknown" : "yes";
}

function forWhat(tool: string, fits: (what: string) => boolean): (deed: Deed) => Answer {
  return (deed) => {
    if (deed.tool !== tool) return "no";
    if (deed.what === "?" || deed.what === "??") return "unknown";
    return fits(deed.what) ? "yes" : "no";
  };
}

type Call = { readonly tool: string; readonly input: unknown; readonly deeds: readonly Deed[] };
type Layer = { readonly [list in "deny" | "only" | "ask" | "allow"]?: readonly string[] } & {
  otherwise?: Effect;
};

function evaluate({ tool, deeds }: Call, layers: readonly Layer[]): readonly [Effect, string] {
  const answers = (rule: string): readonly Answer[] => deeds.map((deed) => rules[rule]?.(deed) ?? "unknown");
  const touched = (rule: string): Answer => answers(rule).find((answer) => answer !== "no") ?? "no";
  const covers = (list: readonly string[]): boolean =>
    list.includes("*") ||
    list.includes(tool) ||
    deeds.every((_, index) => list.some((rule) => answers(rule)[index] === "yes"));
  const isSkillTool = tool === "Skill" || tool === "skills_list";

  for (const { deny = [] } of layers)
    for (const rule of deny) if (touched(rule) !== "no") return ["deny", rule];
  for (const { only } of layers) {
    const applies = !isSkillTool || (tool === "Skill" && only?.some((rule) => rule.startsWith("Skill")));
    if (only && !covers(only) && applies) return ["deny", "only"];
  }
  for (const { ask = [] } of layers) for (const rule of ask) if (touched(rule) !== "no") return ["ask", rule];
  for (const { allow } of layers) if (allow && covers(allow)) return ["allow", "allow"];
  if (isSkillTool) return ["allow", "skill-tools"];
  const defaults = layers.map(({ otherwise }) => otherwise);
  for (const effect of ["deny", "ask", "allow"] as const)
    if (defaults.includes(effect)) return [effect, "otherwise"];
  return ["deny", "none"];
}

/** Deterministic random numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = createRandom(20_260_101);
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick");
  return item;
};
const some = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  Array.from({ length: random(most + 1) }, () => pick(items));

function randomLayer(): Layer {
  const lists = (["deny", "only", "ask", "allow"] as const).flatMap((list) =>
    random(3) === 0 ? [[list, some(Object.keys(rules), list === "deny" ? 1 : 4)] as const] : [],
  );
  const otherwise = pick(["none", "none", "allow", "ask", "deny"] as const);
  return { ...Object.fromEntries(lists), ...(otherwise === "none" ? {} : { otherwise }) };
}

function randomCommand(): Call {
  if (random(8) === 0) {
    const possible = [
      { tool: "Write", what: "??" },
      { tool: "Read", what: "??" },
    ] as const;
    const input = { command: pick(["git 'status", "git status &&", "echo $((PATH=1))", "if git; fi"]) };
    return { tool: "Bash", input, deeds: [{ tool: "Bash", what: "?" }, ...possible] };
  }
  const programs = [pick(commands), ...some(commands, 2)];
  const target = pick(["", "", "out/x", "run.log", "docs/b.md"]);
  const line = programs.join(pick([" ; ", " && ", " || ", " | ", "\n"]));
  const deeds = programs.map((what) => ({ tool: "Bash", what }));
  if (target === "") return { tool: "Bash", input: { command: line }, deeds };
  return {
    tool: "Bash",
    input: { command: `${line} > ${target}` },
    deeds: [...deeds, { tool: "Write", what: target }],
  };
}
const commands = ["git status", "git log", "npm test", "ls"];

const calls: readonly (() => Call)[] = [
  randomCommand,
  randomCommand,
  () => file("Read", pick(["docs/a.md", "docs/b.md", "src/a.ts"])),
  () => file("Write", pick(["out/x", "out/run.log", "docs/a.md"])),
  () => ({ tool: "Read", input: { path: "~/x" }, deeds: [{ tool: "Read", what: "?" }] }),
  () => plain(pick(["mcp__git__log", "mcp__jira__list", "deploy", "skills_list"])),
  () => {
    const host = pick(["a.org", "x.a.org", "b.org"]);
    return {
      tool: "WebFetch",
      input: { url: `https://${host}/x` },
      deeds: [{ tool: "WebFetch", what: host }],
    };
  },
  () => {
    const skill = pick(["review", "release"]);
    return { tool: "Skill", input: { skill }, deeds: [{ tool: "Skill", what: skill }] };
  },
];

function file(tool: string, path: string): Call {
  return { tool, input: { path }, deeds: [{ tool, what: path }] };
}

function plain(tool: string): Call {
  return { tool, input: {}, deeds: [{ tool, what: "" }] };
}

function toLayer(layer: Layer, index: number): PolicyLayer {
  const { otherwise, ...lists } = layer;
  const read = Object.entries(lists).map(([list, texts]) => [list, texts.flatMap(tokenizeTools)]);
  return {
    kind: "user",
    name: `layer ${index}`,
    ...Object.fromEntries(read),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
}

test("10⁵ random policies and calls are decided like the second evaluator decides them", () => {
  const seen = new Map<string, number>();
  // Policies are built from these parts, since lists are compiled only once.
  const pool = Array.from({ length: 3000 }, randomLayer).map((layer, index) => ({
    layer,
    compiled: toLayer(layer, index),
  }));
  for (let run = 0; run < 100_000; run++) {
    const chosen = some(pool, 3);
    const layers = chosen.map(({ layer }) => layer);
    const call = pick(calls)();
    const [effect, by] = evaluate(call, layers);
    const request = {
      tool: call.tool,
      input: call.input,
      workspace: "/work",
      resolvePath: (path: string) => collapsePath(`/work/${path}`),
    };
    const decision = decide(
      request,
      chosen.map(({ compiled }) => compiled),
    );
    const isNamed = by === "allow" || decision.reason === "on-the-list" || decision.rule === by;
    if (decision.effect !== effect || !isNamed)
      expect({ decision, call, layers }).toEqual({ decision: { effect, rule: by }, call, layers });
    seen.set(decision.reason, (seen.get(decision.reason) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual([
    "allowed-by-rule",
    "asked-by-rule",
    "by-default",
    "cannot-be-read",
    "denied-by-rule",
    "no-rule",
    "not-on-the-list",
    "on-the-list",
    "skill-tool",
  ]);
  expect(Math.min(...seen.values())).toBeGreaterThan(500);
});

test("T15: a skill's list and exclusions never allow a call that was denied or asked about without them", () => {
  const strictness: readonly Effect[] = ["allow", "ask", "deny"];
  for (let run = 0; run < 20_000; run++) {
    const layers = Array.from({ length: 1 + random(3) }, randomLayer).map(toLayer);
    const { tool, input } = pick(calls)();
    const request = {
      tool,
      input,
      workspace: "/work",
      resolvePath: (path: string) => collapsePath(`/work/${path}`),
    };
    const skill = skillLayer({
      name: "x",
      requestedTools: some(Object.keys(rules), 4).flatMap(tokenizeTools),
      disallowedTools: some(Object.keys(rules), 1).flatMap(tokenizeTools),
    });
    const before = strictness.indexOf(decide(request, layers).effect);
    const after = strictness.indexOf(decide(request, [...layers, skill]).effect);
    if (after < before) expect({ request, layers, skill }).toBe("no wider than before");
  }
});
