import { evaluate } from "../evaluate.ts";
import type { Command, Shell } from "../shell.ts";
import {
  allCarries,
  concat,
  constant,
  empty,
  mergeCarries,
  unknown,
  type Value,
  wordText,
} from "../value.ts";

/** What commands of PowerShell do; names and aliases in lower case. */
export function findCmdlet(name: string): ((command: Command, shell: Shell) => Value) | undefined {
  return byName.get(name.toLowerCase());
}

const names = (text: string): readonly string[] => text.split(" ");

type Parameters = { readonly named: ReadonlyMap<string, Value>; readonly operands: readonly Value[] };

/** Switches without a value, by how they start. */
const switches =
  /^-(?:usebasic|force|recurse|append|nonewline|wait|hidden|passthru|asjob|nonew|skip|allowun|confirm|raw|verbose|whatif|resume|noprofile|noni|nologo|asplain|enabled?$)/i;

function parameters(args: readonly Value[]): Parameters {
  const named = new Map<string, Value>();
  const operands: Value[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const match = /^-([a-z]\w{0,30})(?::(.{0,2000}))?$/i.exec(word.text);
    if (!match) operands.push(word);
    else {
      const next = args[at + 1];
      const takesNext =
        match[2] === undefined && next && !switches.test(word.text) && !/^-[a-z]/i.test(next.text);
      named.set((match[1] ?? "").toLowerCase(), takesNext ? next : { ...word, text: match[2] ?? "" });
      if (takesNext) at++;
    }
  }
  return { named, operands };
}

/** A parameter by the start of its name, since PowerShell accepts any unambiguous one. */
function parameter({ named }: Parameters, ...wanted: readonly string[]): Value | undefined {
  for (const [name, value] of named)
    if (wanted.some((full) => full === name || (name.length > 1 && full.startsWith(name)))) return value;
  return undefined;
}

const byName: ReadonlyMap<string, (command: Command, shell: Shell) => Value> = new Map([
  ...names("invoke-webrequest iwr invoke-restmethod irm").map((name) => [name, request] as const),
  ["start-bitstransfer", transfer],
  ...names("invoke-expression iex").map((name) => [name, invoke] as const),
  ...names("invoke-command icm start-job").map((name) => [name, invoke] as const),
  ...names("start-process saps start").map((name) => [name, start] as const),
  ...names("get-content gc type cat select-string sls import-csv get-item get-itemproperty").map(
    (name) => [name, read] as const,
  ),
  ...names("set-content sc add-content ac out-file tee-object").map((name) => [name, write] as const),
  ...names("copy-item cp copy cpi move-item mv mi compress-archive expand-archive").map(
    (name) => [name, copy] as const,
  ),
  ...names("remove-item ri rm del rd erase rmdir clear-content").map((name) => [name, remove] as const),
  ...names("get-childitem gci dir ls").map((name) => [name, list] as const),
  ["new-item", write],
  ["get-clipboard", () => unknown("", [{ label: "clipboard", from: "Get-Clipboard" }])],
  ["get-credential", () => unknown("", [{ label: "credentials", from: "Get-Credential" }])],
  ["get-history", () => unknown("", [{ label: "personal-files", from: "Get-History" }])],
  ...names("get-computerinfo get-process systeminfo get-netipaddress get-wmiobject gwmi get-ciminstance").map(
    (name) =>
      [
        name,
        ({ program }: Command): Value => unknown("", [{ label: "machine-facts", from: program }]),
      ] as const,
  ),
  ...names("test-connection resolve-dnsname").map((name) => [name, lookup] as const),
  ["join-path", joinPath],
  ["send-mailmessage", mail],
  ["new-object", create],
]);

function joinPath({ args }: Command): Value {
  const given = parameters(args);
  const parent = parameter(given, "path") ?? given.operands[0] ?? empty;
  const child = parameter(given, "childpath") ?? given.operands.at(-1) ?? empty;
  return concat(concat(parent, constant("/")), child);
}

function request(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const address = parameter(given, "uri") ?? given.operands[0];
  const file = parameter(given, "infile");
  const parts = ["body", "headers", "form"].flatMap((name) => parameter(given, name) ?? []);
  const sent = [...parts, ...(file ? [shell.readFile(file)] : [])];
  const isSending =
    /^(?:post|put|patch)$/i.test(parameter(given, "method")?.text ?? "") ||
    parameter(given, "body", "infile", "form") !== undefined;
  const from = address?.text ?? "";
  const carries = mergeCarries(
    allCarries([...(address ? [address] : []), ...sent]),
    isSending ? command.received : [],
  );
  const isTelling = carries.some(
    ({ label }) => label !== "remote" && label !== "decoded" && label !== "constant" && label !== "input",
  );
  shell.report({
    kind: "connect",
    address: address && wordText(address),
    direction: isSending || isTelling ? "send" : "fetch",
    carries,
  });
  const fetched = unknown("", [{ label: "remote", from }]);
  const output = parameter(given, "outfile");
  if (!output) return fetched;
  shell.writeFile(output, fetched);
  return empty;
}

function transfer(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const from = parameter(given, "source") ?? given.operands[0] ?? empty;
  const to = parameter(given, "destination") ?? given.operands[1];
  shell.report({ kind: "connect", address: wordText(from), direction: "fetch", carries: from.carries });
  if (to) shell.writeFile(to, unknown("", [{ label: "remote", from: from.text }]));
  return empty;
}

function invoke(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const program = parameter(given, "command", "scriptblock") ?? given.operands[0] ?? command.input?.value;
  return program ? evaluate(program, { shell, means: command.program, language: "powershell" }) : empty;
}

function start(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const program = parameter(given, "filepath") ?? given.operands[0];
  const args = parameter(given, "argumentlist", "args") ?? given.operands[1];
  if (!program) return empty;
  const words = args ? shell.readWords(args.text.replaceAll("\\", "\\\\")) : [];
  return shell.runWords([
    program,
    ...words.map((word) => ({ ...word, carries: mergeCarries(word.carries, args?.carries ?? []) })),
  ]);
}

function read(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const path = parameter(given, "path", "literalpath") ?? given.operands[0];
  return path ? shell.readFile(path) : (command.input?.value ?? empty);
}

function write(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const path = parameter(given, "path", "filepath", "literalpath") ?? given.operands[0];
  const isNew = command.program.toLowerCase() === "new-item";
  if (isNew && !parameter(given, "value")) return empty;
  const content =
    parameter(given, "value", "inputobject") ??
    given.operands[parameter(given, "path", "filepath") ? 0 : 1] ??
    command.input?.value ??
    unknown("");
  const isAppended = /^a/i.test(command.program) || parameter(given, "append") !== undefined;
  if (path) shell.writeFile(path, content, isAppended);
  return empty;
}

function copy(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const source = parameter(given, "path", "literalpath") ?? given.operands[0];
  const target = parameter(given, "destination", "destinationpath") ?? given.operands.at(-1);
  if (!source || !target || source === target) return empty;
  const content = unknown("", mergeCarries(shell.readFile(source).carries, command.received));
  const isFolder = command.program.toLowerCase() === "expand-archive";
  shell.writeFile(isFolder ? { ...target, text: `${target.text}/*` } : target, content);
  return empty;
}

function remove(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const paths = [
    ...given.operands,
    ...["path", "literalpath"].flatMap((name) => parameter(given, name) ?? []),
  ];
  for (const path of paths) shell.report({ kind: "delete", path: path.text, carries: path.carries });
  return empty;
}

function list(command: Command): Value {
  const given = parameters(command.args);
  const path = parameter(given, "path") ?? given.operands[0];
  if (/^env:/i.test(path?.text ?? "")) return unknown("", [{ label: "environment", from: "env:" }]);
  const isHome = /^(?:~|\$home|\$env:userprofile|c:\\users)/i.test(path?.text ?? "");
  return unknown("", isHome ? [{ label: "personal-files", from: path?.text ?? "" }] : (path?.carries ?? []));
}

function lookup(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const name = parameter(given, "name", "computername") ?? given.operands[0];
  if (name)
    shell.report({ kind: "connect", address: wordText(name), direction: "lookup", carries: name.carries });
  return unknown("", [{ label: "remote", from: name?.text ?? "" }]);
}

function mail(command: Command, shell: Shell): Value {
  const given = parameters(command.args);
  const attached = parameter(given, "attachments");
  const carries = mergeCarries(allCarries(command.args), attached ? shell.readFile(attached).carries : []);
  shell.report({
    kind: "connect",
    address: parameter(given, "smtpserver")?.text ?? parameter(given, "to")?.text,
    direction: "send",
    carries,
  });
  return empty;
}

/** `New-Object Net.Sockets.TCPClient('host', 443)`; other objects are known by their methods. */
function create(command: Command, shell: Shell): Value {
  const [type, host, port] = command.args.filter(({ text }) => !/^-/.test(text));
  if (!/sockets\.(?:tcp|udp)client$/i.test(type?.text ?? "") || !host)
    return unknown("", allCarries(command.args));
  const address = concat(
    concat(host, { ...empty, text: port && !host.text.includes(" ") ? ":" : "" }),
    port ?? empty,
  ).text.replace(" ", ":");
  shell.report({ kind: "connect", address, direction: "send", carries: host.carries });
  return unknown("", [{ label: "remote", from: address }]);
}
