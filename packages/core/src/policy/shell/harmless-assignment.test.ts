import { expect, test } from "vitest";
import { isHarmlessAssignment } from "./harmless-assignment.ts";

function isHarmless(name: string, text: string | undefined, isForProgram = true): boolean {
  const value = text === undefined ? { prefix: "", splits: false } : { text };
  return isHarmlessAssignment({ name, value }, isForProgram);
}

test.each(["DEBUG", "VERBOSE", "API_KEY", "name", "out", "BASE_URL", "MODEL_NAME", "DBT_TARGET", "count"])(
  "%s may have any value",
  (name) => {
    expect(isHarmless(name, "/x y")).toBe(true);
    expect(isHarmless(name, undefined)).toBe(true);
  },
);

test.each([
  ...[
    "PATH",
    "path",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "GIT_DIR",
    "GIT_SSH_COMMAND",
    "NODE_OPTIONS",
    "NODE_PATH",
  ],
  ...[
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PERL5OPT",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "BASH_ENV",
    "ENV",
    "IFS",
    "HOME",
  ],
  ...[
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "BROWSER",
    "KUBECONFIG",
    "AWS_CONFIG_FILE",
    "DOCKER_HOST",
    "http_proxy",
  ],
  ...[
    "npm_config_registry",
    "PIP_INDEX_URL",
    "RUSTC_WRAPPER",
    "CC",
    "CFLAGS",
    "MAKEFLAGS",
    "PROMPT_COMMAND",
    "NULLCMD",
  ],
  ...[
    "ZDOTDIR",
    "CDPATH",
    "fpath",
    "precmd_functions",
    "XDG_CONFIG_HOME",
    "SSL_CERT_FILE",
    "MY_TOOL_PLUGIN_DIR",
  ],
])("%s may change which programs run", (name) => {
  expect(isHarmless(name, "x")).toBe(false);
  expect(isHarmless(name, "x", false)).toBe(false);
});

test.each([
  "CURL_HOME",
  "HGMERGE",
  "INSTALL",
  "OPENSSL_CONF",
  "RM",
  "RSYNC_CONNECT_PROG",
  "R_PROFILE",
  "SVN_SSH",
  "TEXMFCNF",
  "WGETRC",
])("%s means something to programs, not to the shell", (name) => {
  expect(isHarmless(name, "x")).toBe(false);
  expect(isHarmless(name, "x", false)).toBe(true);
});

test("a value that make would expand is not harmless", () => {
  for (const text of ["$(shell id)", "`id`"]) expect(isHarmless("NAME", text), text).toBe(false);
});

test("a folder or file for a program must be in the workspace", () => {
  expect(isHarmless("DBT_PROFILES_DIR", ".")).toBe(true);
  expect(isHarmless("DATA_FILE", "data/a.csv")).toBe(true);
  for (const text of ["/tmp", "~/x", "../x", "a/../../x", "-x", "a:b", ".claude/x", "a/.b/c", undefined])
    expect(isHarmless("DBT_PROFILES_DIR", text), text).toBe(false);
  expect(isHarmless("OUTPUT_DIR", "/tmp", false)).toBe(true);
});

test("locale and stage must be plain words", () => {
  expect(isHarmless("LC_ALL", "C.UTF-8")).toBe(true);
  expect(isHarmless("NODE_ENV", "test")).toBe(true);
  for (const name of ["LANG", "NODE_ENV"])
    for (const text of ["../x", "$(x)", undefined]) expect(isHarmless(name, text)).toBe(false);
});

test("a pager or an editor that shows and changes nothing is harmless", () => {
  for (const name of ["PAGER", "GIT_PAGER", "EDITOR", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR"]) {
    for (const text of ["", "cat", "true", ":"]) expect(isHarmless(name, text), text).toBe(true);
    for (const text of ["cat x", "less", "./cat", "true; id", undefined])
      expect(isHarmless(name, text), text).toBe(false);
  }
  expect(isHarmless("PSQL_PAGER", "cat")).toBe(false);
});

test("git's authors, dates and prompts are plain text", () => {
  expect(isHarmless("GIT_TERMINAL_PROMPT", "0")).toBe(true);
  expect(isHarmless("GIT_COMMITTER_DATE", "2026-01-01 00:00:00 +0000")).toBe(true);
  expect(isHarmless("GIT_AUTHOR_EMAIL", "$(id)")).toBe(false);
});

test.each(["RANDOM", "OPTIND", "SECONDS", "LINES", "MAILCHECK", "ERRNO", "EUID", "TRY_BLOCK_ERROR"])(
  "%s is evaluated, so it must be digits",
  (name) => {
    for (const isForProgram of [true, false]) {
      expect(isHarmless(name, "1", isForProgram)).toBe(true);
      for (const text of ["PATH[$(id)]", "x", undefined])
        expect(isHarmless(name, text, isForProgram)).toBe(false);
    }
  },
);
