import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { asOwnerOf } from "./as-owner.js";

it.skipIf(process.getuid?.() !== 0)(
  "says as whom to run it where Node.js cannot act as another user",
  async () => {
    const place = mkdtempSync(join(tmpdir(), "pilothouse-"));
    onTestFinished(() => rmSync(place, { recursive: true }));
    chownSync(place, 54_321, 54_321);
    vi.spyOn(process, "setgroups").mockImplementation(() => {
      throw new Error("setgroups() disabled: io_uring may be enabled. See CVE-2024-22017.");
    });
    await expect(asOwnerOf(place, () => "done")).rejects.toThrow(
      /lets nobody act as another user; run the command as the owner of the files: sudo -u 54321 …$/,
    );
  },
);
