import type { Carried } from "../../evidence.ts";
import { readFrom } from "../redirections.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { allCarries, empty, mergeCarries, unknown, type Value, wordText } from "../value.ts";
import { hasOption, optionValue, parseArguments, type ValueOptions } from "./arguments.ts";

const names = (text: string): readonly string[] => text.split(" ");

/** Programs that talk to a network. */
export const networkPrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ["curl", curl],
  ["wget", wget],
  ["wget2", wget],
  ...names("http https xh httpie").map((name) => [name, httpie] as const),
  ...names("nc ncat netcat nc.traditional nc.openbsd").map((name) => [name, netcat] as const),
  ["telnet", telnet],
  ["socat", socat],
  ["ssh", ssh],
  ...names("scp rsync sftp").map((name) => [name, copyToHost] as const),
  ...names("ftp lftp tftp").map((name) => [name, telnet] as const),
  ...names("dig nslookup host drill kdig getent resolvectl ping").map((name) => [name, lookup] as const),
  ...names("mail mailx sendmail mutt msmtp swaks").map((name) => [name, mail] as const),
  ["ngrok", listen],
  ["cloudflared", listen],
  ["http-server", listen],
]);

const curlOptions: ValueOptions = {
  letters: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
  long: names(
    "--data --data-raw --data-binary --data-ascii --data-urlencode --json --form --form-string --upload-file --request --header --url --output --user --user-agent --referer --cookie --cookie-jar --proxy --proto --proto-redir --proto-default --tls-max --ciphers --connect-to --limit-rate --max-filesize --max-redirs --doh-url --noproxy --socks5 --socks5-hostname --netrc-file --pinnedpubkey --retry-max-time --speed-time --speed-limit --time-cond --url-query --local-port --mail-from --mail-rcpt --dns-servers --variable --trace --trace-ascii --stderr --cert-type --key-type --pass --cert --key --cacert --capath --connect-timeout --max-time --retry --retry-delay --resolve --write-out --config --range --interface --output-dir --unix-socket --dump-header --oauth2-bearer --aws-sigv4",
  ),
};

const bodies = names(
  "-d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form -T --upload-file",
);

function curl(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, curlOptions);
  const sent = parsed.options
    .filter(({ name }) => bodies.includes(name))
    .map(({ name, value }) => bodyOf(name, value, { command, shell }));
  const headers = parsed.options
    .filter(({ name }) =>
      /^(?:-H|--header|-u|--user|-b|--cookie|-A|--user-agent|-e|--referer|--oauth2-bearer)$/.test(name),
    )
    .flatMap(({ value }) => (value ? [value] : []));
  const method = optionValue(parsed, "-X", "--request")?.text.toUpperCase() ?? "";
  const named = optionValue(parsed, "--url");
  const addresses = [...(named ? [named] : []), ...parsed.operands].filter(isAddress);
  const isSending = sent.length > 0 || /^(?:POST|PUT|PATCH)$/.test(method) || isTelling(headers);
  for (const address of addresses) connect(address, [...sent, ...headers], { shell, isSending });
  const output = optionValue(parsed, "-o", "--output");
  const fetched = remote(addresses[0]);
  if (!output && !hasOption(parsed, "-O", "--remote-name", "--remote-name-all")) return fetched;
  for (const address of addresses) saveTo(output ?? lastSegment(address), { ...remote(address) }, shell);
  return output?.text === "-" ? fetched : empty;
}

type Sending = { readonly command: Command; readonly shell: Shell };

/** What an option sends: text, `@file`, or `name=@file`. */
function bodyOf(name: string, value: Value | undefined, { command, shell }: Sending): Value {
  if (!value) return empty;
  const isUpload = name === "-T" || name === "--upload-file";
  const at = isUpload ? 0 : fileMark(name, value.text) + 1;
  if (at === 0 && !isUpload) return value;
  const path = { ...value, text: value.text.slice(at).replace(/;(?:type|filename)=.{0,200}$/, "") };
  const content =
    path.text === "-" || path.text === "." ? (command.input?.value ?? empty) : readFrom(path, shell);
  return unknown("", mergeCarries(content.carries, value.carries));
}

/** Where the mark for a file stands; -1 if the value itself is sent. */
function fileMark(name: string, text: string): number {
  if (name === "--data-raw" || name === "--form-string") return -1;
  if (name === "-F" || name === "--form")
    return Math.max(text.indexOf("=@"), text.indexOf("=<")) + (/=[@<]/.test(text) ? 1 : 0);
  if (name === "--data-urlencode") return text.indexOf("@");
  return text.startsWith("@") ? 0 : -1;
}

const telling: ReadonlySet<string> = new Set([
  ...names("credentials environment personal-files agent-memory clipboard observation machine-facts"),
]);

/** Whether values carry data of this machine or its user. */
function isTelling(values: readonly Value[]): boolean {
  return values.some(({ carries }) => carries.some(({ label }) => telling.has(label)));
}

function connect(
  address: Value,
  data: readonly Value[],
  { shell, isSending }: { readonly shell: Shell; readonly isSending: boolean },
): void {
  const all = [address, ...data];
  const direction = isSending || isTelling(all) ? "send" : "fetch";
  shell.report({ kind: "connect", address: wordText(address), direction, carries: allCarries(all) });
}

function remote(address: Value | undefined): Value {
  return unknown("", address ? [{ label: "remote", from: address.text }] : []);
}

/** A mention such as `curl … | sh` has no address; words that follow a command in prose are none. */
function isAddress({ text, isKnown }: Value): boolean {
  return (!isKnown && text !== "") || /[^.]\.[\w{$]|:\/\/|[:$[]|^localhost\b/.test(text.slice(0, 300));
}

function lastSegment(address: Value): Value {
  const text = address.text.replace(/[?#].{0,2000}$/, "");
  return { ...address, text: text.slice(text.lastIndexOf("/") + 1) || "index.html" };
}

function saveTo(path: Value, content: Value, shell: Shell): void {
  if (path.sink) path.sink(content);
  else if (path.text !== "-" && path.text !== "/dev/stdout") shell.writeFile(path, content);
}

const wgetOptions: ValueOptions = {
  letters: "aoOPQTUwtei",
  long: names(
    "--output-document --directory-prefix --post-data --post-file --body-data --body-file --method --header --user-agent --user --password --input-file --timeout --tries --referer",
  ),
};

function wget(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, wgetOptions);
  const text = optionValue(parsed, "--post-data", "--body-data");
  const file = optionValue(parsed, "--post-file", "--body-file");
  const headers = parsed.options
    .filter(({ name }) => /^--(?:header|user-agent|user|password|referer)$/.test(name))
    .flatMap(({ value }) => (value ? [value] : []));
  const sent = [...(text ? [text] : []), ...(file ? [readFrom(file, shell)] : [])];
  const isSending = sent.length > 0 || isTelling(headers);
  const addresses = parsed.operands.filter(isAddress);
  for (const address of addresses) connect(address, [...sent, ...headers], { shell, isSending });
  const output = optionValue(parsed, "-O", "--output-document");
  if (output && /^(?:-|\/dev\/stdout)$/.test(output.text)) return remote(addresses[0]);
  const folder = optionValue(parsed, "-P", "--directory-prefix");
  for (const address of addresses) {
    const name = lastSegment(address);
    const path = folder ? { ...name, text: `${folder.text.replace(/\/$/, "")}/${name.text}` } : name;
    saveTo(output ?? path, remote(address), shell);
  }
  return empty;
}

function httpie(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, { letters: "aos" });
  const isVerb = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(operands[0]?.text ?? "");
  const [address, ...items] = isVerb ? operands.slice(1) : operands;
  if (!address) return empty;
  const files = items.map((item) => {
    const mark = item.text.indexOf("@");
    return mark === -1 ? item : readFrom({ ...item, text: item.text.slice(mark + 1) }, shell);
  });
  const sent = [...files, unknown("", command.received)];
  const isSending = items.length > 0 || command.input !== undefined || /^P/.test(operands[0]?.text ?? "");
  connect(address, sent, { shell, isSending });
  return remote(address);
}

function hostAndPort(operands: readonly Value[]): Value | undefined {
  const [host, port] = operands;
  if (!host) return undefined;
  const text = port ? `${host.text}:${port.text}` : host.text;
  return { ...host, text, isKnown: host.isKnown && (port?.isKnown ?? true) };
}

function netcat(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, {
    letters: "ecpswiqIOTXxgGm",
    long: ["--exec", "--sh-exec", "--proxy", "--source-port"],
  });
  const address = hostAndPort(parsed.operands);
  const isListening = hasOption(parsed, "-l", "--listen");
  const from = address?.text ?? `port ${optionValue(parsed, "-p")?.text ?? ""}`;
  const direction = isListening ? "listen" : "send";
  shell.report({
    kind: "connect",
    address: address && wordText(address),
    direction,
    carries: mergeCarries(command.received, address?.carries ?? []),
  });
  const program = optionValue(parsed, "-e", "-c", "--exec", "--sh-exec");
  // What the other side sends becomes the input of this program.
  if (program)
    shell.runWords(shell.readWords(program.text), {
      value: unknown("", [{ label: "remote", from }]),
      from: command.action,
    });
  return unknown("", [{ label: "remote", from }]);
}

function telnet(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, { letters: "leunpP" });
  const address = hostAndPort(operands);
  if (!address) return empty;
  shell.report({
    kind: "connect",
    address: wordText(address),
    direction: "send",
    carries: mergeCarries(command.received, allCarries(operands)),
  });
  return remote(address);
}

/** Addresses of both sides; a program on one gets what comes from the other. */
function socat(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, { letters: "blLtT" });
  let from: string | undefined;
  for (const { text, carries } of operands) {
    const match = /^(?:tcp|udp|openssl|ssl|sctp|socks|proxy)[\w-]{0,12}:(.{1,300})$/i.exec(text);
    if (!match) continue;
    const isListening = /^[\w-]{1,20}-l(?:isten)?:|^ssl-l:/i.test(text);
    from = match[1]?.split(",")[0] ?? "";
    shell.report({
      kind: "connect",
      address: from,
      direction: isListening ? "listen" : "send",
      carries: mergeCarries(carries, command.received),
    });
  }
  const input: Carried[] = from === undefined ? [] : [{ label: "remote", from }];
  for (const { text, isKnown, carries } of operands) {
    const program = /^(?:exec|system|shell):(.{1,2000})$/i
      .exec(text)?.[1]
      ?.replace(/,(?:pty|stderr|setsid|sigint|sane|ctty|raw|echo)\b.{0,200}$/, "")
      .replace(/^['"]|['"]$/g, "");
    if (program !== undefined && from !== undefined)
      shell.runText({ text: program, isKnown, carries }, { value: unknown("", input), from: command.action });
  }
  return unknown("", input);
}

function ssh(command: Command, shell: Shell): Value {
  const letters = "bceDEFIiJLlmOopQRSWw";
  const at = endOfOptions(command.args, letters);
  const parsed = parseArguments(command.args.slice(0, at), { letters });
  const [host, ...rest] = command.args.slice(at);
  const isSending = command.received.length > 0 || hasOption(parsed, "-R");
  if (host)
    shell.report({
      kind: "connect",
      address: wordText(host),
      direction: isSending ? "send" : "fetch",
      carries: mergeCarries(command.received, host.carries),
    });
  const proxy = parsed.options.find(({ value }) => /^ProxyCommand[= ]/i.test(value?.text ?? ""))?.value;
  if (proxy) shell.runText({ ...proxy, text: proxy.text.slice("ProxyCommand=".length) });
  if (rest.length > 0)
    shell.runText(
      { text: rest.map(({ text }) => text).join(" "), isKnown: true, carries: allCarries(rest) },
      command.input,
    );
  return remote(host);
}

function endOfOptions(args: readonly Value[], letters: string): number {
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (!text.startsWith("-")) break;
    if (text.length === 2 && letters.includes(text[1] ?? "")) at++;
  }
  return at;
}

const hostPath = /^(?:[\w.-]{1,64}@)?[\w.$-]{2,200}:(?!\\)|^(?:rsync|sftp|scp):\/\//;

function copyToHost(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, {
    letters: "iPFJlcoSbeTf",
    long: ["--rsh", "--exclude", "--include", "--files-from", "--password-file", "--port"],
  });
  const target = operands.at(-1);
  const others = operands.slice(0, -1);
  if (!target) return empty;
  if (command.program === "sftp" || hostPath.test(target.text)) {
    const read = others.filter(({ text }) => !hostPath.test(text)).map((file) => readFrom(file, shell));
    shell.report({
      kind: "connect",
      address: wordText(target),
      direction: "send",
      carries: mergeCarries(allCarries([target, ...read]), command.received),
    });
    return empty;
  }
  for (const source of others.filter(({ text }) => hostPath.test(text))) {
    shell.report({ kind: "connect", address: wordText(source), direction: "fetch", carries: source.carries });
    shell.writeFile(target, remote(source));
  }
  return empty;
}

/** A name that is looked up travels to the servers of its domain. */
function lookup(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, { letters: "cwiItpkqyxsWQMm" });
  const found = operands.filter(
    (word) =>
      !/^(?:@|\+|(?:A|AAAA|TXT|MX|NS|CNAME|ANY|SOA|hosts|ahosts|query)$)/.test(word.text) &&
      // A name that is looked up as a whole tells its server nothing but itself; data stands in front of a domain.
      wordText(word)?.includes(".") !== false,
  );
  const server = operands.find(({ text }) => text.startsWith("@"));
  for (const name of found.slice(0, 4)) {
    const carries = mergeCarries(name.carries, server?.carries ?? []);
    shell.report({ kind: "connect", address: wordText(name), direction: "lookup", carries });
  }
  const [first] = found;
  return first ? remote(first) : empty;
}

function mail(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, {
    letters: "sacbrAfFtq",
    long: ["--attach", "--to", "--subject", "--body"],
  });
  const attached = parsed.options
    .filter(({ name }) => /^(?:-a|-A|--attach)$/.test(name))
    .flatMap(({ value }) => (value ? [readFrom(value, shell)] : []));
  const address = optionValue(parsed, "--to", "-t") ?? parsed.operands.at(-1);
  shell.report({
    kind: "connect",
    address: address && wordText(address),
    direction: "send",
    carries: mergeCarries(command.received, allCarries([...command.args, ...attached])),
  });
  return empty;
}

function listen(command: Command, shell: Shell): Value {
  shell.report({
    kind: "connect",
    address: undefined,
    direction: "listen",
    carries: allCarries(command.args),
  });
  return empty;
}
