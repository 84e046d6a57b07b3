import { expect, test } from "vitest";
import { toolchainFolders } from "./system-paths.ts";

const home = "/home/ada";

test.each<[string, readonly string[]]>([
  [`${home}/.pyenv/shims`, [`${home}/.pyenv`]],
  [`${home}/.nvm/versions/node/v24.1.0/bin`, [`${home}/.nvm/versions`]],
  [`${home}/.volta/bin`, [`${home}/.volta/bin`, `${home}/.volta/tools`]],
  [`${home}/.cargo/bin`, [`${home}/.cargo/bin`, `${home}/.rustup/toolchains`]],
  [
    `${home}/.local/bin`,
    [
      `${home}/.local/bin`,
      `${home}/.local/share/uv/python`,
      `${home}/.local/share/uv/tools`,
      `${home}/.local/share/pipx/venvs`,
    ],
  ],
  ["/opt/hostedtoolcache/Python/3.13/x64/bin", expect.arrayContaining(["/opt/hostedtoolcache"])],
  ["/opt/tool/bin", expect.arrayContaining(["/opt/tool/bin", "/opt/tool/lib"])],
])("%s on PATH brings %j", (entry, folders) => {
  expect(toolchainFolders([entry, "/usr/bin"], [home])).toEqual(folders);
});

test.each([
  [home],
  [`${home}/bin`],
  [`${home}/.local`],
  [`${home}/.pyenv2/bin`],
  [`${home}/.ssh`],
  [`${home}/.aws/bin`],
  ["/root/.pyenv/shims"],
  ["/opt"],
  ["/opt/bin"],
  ["/opt/service"],
  ["/srv/app/bin"],
])("%j on PATH adds nothing", (entry) => {
  expect(toolchainFolders([entry], [home])).toEqual([]);
});

test("for a program in /opt, its settings and data stay outside", () => {
  const folders = toolchainFolders(["/opt/service/bin"], []);
  expect(
    folders.filter((folder) => !/^\/opt\/service\/(bin|lib|lib64|libexec|share|include)$/.test(folder)),
  ).toEqual([]);
});

test("a home with two names is recognized by both", () => {
  expect(toolchainFolders(["/data/ada/.pyenv/bin"], [home, "/data/ada"])).toEqual(["/data/ada/.pyenv"]);
});
