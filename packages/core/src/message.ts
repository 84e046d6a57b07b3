import { formatNumber, printable } from "./text/printable.ts";

/** Values for the placeholders of a message. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/** The names in a template: `"path" | "size"` for `"{path} has {size} bytes"`. */
type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The arguments that a template needs, so that a missing or misspelled one does not compile. */
export type ArgumentsOf<Template extends string> = {
  readonly [Name in Placeholder<Template>]: string | number;
};

/** Fills the placeholders of a template with printable text. */
export function fillIn(template: string, args: MessageArguments): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = args[name];
    if (value === undefined) return placeholder;
    return typeof value === "number" ? formatNumber(value) : printable(value);
  });
}
