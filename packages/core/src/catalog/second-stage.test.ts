import { embedMany, rerank } from "ai";
import { MockEmbeddingModelV4, MockRerankingModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { createEmbeddingStage, createRerankStage } from "./second-stage.ts";

const candidates = [
  { id: "pdf", text: "pdf: Reads PDF files." },
  { id: "git", text: "git: Writes commit messages." },
  { id: "csv", text: "csv: Checks tables." },
];

test("a reranking model of the AI SDK supplies the scores; skills it omits come last", async () => {
  const asked: object[] = [];
  const model = new MockRerankingModelV4({
    doRerank: async ({ query, documents }) => {
      asked.push({ query, documents });
      return {
        ranking: [
          { index: 1, relevanceScore: 0.9 },
          { index: 0, relevanceScore: 0.2 },
        ],
      };
    },
  });
  const stage = createRerankStage((query, documents) => rerank({ model, query, documents }));
  expect(await stage("write a commit message", candidates)).toEqual([0.2, 0.9, Number.NEGATIVE_INFINITY]);
  expect(asked).toEqual([
    {
      query: "write a commit message",
      documents: { type: "text", values: candidates.map(({ text }) => text) },
    },
  ]);
});

/** Three directions: PDF, git and everything else. */
function embeddingModel(calls: string[][]): MockEmbeddingModelV4 {
  return new MockEmbeddingModelV4({
    maxEmbeddingsPerCall: 100,
    doEmbed: async ({ values }) => {
      calls.push([...values]);
      const embeddings = values.map((text) => [
        Number(/pdf/i.test(text)),
        Number(/commit/i.test(text)),
        Number(!/pdf|commit/i.test(text)),
      ]);
      return { embeddings, warnings: [] };
    },
  });
}

test("an embedding model of the AI SDK ranks by the angle between request and skill", async () => {
  const model = embeddingModel([]);
  const stage = createEmbeddingStage((values) => embedMany({ model, values }));
  expect(await stage("a commit", candidates)).toEqual([0, 1, 0]);
  expect(await stage("a commit with a pdf", candidates)).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0].map(near));
});

function near(value: number): unknown {
  return expect.closeTo(value);
}

test("a skill is embedded once, a request each time", async () => {
  const calls: string[][] = [];
  const model = embeddingModel(calls);
  const stage = createEmbeddingStage((values) => embedMany({ model, values }));
  await stage("one", candidates);
  await stage("two", candidates);
  expect(calls).toEqual([["one", ...candidates.map(({ text }) => text)], ["two"]]);
});
