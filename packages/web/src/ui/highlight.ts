import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import yaml from "highlight.js/lib/languages/yaml";
import { purify } from "./purify.ts";

const languages = { bash, javascript, json, markdown, python, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
// TypeScript without types of its own: the grammar is ten times as large.
hljs.registerAliases(["ts", "tsx", "typescript"], { languageName: "javascript" });

/** Colored code as nodes; undefined for languages that are not known. */
export function highlight(text: string, language: string): DocumentFragment | undefined {
  if (hljs.getLanguage(language) === undefined) return undefined;
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  return purify().sanitize(value, {
    ...{ ALLOWED_TAGS: ["span"], ALLOWED_ATTR: ["class"], RETURN_DOM_FRAGMENT: true },
  });
}
