import { expect, it } from "vitest";
import { DOCUMENTS, read } from "./documents.js";

it("No document has a space before a percent sign, as English has none", () => {
  const spaced = DOCUMENTS.flatMap((document) =>
    (read(document).match(/.{0,20}[\d}] %(?!\w)/g) ?? []).map((words) => `${document}: ${words}`),
  );
  expect(spaced).toEqual([]);
});
