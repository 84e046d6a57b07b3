import type { Language, Role } from "../../evidence.ts";
import type { MappedText } from "../mapped-text.ts";

/** A text in another language inside a text. */
export type EmbeddedText = MappedText & {
  /** Added to the path of the text around it. */
  readonly name: string;
  readonly language: Language;
  /** By language if it is not given. */
  readonly role?: Role;
};
