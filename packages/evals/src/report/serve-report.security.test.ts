import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportLimits } from "./limits.ts";
import { serveTestReport, type TestServed } from "./test-served-report.ts";

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** `fetch` would not send a false Host or Origin. */
function send(
  url: string,
  { method = "POST", headers = {}, body = "" }: Sent = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = { "content-type": "application/json" };
const said = JSON.stringify({ reviews: [{ about: "eval-fill-a-form", text: "x" }], status: "complete" });

function isUnwritten({ workspace }: TestServed): boolean {
  return !existsSync(join(workspace.folder, "iteration-2/feedback.json"));
}

test.each([
  ["a page of another site", { ...json, origin: "https://evil.example" }, 403],
  ["a page of another port", { ...json, origin: "http://127.0.0.1:1" }, 403],
  ["a page in a sandbox or a file", { ...json, origin: "null" }, 403],
  ["a name that leads here", { ...json, host: "evil.example" }, 403],
  ["a form, which no browser asks about first", { "content-type": "text/plain" }, 415],
  ["no type", {}, 415],
])("nothing is saved for %s", async (_, headers, status) => {
  const served = await serveTestReport();
  for (const what of ["feedback", "finish"])
    expect((await send(served.url + what, { headers, body: said })).status).toBe(status);
  expect(isUnwritten(served)).toBe(true);
  expect((await fetch(served.url)).status).toBe(200);
});

test("without the token nothing is served, whatever the path", async () => {
  const served = await serveTestReport();
  const { origin, pathname } = new URL(served.url);
  for (const path of [
    "/",
    "/feedback",
    "//feedback",
    `/${"A".repeat(32)}/`,
    pathname.toUpperCase(),
    pathname.slice(0, -1),
  ]) {
    const { status, text } = await send(origin + path, { headers: json, body: said });
    expect({ path, status }).toEqual({ path, status: 404 });
    expect(JSON.parse(text)).toEqual({ error: { message: "Not found." } });
  }
  expect(isUnwritten(served)).toBe(true);
});

test.each([
  ["not JSON", "{", 400],
  ["a list", "[]", 400],
  ["no status", '{"reviews": []}', 400],
  ["another status", '{"reviews": [], "status": "../x"}', 400],
  ["reviews that are none", '{"reviews": [1], "status": "complete"}', 400],
  [
    "something that is not in the report",
    '{"reviews": [{"about": "../../x", "text": ""}], "status": "complete"}',
    400,
  ],
  [
    "a book",
    JSON.stringify({
      reviews: [{ about: "eval-fill-a-form", text: "x".repeat(reportLimits.reportFeedbackCharacters + 1) }],
      status: "complete",
    }),
    400,
  ],
  ["more than anybody types", " ".repeat(reportLimits.reportFeedbackBytes + 1), 413],
])("%s is refused with a message", async (_, body, status) => {
  const served = await serveTestReport();
  const answer = await send(`${served.url}feedback`, { headers: json, body });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error: { message: expect.stringMatching(/\.$/) } });
  expect(isUnwritten(served)).toBe(true);
});

test.each(["PUT", "DELETE", "OPTIONS", "HEAD", "GET"])("%s does not change feedback", async (method) => {
  const served = await serveTestReport();
  expect((await send(`${served.url}feedback`, { method, headers: json, body: said })).status).toBe(404);
  expect(isUnwritten(served)).toBe(true);
});

test("a link in place of feedback.json leads to no other file", async () => {
  const served = await serveTestReport();
  const other = join(served.workspace.folder, "other.json");
  writeFileSync(other, "{}");
  symlinkSync(other, join(served.workspace.folder, "iteration-2/feedback.json"));
  const { status } = await send(`${served.url}feedback`, { headers: json, body: said });
  expect(status).toBe(409);
  expect(served.workspace.readText("other.json")).toBe("{}");
});

test("a client that disconnects while sending does not stop the server", async () => {
  const served = await serveTestReport();
  await new Promise<void>((resolve) => {
    const sent = request(`${served.url}feedback`, {
      method: "POST",
      headers: { ...json, "content-length": "1000" },
    });
    sent.on("error", () => resolve());
    sent.write("{", () => sent.destroy(new Error("gone")));
  });
  expect((await fetch(served.url)).status).toBe(200);
  expect(served.troubles).toEqual([]);
});
