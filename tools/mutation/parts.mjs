/**
 * What is mutated, by part, and the tests that must notice: those that stand beside it, and those of whole methods
 * that need no process and nothing that is built. Left out are rows of plain text and the documents that are written
 * from them, where a mutation changes words for people and not what the program does.
 */
export const PARTS = {
  auth: { folder: "packages/server/src/auth", without: [] },
  rpc: {
    folder: "packages/server/src/rpc",
    without: [],
    methods: [
      ...["record/*", "notify/own-settings", "own-methods", "blackbox/access/sessions"],
      "blackbox/access/program-tokens",
    ],
  },
  store: { folder: "packages/server/src/store", without: ["**/migrations"] },
  protocol: {
    folder: "packages/protocol/src",
    without: ["index", "documents/*", "kernel/errors", "tables/*", "features/**/*"],
  },
};

/** The part that `npm run mutation` has chosen. */
export const chosen = () => {
  const name = process.env.MUTATION_PART ?? "";
  const part = PARTS[name];
  if (part === undefined) throw new Error(`MUTATION_PART is one of ${Object.keys(PARTS).join(", ")}`);
  const { folder, without, methods = [] } = part;
  return {
    name,
    mutate: [
      `${folder}/**/*.ts`,
      `!${folder}/**/*.test.ts`,
      `!${folder}/**/testing/**`,
      ...without.map((pattern) => `!${folder}/${pattern}.ts`),
    ],
    tests: [`${folder}/**/*.test.ts`, ...methods.map((name) => `tests/${name}.test.ts`)],
  };
};
