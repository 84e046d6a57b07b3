import { readFrom } from "../redirections.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { allCarries, empty, mergeCarries, unknown, type Value, wordText } from "../value.ts";
import { parseArguments } from "./arguments.ts";

/** Command lines of services that store or publish files. */
export const cloudPrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...["aws", "gsutil", "gcloud", "rclone", "mc", "s3cmd", "b2", "azcopy", "oci"].map(
    (name) => [name, copyToStore] as const,
  ),
  ["gh", publish],
  ["glab", publish],
  ["npm", npm],
  ["slackcat", publish],
  ["ipfs", publish],
  ["transfer", publish],
]);

const store = /^(?:s3|gs|b2|oci|az|https?):\/\/|^[\w-]{2,60}:(?!\/\/)[\w/.$-]*$/;
const copying = /^(?:cp|copy|copyto|sync|mv|move|put|upload|rsync|mirror|pipe|rcat)$/;

function copyToStore(command: Command, shell: Shell): Value | undefined {
  const { operands } = parseArguments(command.args, {
    long: ["--profile", "--region", "--endpoint-url", "--acl", "--config"],
  });
  const verb = operands.findIndex(({ text }) => copying.test(text));
  if (verb === -1) return undefined;
  const places = operands.slice(verb + 1);
  const target = places.at(-1);
  if (!target || !store.test(target.text)) {
    const source = places.find(({ text }) => store.test(text));
    if (source)
      shell.report({ kind: "connect", address: source.text, direction: "fetch", carries: source.carries });
    if (source && target) shell.writeFile(target, unknown("", [{ label: "remote", from: source.text }]));
    return empty;
  }
  const read = places
    .slice(0, -1)
    .map((file) => (file.text === "-" ? unknown("", command.received) : readFrom(file, shell)));
  shell.report({
    kind: "connect",
    address: wordText(target),
    direction: "send",
    carries: mergeCarries(allCarries([target, ...read]), command.received),
  });
  return empty;
}

/** `gh gist create FILE`, `gh issue create --body TEXT`, `gh api -f name=value`. */
function publish(command: Command, shell: Shell): Value | undefined {
  const { operands, options } = parseArguments(command.args, {
    letters: "dfFbtRH",
    long: [
      "--body",
      "--body-file",
      "--title",
      "--desc",
      "--field",
      "--raw-field",
      "--input",
      "--repo",
      "--header",
    ],
  });
  const words = operands.map(({ text }) => text);
  const isSending =
    words.some((word) => /^(?:create|comment|edit|upload|add)$/.test(word)) ||
    (words[0] === "api" && options.some(({ name }) => /^(?:-f|-F|--field|--raw-field|--input)$/.test(name)));
  if (!isSending) return undefined;
  const files = [
    ...(words[0] === "gist" || words[0] === "release" || words[0] === "add"
      ? operands.slice(words[0] === "add" ? 1 : 2)
      : []),
    ...options
      .filter(({ name }) => /^--(?:body-file|input)$/.test(name))
      .flatMap(({ value }) => (value ? [value] : [])),
  ].filter(({ text }) => text !== "-");
  const carries = mergeCarries(
    allCarries([...command.args, ...files.map((file) => readFrom(file, shell))]),
    command.received,
  );
  shell.report({
    kind: "connect",
    address: command.program === "gh" ? "github.com" : command.program,
    direction: "send",
    carries,
  });
  return empty;
}

function npm({ args }: Command, shell: Shell): Value | undefined {
  if (args[0]?.text !== "publish") return undefined;
  shell.report({ kind: "connect", address: "registry.npmjs.org", direction: "send", carries: [] });
  return empty;
}
