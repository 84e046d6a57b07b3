import type { Call } from "./machine.ts";
import { optionOf } from "./machine.ts";
import { showHoles, textOf, type Value } from "./value.ts";

/** Where a call connects to: a URL, or a host with its port. */
export function addressOf(call: Call, target: Value | undefined): string | undefined {
  const [, second] = call.args;
  if (typeof target?.constant === "number" && second && typeof textOf(second) === "string")
    return showHoles(`${textOf(second)}:${target.constant}`);
  return (
    (target && addressIn(target)) ?? hostOption(call) ?? (call.self?.target && addressIn(call.self.target))
  );
}

function addressIn(value: Value): string | undefined {
  const text = textOf(value);
  if (text !== undefined) return showHoles(text);
  if (value.items) {
    const [host, port] = value.items;
    const name = host && textOf(host);
    if (name === undefined) return undefined;
    return showHoles(typeof port?.constant === "number" ? `${name}:${port.constant}` : name);
  }
  const field = value.fields?.get("url") ?? value.target;
  if (field && field !== value) return addressIn(field);
  return value.fields ? hostIn((key) => value.fields?.get(key)) : undefined;
}

function hostOption(call: Call): string | undefined {
  return hostIn((key) => optionOf(call, key));
}

function hostIn(option: (key: string) => Value | undefined): string | undefined {
  const host = option("hostname") ?? option("host");
  const name = host && textOf(host);
  if (name === undefined) return undefined;
  const port = option("port")?.constant;
  const path = option("path")?.constant;
  const place = typeof port === "number" ? `${name}:${port}` : name;
  return showHoles(typeof path === "string" && path.startsWith("/") ? place + path : place);
}

/** A request that was made with a body. */
export function isSentTo(target: Value | undefined): boolean {
  return target?.fields?.has("#body") ?? false;
}
