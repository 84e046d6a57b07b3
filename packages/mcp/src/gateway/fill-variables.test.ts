// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration.
import { formatError, SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { type Environment, fillVariables } from "./fill-variables.ts";
import { readGatewayConfig } from "./read-gateway-config.ts";

const fill = (server: Readonly<Record<string, unknown>>, environment: Environment) =>
  fillVariables(
    readGatewayConfig(JSON.stringify({ mcpServers: { s: server } }), "servers.json"),
    environment,
  );

function complaint(server: Readonly<Record<string, unknown>>, environment: Environment = {}): string {
  try {
    fill(server, environment);
  } catch (error) {
    if (error instanceof SkillError && error.code === "config-invalid") return formatError(error);
    throw error;
  }
  return "none";
}

test("variables are filled in everywhere in a server on standard streams", () => {
  const server = {
    command: "${BIN}/server",
    args: [
      "--key",
      "${KEY}",
      "${MISSING:-fall-back}",
      "${EMPTY:-other}",
      "${EMPTY}",
      "$KEY",
      "${no pattern}",
    ],
    env: { TOKEN: "a-${env:KEY}" },
    cwd: "${BIN}",
  };
  expect(fill(server, { BIN: "/opt/bin", KEY: "k-123456", EMPTY: "" })).toEqual([
    {
      name: "s",
      timeout: 60,
      tools: {},
      connection: {
        kind: "stdio",
        command: "/opt/bin/server",
        args: ["--key", "k-123456", "fall-back", "other", "", "$KEY", "${no pattern}"],
        env: { TOKEN: "a-k-123456" },
        cwd: "/opt/bin",
      },
      secrets: ["/opt/bin", "k-123456", "a-k-123456"],
    },
  ]);
});

test("variables are expanded in the address and the headers of a server over HTTP, and their values are secret", () => {
  const server = { url: "https://me:${P}@${HOST}/mcp?key=q-1234", headers: { Authorization: "Bearer ${T}" } };
  const [filled] = fill(server, { P: "pass", HOST: "example.com", T: "t-1234" });
  expect(filled?.connection).toEqual({
    kind: "http",
    url: "https://me:pass@example.com/mcp?key=q-1234",
    headers: { Authorization: "Bearer t-1234" },
  });
  expect(filled?.secrets).toEqual(
    expect.arrayContaining(["pass", "t-1234", "Bearer t-1234", "me", "q-1234"]),
  );
});

test("a variable's value is not expanded again", () => {
  const [filled] = fill({ command: "x", args: ["${A}"] }, { A: "${B}", B: "no" });
  expect(filled?.connection).toMatchObject({ args: ["${B}"] });
});

test.each([
  [{ command: "${NOPE}" }, "the environment variable NOPE is not set. Set it or write ${NOPE:-default}."],
  [{ url: "ftp://example.com" }, "url is not an http or https address."],
  [{ url: "${SECRET}" }, "url is not an http or https address."],
  [
    { url: "http://x", headers: { "X-Key": "${SECRET}\n" } },
    "the header X-Key has a name or value that HTTP does not allow.",
  ],
  [
    { url: "http://x", headers: { "X Key": "1" } },
    "the header X Key has a name or value that HTTP does not allow.",
  ],
])("%j is refused without revealing the values of variables", (server, reason) => {
  expect(complaint(server, { SECRET: "very-secret" })).toBe(
    `servers.json is not a valid configuration: at mcpServers.s: ${reason}`,
  );
});
