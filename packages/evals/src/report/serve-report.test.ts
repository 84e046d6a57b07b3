import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { serveTestReport, writeTestWorkspace } from "./test-served-report.ts";
import { testWorkspace } from "./test-workspace.ts";

const feedback = "iteration-2/feedback.json";

async function post(url: string, body: object): Promise<{ status: number; answer: unknown }> {
  const headers = { "content-type": "application/json", origin: new URL(url).origin };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, answer: await response.json() };
}

const said = { reviews: [{ about: "eval-fill-a-form", text: "the date" }], status: "in_progress" };

test("the page is served at an address that cannot be guessed", async () => {
  const { url } = await serveTestReport();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await response.text()).toContain("<h1>pdf-forms</h1>");
});

test("feedback is written next to benchmark.json in the workspace's dialect, and is in the page from then on", async () => {
  const { url, workspace } = await serveTestReport();
  expect(await post(`${url}feedback`, said)).toEqual({ status: 200, answer: { saved: true, reviews: 1 } });
  expect(JSON.parse(workspace.readText(feedback))).toEqual({
    reviews: [{ run_id: "eval-fill-a-form", feedback: "the date", timestamp: "2026-03-04T10:00:00.000Z" }],
    status: "in_progress",
  });
  expect(await (await fetch(url)).text()).toContain("\nthe date</textarea>");
});

test("feedback in the guide's dialect is a flat map", async () => {
  const workspace = writeTestWorkspace(testWorkspace({ dialect: "guide", runs: 1 }));
  const { url } = await serveTestReport(workspace);
  const about = "eval-fill-a-form-with_skill";
  await post(`${url}feedback`, { ...said, reviews: [...said.reviews, { about, text: "too long" }] });
  expect(JSON.parse(workspace.readText(feedback))).toEqual({
    "eval-fill-a-form": "the date",
    [about]: "too long",
  });
});

test("a broken feedback.json is not overwritten, and the page shows why", async () => {
  const workspace = writeTestWorkspace({ ...testWorkspace(), [feedback]: "{ not yet" });
  const { url } = await serveTestReport(workspace);
  const { status, answer } = await post(`${url}feedback`, said);
  expect(status).toBe(409);
  expect(answer).toEqual({
    error: { message: expect.stringContaining("feedback.json is damaged") },
  });
  expect(workspace.readText(feedback)).toBe("{ not yet");
});

test("a page whose reader only reads can signal that it is still open", async () => {
  const { url, workspace } = await serveTestReport();
  expect(await post(`${url}alive`, {})).toEqual({ status: 200, answer: { alive: true } });
  expect(() => workspace.readText(feedback)).toThrow("ENOENT");
});

test("it ends when its reader is finished, and saves feedback then", async () => {
  const { url, ended, workspace } = await serveTestReport();
  expect(await post(`${url}finish`, { ...said, status: "complete" })).toMatchObject({ status: 200 });
  expect(await ended).toBe("finished");
  expect(JSON.parse(workspace.readText(feedback)).status).toBe("complete");
  await expect(fetch(url)).rejects.toThrow();
});

test("it ends on the signal, when it is closed, and when the page is idle", async () => {
  const one = await serveTestReport();
  one.abort();
  expect(await one.ended).toBe("aborted");
  const other = await serveTestReport();
  await other.close();
  expect(await other.ended).toBe("closed");
  const forgotten = await serveTestReport(undefined, { idleMs: 1 });
  expect(await forgotten.ended).toBe("idle");
});

test("a port in use is an invalid option, and its owner is not disturbed", async () => {
  const taken = createServer((_, response) => response.end("mine"));
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(serveTestReport(undefined, { port })).rejects.toThrow(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ name: "port" }) }),
  );
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("mine");
});

test("a missing folder is reported before a port is opened", async () => {
  const workspace = { ...writeTestWorkspace(), folder: "/nowhere" };
  await expect(serveTestReport(workspace)).rejects.toThrow(
    expect.objectContaining({ code: "option-invalid" }),
  );
});
