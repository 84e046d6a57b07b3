import { readFileSync, statSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

// Refuses connections.
const hub = "https://127.0.0.1:1";

async function login(machine: TestMachine, words: readonly string[], input = "s3cr3t\n") {
  return machine.run(["login", ...words], { input });
}

test("a token is stored for its address, in a file that only the user can read, and never shown", async () => {
  const machine = createTestMachine({});
  expect(await login(machine, [])).toMatchObject({ code: 0, out: "No tokens are stored.\n" });
  const { code, out, err } = await login(machine, [`${hub}/`, "--hub", "--token-stdin"]);
  expect({ code, out }).toEqual({ code: 0, out: `Stored the token for ${hub}/ (hub).\n` });
  expect(err).toMatch(/^note: Cannot get 127\.0\.0\.1:1: .* Its key will be remembered by the first/);
  const file = `${machine.folder}/data/logins.json`;
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    version: 1,
    logins: [{ url: hub, token: "s3cr3t", isHub: true }],
  });
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a new token replaces the old one, there is one hub, and --remove forgets", async () => {
  const machine = createTestMachine({});
  await login(machine, [hub, "--hub", "--token-stdin"]);
  await login(machine, ["https://ghcr.io", "--user", "me", "--token-stdin"]);
  await login(machine, ["https://127.0.0.1:2/team/", "--hub", "--token-stdin"], "new");
  const { out } = await login(machine, ["--json"]);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    file: `${machine.folder}/data/logins.json`,
    logins: [
      { url: "https://127.0.0.1:1/", user: null, hub: false },
      { url: "https://127.0.0.1:2/team", user: null, hub: true },
      { url: "https://ghcr.io/", user: "me", hub: false },
    ],
  });
  expect((await login(machine, [hub, "--remove"])).out).not.toContain("127.0.0.1:1/");
  expect(await login(machine, [hub, "--remove"])).toMatchObject({ code: 2 });
});

test.each([
  ["an address that is not of the web", ["hub.example.com", "--token-stdin"], "x"],
  ["a token in the address", [`${hub}/t/abc`, "--token-stdin"], "x"],
  ["a password in the address", ["https://me:pass@127.0.0.1:1", "--token-stdin"], "x"],
  ["an empty token", [hub, "--token-stdin"], "\n"],
  ["a token of two lines", [hub, "--token-stdin"], "a\nb"],
  ["no terminal to ask on", [hub], ""],
  ["two addresses", [hub, hub], "x"],
])("%s is refused", async (_, words, input) => {
  const { code, err } = await login(createTestMachine({}), words, input);
  expect(code).toBe(2);
  expect(err).not.toMatch(/pass@|\/t\/abc/);
});

test("a damaged file is not replaced", async () => {
  const machine = createTestMachine({ "data/logins.json": "{" });
  expect(await login(machine, [hub, "--token-stdin"])).toMatchObject({ code: 4 });
  expect(readFileSync(`${machine.folder}/data/logins.json`, "utf8")).toBe("{");
});
