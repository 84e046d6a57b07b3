import { jsonSchema, type ToolSet, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { call, resultsIn, runScripted, say, scriptModel, use } from "./test-agent.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });

function reading(): { readonly tools: ToolSet; readonly ran: unknown[] } {
  const ran: unknown[] = [];
  const execute = async (input: unknown): Promise<string> => `read ${ran.push(input)}`;
  return { ran, tools: { read: tool({ inputSchema, execute }) } };
}

test("a call of a nonexistent tool is answered with the nearest name and the available tools, and the run continues", async () => {
  const { tools } = reading();
  const model = scriptModel([use(call("raed", {})), use(call("read", {})), say("Done.")]);
  const { result, seen } = await runScripted(model, { tools });
  const answer = resultsIn(model)["call-raed-1"];
  expect(answer).toBe(
    "There is no tool called 'raed'. Did you mean read? There are: Skill, skills_list, skills_search, skills_load, skills_read_file, skills_run_script, skills_deactivate, skills_feedback, read.",
  );
  expect(seen[1]).toEqual({
    type: "tool-answered",
    call: "call-raed-1",
    tool: "raed",
    ok: false,
    output: answer,
  });
  expect(result).toMatchObject({ status: "finished", steps: 3 });
});

test("a tool called by its name in other agents is that tool, without losing a step", async () => {
  const { tools, ran } = reading();
  const model = scriptModel([
    use(call("Read", { path: "a" }), call("view_file", { path: "b" })),
    say("Done."),
  ]);
  const { result, seen, events } = await runScripted(model, { tools });
  expect(ran).toEqual([{ path: "a" }, { path: "b" }]);
  expect(resultsIn(model)).toEqual({ "call-Read-1": "read 1", "call-view_file-1": "read 2" });
  expect(seen).toContainEqual({
    type: "tool-called",
    call: "call-Read-1",
    tool: "read",
    input: { path: "a" },
  });
  expect(events().filter(({ event }) => event === "tool-call-allowed")).toMatchObject([
    { tool: "read", call: "call-Read-1" },
    { tool: "read", call: "call-view_file-1" },
  ]);
  expect(result).toMatchObject({ status: "finished", steps: 2 });
});

test("the Skill tool also answers to its other names", async () => {
  const model = scriptModel([use(call("use_skill", { skill: "pdf-extract" })), say("Done.")]);
  const { session } = await runScripted(model);
  expect(session.active().map(({ name }) => name)).toEqual(["pdf-extract"]);
});

test("another name does not reach a tool that a skill excludes, and the attempt is recorded", async () => {
  const ran: unknown[] = [];
  const bash = tool({ inputSchema, execute: async (input): Promise<string> => `ran ${ran.push(input)}` });
  const model = scriptModel([
    use(call("Skill", { skill: "reader" })),
    use(call("Bash", { command: "id" }), call("run_command", { command: "id" })),
    say("Done."),
  ]);
  const { events } = await runScripted(model, { tools: { bash } });
  const denied = events().filter(({ event }) => event === "tool-call-denied");
  expect(denied).toMatchObject([{ tool: "Bash" }, { tool: "run_command" }]);
  expect(resultsIn(model)["call-Bash-2"]).toMatch(/^Tool 'Bash' not allowed by active skill 'reader'\n/);
  expect(ran).toEqual([]);
});

test("a policy on a tool also applies under its other names", async () => {
  const { tools, ran } = reading();
  const deny = [{ text: "Read(/etc/**)", tool: "Read", pattern: "/etc/**" }];
  const model = scriptModel([use(call("Read", { path: "/etc/shadow" })), say("Done.")]);
  const policy = { layer: { kind: "organisation", name: "organisation", deny } } as const;
  const { events } = await runScripted(model, { tools }, { policy });
  expect(events().filter(({ event }) => event === "tool-call-denied")).toMatchObject([{ tool: "read" }]);
  expect(ran).toEqual([]);
});

test("a skill called as a tool is answered with the correct call as exact JSON, and that call works", async () => {
  const model = scriptModel([
    use(call("pdf-extract", { file: "a.pdf" })),
    use(call("Skill", { skill: "pdf-extract" })),
    say("Done."),
  ]);
  const { session } = await runScripted(model);
  const results = resultsIn(model);
  expect(results["call-pdf-extract-1"]).toBe(
    `'pdf-extract' is a skill, not a tool. To use it, call the tool Skill with {"skill":"pdf-extract"}. Pass its input in "args", as text.`,
  );
  expect(results["call-Skill-2"]).toMatchObject({ success: true });
  expect(session.active().map(({ name }) => name)).toEqual(["pdf-extract"]);
});

test("likewise a skill whose name is written like a tool's, and one called without input", async () => {
  const model = scriptModel([use(call("pdf_extract", "")), say("Done.")]);
  await runScripted(model);
  expect(resultsIn(model)["call-pdf_extract-1"]).toBe(
    `'pdf_extract' is a skill, not a tool. To use it, call the tool Skill with {"skill":"pdf-extract"}.`,
  );
});

test("under a restricting skill, a skill called as a tool still gets the hint, and a forbidden tool is refused", async () => {
  const { tools, ran } = reading();
  const model = scriptModel([
    use(call("Skill", { skill: "reader" })),
    use(call("pdf-extract", {}), call("deploy", {})),
    say("Done."),
  ]);
  const { events } = await runScripted(model, { tools });
  const results = resultsIn(model);
  expect(results["call-pdf-extract-2"]).toContain('{"skill":"pdf-extract"}');
  expect(results["call-deploy-2"]).toMatch(/^Tool 'deploy' not allowed by active skill 'reader'\n/);
  const denied = events().filter(({ event }) => event === "tool-call-denied");
  expect(denied).toMatchObject([{ tool: "deploy", call: "call-deploy-2" }]);
  expect(ran).toEqual([]);
});

test("a skill that no model may choose is not revealed", async () => {
  const model = scriptModel([use(call("secret-plan", {})), say("Done.")]);
  const { catalog } = await runScripted(model);
  expect(catalog.find("secret-plan").enabled).toBe(true);
  expect(resultsIn(model)["call-secret-plan-1"]).toMatch(
    /^There is no tool called 'secret-plan'\. There are:/,
  );
});

test("invalid JSON input is answered, runs nothing, and can be corrected", async () => {
  const { tools, ran } = reading();
  const broken = call("read", '{"path": "notes.md', "a");
  const model = scriptModel([use(broken), use(call("read", { path: "notes.md" })), say("Done.")]);
  const { result } = await runScripted(model, { tools });
  expect(resultsIn(model)["a-1"]).toMatch(
    /^The input of 'read' is not the JSON object that the tool takes, so nothing was run: .* Make the call again, with the whole input as one valid JSON object\.$/,
  );
  expect(ran).toEqual([{ path: "notes.md" }]);
  expect(result.status).toBe("finished");
});

test("an input that a host's schema does not take is answered", async () => {
  const execute = async (): Promise<string> => "read";
  const tools = { read: tool({ inputSchema: z.object({ path: z.string() }), execute }) };
  const model = scriptModel([use(call("read", { path: 7 })), say("Done.")]);
  await runScripted(model, { tools });
  expect(resultsIn(model)["call-read-1"]).toMatch(/path/);
});

test("a name that no provider would take back is changed in the conversation, in call and answer alike", async () => {
  const name = `functions.read file\u0000${"x".repeat(100)}`;
  const model = scriptModel([use(call(name, {}, "a")), use(call("", {}, "b")), say("Done.")]);
  const { result } = await runScripted(model);
  const prompt = model.doStreamCalls.at(-1)?.prompt ?? [];
  const names = prompt.flatMap(({ role, content }) =>
    role === "assistant" || role === "tool"
      ? content.flatMap((part) => ("toolName" in part ? [part.toolName] : []))
      : [],
  );
  const changed = `functions_read_file_${"x".repeat(44)}`;
  expect(names).toEqual([changed, changed, "unnamed", "unnamed"]);
  expect(result.status).toBe("finished");
});

test("a model that repeats the same impossible call forever is stopped like any other", async () => {
  const model = scriptModel([use(call("raed", {}))]);
  const { result } = await runScripted(model);
  expect(result).toMatchObject({ status: "looping", steps: 6 });
});

test("input nested a hundred thousand levels deep fails only that call", async () => {
  const { tools, ran } = reading();
  const deep = `{"path":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const model = scriptModel([use(call("read", deep)), say("Done.")]);
  const { result } = await runScripted(model, { tools });
  expect(result).toMatchObject({ status: "finished", text: "Done." });
  expect(resultsIn(model)["call-read-1"]).toMatch(/^The input of 'read' is not the JSON object/);
  expect(ran).toEqual([]);
});
