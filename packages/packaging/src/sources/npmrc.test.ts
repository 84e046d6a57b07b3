import { expect, test } from "vitest";
import { readNpmrc } from "./npmrc.ts";

test("without files the public registry is used, without credentials", () => {
  const settings = readNpmrc([]);
  expect(settings.registryOf("pdf")).toBe("https://registry.npmjs.org/");
  expect(settings.credentials).toEqual([]);
});

test("registries by scope, comments, quotes, and later files over earlier ones", () => {
  const user = '; mine\n# too\nregistry = "https://a.example/npm"\n@team:registry=https://b.example/\n';
  const settings = readNpmrc([{ text: user }, { text: "registry=https://c.example\r\n", isProject: true }]);
  expect(["pdf", "@team/pdf", "@other/pdf"].map(settings.registryOf)).toEqual([
    "https://c.example/",
    "https://b.example/",
    "https://c.example/",
  ]);
});

test("tokens, logins and passwords become credentials of their address", () => {
  const password = Buffer.from("pass").toString("base64");
  const text = [
    "//a.example/:_authToken=abc",
    "//b.example/npm/:_auth=dTpw",
    "//c.example/:username=me",
    `//c.example/:_password=${password}`,
    "registry=http://d.example/",
    "//d.example/:_authToken=def",
  ].join("\n");
  expect(readNpmrc([{ text }]).credentials).toEqual([
    { prefix: "https://a.example/", authorization: "Bearer abc" },
    { prefix: "https://b.example/npm/", authorization: "Basic dTpw" },
    { prefix: "https://c.example/", authorization: `Basic ${Buffer.from("me:pass").toString("base64")}` },
    { prefix: "https://d.example/", authorization: "Bearer def" },
    { prefix: "http://d.example/", authorization: "Bearer def" },
  ]);
});

test("the user's file may refer to the environment, a project's may not", () => {
  const text = `//a.example/:_authToken=\${TOKEN}\n`;
  const environment = { TOKEN: "abc" };
  expect(readNpmrc([{ text }], environment).credentials).toHaveLength(1);
  expect(readNpmrc([{ text, isProject: true }], environment).credentials).toEqual([]);
  expect(readNpmrc([{ text }], {}).credentials).toEqual([]);
});

test("a registry that is not of the web is refused", () => {
  expect(() => readNpmrc([{ text: "registry=file:///etc" }])).toThrow(
    expect.objectContaining({ code: "config-invalid" }),
  );
});
