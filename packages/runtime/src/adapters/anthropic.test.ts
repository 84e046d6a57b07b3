import type Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { BetaAbstractBrowserToolset20260801 } from "@anthropic-ai/sdk/helpers/beta/toolsets";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { BetaMessageParam, BetaToolUseBlock } from "@anthropic-ai/sdk/resources/beta";
import type { AuditEvent } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import {
  type AnthropicTool,
  offeredTools,
  runToolUse,
  skillTools,
  unguardedTools,
  wrapTools,
} from "./anthropic.ts";
import { describeAdapter, type HostTool, openStage } from "./contract.ts";
import { blocksOf, scriptedApi, transcriptOf } from "./test-anthropic.ts";

function toTools(tools: readonly HostTool[]): AnthropicTool[] {
  return tools.map(({ name, run }) =>
    betaTool({ name, description: name, inputSchema: { type: "object" }, run: (input) => run(input) }),
  );
}

const start = { model: "scripted", max_tokens: 100 };
const messages: BetaMessageParam[] = [{ role: "user", content: "Go." }];

for (const mode of [{}, { stream: true }, { stream: true, runToolsEagerly: true }])
  describeAdapter(`Anthropic: toolRunner ${JSON.stringify(mode)}`, {
    run: async ({ session, tools, turns, show }) => {
      const { client, requests } = scriptedApi(turns);
      const all = [...(await skillTools(session)), ...wrapTools(session, toTools(tools))];
      const runner = client.beta.messages.toolRunner({
        ...start,
        ...mode,
        messages,
        tools: all,
        thread: false,
      });
      for await (const _ of runner) {
        if (show === "everything") continue;
        await runner.generateToolResponse();
        const offered = offeredTools(session, all);
        const hidden = all.filter((tool) => !offered.includes(tool));
        runner.removeTools(...hidden.map((tool) => ("name" in tool ? tool.name : "")));
      }
      return transcriptOf(requests);
    },
  });

describeAdapter("Anthropic: a loop of one's own", {
  run: async ({ session, tools, turns, show }) => {
    const { client, requests } = scriptedApi(turns);
    const all = [...(await skillTools(session)), ...toTools(tools)];
    const history = [...messages];
    for (;;) {
      const shown = show === "everything" ? all : offeredTools(session, all);
      const reply = await client.beta.messages.create({ ...start, messages: history, tools: shown });
      history.push({ role: "assistant", content: reply.content });
      if (reply.stop_reason !== "tool_use") return transcriptOf(requests);
      const uses = reply.content.filter((block) => block.type === "tool_use");
      const content = await Promise.all(uses.map((use) => runToolUse(session, use, all)));
      history.push({ role: "user", content });
    }
  },
});

const inputSchema = { type: "object" } as const;
const toolUse = (name: string, input: unknown = {}): BetaToolUseBlock => ({
  type: "tool_use",
  id: "c",
  name,
  input,
});

test("a refusal is an error result with only the guard's message", async () => {
  const { session, tools } = await openStage();
  await session.activate({ skill: "reader" });
  const { client, requests } = scriptedApi([[{ id: "b", tool: "bash", input: {} }]]);
  await client.beta.messages.toolRunner({ ...start, messages, tools: wrapTools(session, toTools(tools)) });
  expect(requests.flatMap(blocksOf).filter((block) => block.type === "tool_result")).toEqual([
    {
      type: "tool_result",
      tool_use_id: "b",
      content: expect.stringMatching(/^Tool 'bash' not allowed by active skill 'reader'\n/),
      is_error: true,
    },
  ]);
});

test("results in blocks are passed through unchanged", async () => {
  const { session } = await openStage();
  const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } } as const;
  const read = betaTool({ name: "read", description: "", inputSchema, run: () => [image] });
  expect(await runToolUse(session, toolUse("read"), [read])).toEqual({
    type: "tool_result",
    tool_use_id: "c",
    content: [image],
  });
});

test("an exception in a tool is its error result, and is recorded", async () => {
  const { session } = await openStage();
  const finished: AuditEvent[] = [];
  session.events.subscribe((event) => event.event === "tool-call-finished" && finished.push(event));
  const run = (): string => {
    throw new Error("disk gone");
  };
  const read = betaTool({ name: "read", description: "", inputSchema, run });
  expect(await runToolUse(session, toolUse("read"), [read])).toMatchObject({
    content: "Error: disk gone",
    is_error: true,
  });
  expect(finished).toMatchObject([{ tool: "read", ok: false, call: "c" }]);
});

test("a tool that is a class instance keeps its methods", async () => {
  const { session } = await openStage();
  class Counter {
    readonly name = "read";
    readonly input_schema = inputSchema;
    #count = 0;
    parse(input: unknown): unknown {
      return input;
    }
    run(): string {
      return `run ${++this.#count}`;
    }
    get count(): number {
      return this.#count;
    }
  }
  const [counter] = wrapTools(session, [new Counter()]);
  expect(await counter?.run()).toBe("run 1");
  expect(counter?.count).toBe(1);
  expect(counter).toBeInstanceOf(Counter);
  await session.activate({ skill: "reader" });
  expect(await counter?.run()).toBe("run 2");
});

test("tools wrapped twice, and the session's own when wrapped, pass the guard once", async () => {
  const { session } = await openStage();
  const allowed: string[] = [];
  session.events.subscribe((event) => event.event === "tool-call-allowed" && allowed.push(event.tool));
  const own = await skillTools(session);
  expect(wrapTools(session, own)).toEqual(own);
  const read = betaTool({ name: "read", description: "", inputSchema, run: () => "text" });
  await runToolUse(session, toolUse("read"), wrapTools(session, wrapTools(session, [read])));
  expect(allowed).toEqual(["read"]);
});

test("a guard of one session does not count for another", async () => {
  const [free, bound] = [await openStage(), await openStage()];
  await bound.session.activate({ skill: "reader" });
  const tools = wrapTools(free.session, toTools(free.tools));
  const { content } = await runToolUse(bound.session, toolUse("bash"), tools);
  expect(content).toMatch(/^Tool 'bash' not allowed by active skill 'reader'/);
  expect(free.ran).toEqual([]);
});

test("tools of the provider are reported, and offered only while every use of them is allowed", async () => {
  const { session, tools: hostTools } = await openStage();
  const tools: AnthropicTool[] = [
    ...toTools(hostTools),
    { type: "bash_20250124", name: "bash" },
    { type: "web_search_20260318", name: "web_search" },
    { type: "mcp_toolset", mcp_server_name: "github" },
  ];
  expect(unguardedTools(tools)).toEqual(["web_search", "mcp__github"]);
  expect(offeredTools(session, tools)).toEqual(tools);
  await session.activate({ skill: "reader" });
  expect(offeredTools(session, tools)).toEqual([expect.objectContaining({ name: "read" })]);
  await session.deactivate();
  await session.activate({ skill: "searcher" });
  expect(session.mayOffer("web_search")).toBe(true);
  expect(offeredTools(session, tools)).toEqual([]);
});

test("a call of a missing tool is answered, and refused first if it is forbidden", async () => {
  const { session } = await openStage();
  expect(await runToolUse(session, toolUse("bash"), [{ type: "bash_20250124", name: "bash" }])).toEqual({
    type: "tool_result",
    tool_use_id: "c",
    content: "Tool 'bash' not found",
    is_error: true,
  });
  await session.activate({ skill: "reader" });
  expect(await runToolUse(session, toolUse("bash"), [])).toMatchObject({
    content: expect.stringMatching(/^Tool 'bash' not allowed/),
  });
});

test("answers fit the non-beta API", async () => {
  const { session, tools } = await openStage();
  const use: Anthropic.ToolUseBlock = { ...toolUse("read"), type: "tool_use", caller: { type: "direct" } };
  const content: Anthropic.ToolResultBlockParam[] = [await runToolUse(session, use, toTools(tools))];
  expect(content).toHaveLength(1);
});

class Browser extends BetaAbstractBrowserToolset20260801 {
  readonly visited: string[] = [];
  constructor() {
    super({ browserState: () => ({ tabs: [] }) });
  }
  override async navigate(_: unknown, { url }: { url: string }): Promise<{ url: string; title: string }> {
    this.visited.push(url);
    return { url, title: "A page" };
  }
}
const visit = { id: "n", tool: "navigate", toolset_name: "browser", input: { url: "https://example.com/" } };

test("a toolset runs through the guard as one tool, with the action among its input", async () => {
  const { session } = await openStage();
  const calls: AuditEvent[] = [];
  session.events.subscribe((event) => event.event === "tool-call-allowed" && calls.push(event));
  const browser = new Browser();
  const { client, requests } = scriptedApi([[visit]]);
  await client.beta.messages.toolRunner({ ...start, messages, tools: wrapTools(session, [browser]) });
  expect(browser.visited).toEqual(["https://example.com/"]);
  expect(calls).toMatchObject([
    { tool: "browser", call: "n", input: { action: "navigate", url: "https://example.com/" } },
  ]);
  expect(requests[0]?.tools).toEqual([JSON.parse(JSON.stringify(browser))]);
});

test("a toolset outside the list is refused on every path", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const browser = new Browser();
  const tools = wrapTools(session, [browser]);
  const { client, requests } = scriptedApi([[visit]]);
  await client.beta.messages.toolRunner({ ...start, messages, tools });
  const use = { ...toolUse("navigate", visit.input), toolset_name: "browser" };
  const refusal = expect.stringMatching(/^Tool 'browser' not allowed by active skill 'reader'/);
  expect(transcriptOf(requests).results).toEqual({ n: refusal });
  expect(await tools[0]?.toolResult(use)).toMatchObject({ content: refusal, is_error: true });
  expect(await runToolUse(session, use, [browser])).toEqual({
    type: "tool_result",
    tool_use_id: "c",
    toolset_name: "browser",
    content: refusal,
    is_error: true,
  });
  expect(browser.visited).toEqual([]);
});

test("a tool named like a toolset's member is not the member", async () => {
  const { session } = await openStage();
  const browser = new Browser();
  const run = (): string => "sailed";
  const navigate: BetaRunnableTool = betaTool({ name: "navigate", description: "", inputSchema, run });
  const tools = [navigate, browser];
  expect(await runToolUse(session, toolUse("navigate"), tools)).toMatchObject({ content: "sailed" });
  const use = { ...toolUse("navigate", visit.input), toolset_name: "browser" };
  await runToolUse(session, use, tools);
  expect(browser.visited).toEqual(["https://example.com/"]);
  expect(await runToolUse(session, toolUse("browser"), tools)).toMatchObject({
    content: "Tool 'browser' not found",
  });
});
