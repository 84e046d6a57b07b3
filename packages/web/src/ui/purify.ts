import createDOMPurify, { type DOMPurify } from "dompurify";

let instance: DOMPurify | undefined;

/** The one sanitizer of the page: the content security policy lets it turn text into nodes once, and refuses a second one. */
export function purify(): DOMPurify {
  instance ??= createDOMPurify(window);
  return instance;
}
