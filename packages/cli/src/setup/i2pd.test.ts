import { defaultFile, makeTable } from "@pilothouse/server/settings";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../drivers.js";
import { type Found, PLACES, setupSteps, undoSteps } from "./i2pd.js";
import { type Step, shown } from "./step.js";

const FOUND: Found = {
  settings: defaultFile(makeTable(DRIVERS)),
  binary: "/usr/bin/i2pd",
  localProfile: "# mine\n",
  appArmorIsOn: true,
  hasPolkit: true,
  unitIsOn: true,
};
const LOCAL = "/etc/apparmor.d/local/usr.bin.i2pd";
const written = (steps: readonly Step[], file: string) =>
  steps.flatMap((step) => ("write" in step && step.write === file ? [step.text] : [])).join("");
const commands = (steps: readonly Step[]) =>
  steps.flatMap((step) => ("run" in step ? [step.run.join(" ")] : []));
const after = (steps: readonly Step[]): Found => ({
  ...FOUND,
  settings: written(steps, PLACES.settings),
  localProfile: written(steps, LOCAL) || FOUND.localProfile,
});

describe("the steps of setup i2pd", () => {
  it("move the router: stop the unit first, copy, and set the router last", () => {
    const steps = setupSteps("move", FOUND);
    const order = commands(steps);
    expect(order[0]).toBe("systemctl disable --now i2pd");
    expect(order).toContain("mv -T --no-clobber /var/lib/pilothouse.setup/i2pd /var/lib/pilothouse/i2pd");
    expect(order).toContain("apparmor_parser -r -T -W /etc/apparmor.d/usr.bin.i2pd");
    expect(order.at(-1)).toBe("systemctl restart pilothouse");
    expect(parse(written(steps, PLACES.settings))).toMatchObject({ router: "i2pd" });
    expect(written(steps, LOCAL)).toMatch(/^# mine\n[\s\S]*\/var\/lib\/pilothouse\/i2pd\/\*\* rwk,/);
  });

  it.each(["move", "attach"] as const)("of %s have a way back that leaves nothing behind", (mode) => {
    const steps = setupSteps(mode, FOUND);
    const undo = undoSteps(mode, true, after(steps), "/aside");
    expect(parse(written(undo, PLACES.settings))).not.toHaveProperty("router");
    const removed = undo.flatMap((step) => ("remove" in step ? [step.remove] : []));
    expect(removed).toContain(PLACES.record);
    if (mode === "move") {
      expect(written(undo, LOCAL)).toBe("# mine\n");
      expect(commands(undo)[0]).toMatch(/^pilothouse --local shutdown/);
      expect(commands(undo).at(-1)).toBe("systemctl enable --now i2pd");
    } else
      expect(removed).toEqual(
        expect.arrayContaining(
          steps.flatMap((step) =>
            "write" in step && ![PLACES.settings, PLACES.record].includes(step.write as never)
              ? [step.write]
              : [],
          ),
        ),
      );
  });

  it("do not start an i2pd that was off before", () => {
    expect(commands(undoSteps("move", false, FOUND, "/aside")).join("\n")).not.toContain("enable");
  });

  it("are shown exactly as they are done", () => {
    expect(shown({ says: "Why.", run: ["sh", "-c", "a | b 'c'"] })).toBe(
      "Why.\n    sh -c 'a | b '\\''c'\\'''",
    );
    expect(shown({ says: "Why.", write: "/x", text: "one\ntwo\n" })).toBe(
      "Why.\n    write /x:\n      one\n      two",
    );
  });
});
