import { expect, test } from "vitest";
import { providers } from "../models/providers.ts";
import { secretValues } from "./user-session.ts";

test("values of variables with secret-looking names are secrets, once, trimmed", () => {
  const environment = {
    ANTHROPIC_AUTH_TOKEN: "token-12345\n",
    OPENAI_API_KEY: "key-o-12345",
    VLLM_API_KEY: "key-o-12345",
    DB_PASSWORD: "open sesame",
    aws_secret: "small letters",
    GOOGLE_API_KEY: undefined,
  };
  expect(secretValues(environment)).toEqual(["token-12345", "key-o-12345", "open sesame", "small letters"]);
});

test("other variables, and placeholder values that would mangle ordinary words, are not", () => {
  expect(secretValues({ PATH: "/usr/bin", KEYBOARD: "a-keyboard", OLLAMA_API_KEY: "x" })).toEqual([]);
});

test("the key of every provider is one", () => {
  const names = Object.values(providers).flatMap(({ keys, url }) => [...keys, ...(url.key ? [url.key] : [])]);
  for (const name of names) expect(secretValues({ [name]: "a-key-of-a-provider" })).toHaveLength(1);
});
