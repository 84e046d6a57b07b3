/** An element with its attributes and content. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type Open = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

/** Parses XML for tests of reporters and throws when it is not well-formed. No DTDs. */
export function parseXml(source: string): XmlElement {
  if (/[^\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(source))
    throw new Error("forbidden character");
  const document: Open = { name: "", attributes: {}, children: [], text: "" };
  const stack: Open[] = [document];
  const token = /<\?xml [^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)|(.)/gsu;
  for (const [, closed, opened, list = "", slash, text, wrong] of source.matchAll(token)) {
    const top = stack.at(-1);
    if (top === undefined || wrong !== undefined) throw new Error(`unexpected ${wrong}`);
    if (text !== undefined) top.text += decode(text);
    if (opened !== undefined) {
      const element = { name: opened, attributes: readAttributes(list), children: [], text: "" };
      top.children.push(element);
      if (slash === "") stack.push(element);
    }
    if (closed !== undefined && stack.pop()?.name !== closed) throw new Error(`${closed} was not open`);
  }
  const [root] = document.children;
  if (stack.length !== 1 || root === undefined || document.children.length !== 1)
    throw new Error("not one root");
  return root;
}

function readAttributes(list: string): Record<string, string> {
  const pairs = [...list.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    decode(value),
  ]);
  const attributes = Object.fromEntries(pairs);
  if (Object.keys(attributes).length !== pairs.length) throw new Error("duplicate attribute");
  return attributes;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#10": "\n" };

function decode(text: string): string {
  return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
    const character = entity.endsWith(";") ? named[entity.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`unknown entity &${entity}`);
    return character;
  });
}
