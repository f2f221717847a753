import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { keptOpenI2pd } from "../../drivers.js";
import type { Found, FoundToMove, Mode, Setup } from "./found.js";
import { setupSteps, undoSteps } from "./i2pd.js";
import { PLACES, RULE } from "./places.js";
import { type Step, shown } from "./step.js";

const FOUND: FoundToMove = {
  config: await keptOpenI2pd("[httpproxy]\nport = 4444\n"),
  binary: "/usr/bin/i2pd",
  localProfile: "# mine\n",
  appArmorIsOn: true,
  hasPolkit: true,
  unitIsOn: true,
  data: { uid: 4_242, gid: 4_243, mode: 0o700 },
  isMember: false,
  isMoved: false,
  isAttached: false,
  hasCopy: false,
  replaced: {},
};
const LOCAL = "/etc/apparmor.d/local/usr.bin.i2pd";
const written = (steps: readonly Step[], file: string) =>
  steps.flatMap((step) => ("write" in step && step.write === file ? [step.text] : [])).join("");
const commands = (steps: readonly Step[]) =>
  steps.flatMap((step) => ("run" in step ? [step.run.join(" ")] : []));
/** The machine after these steps, and what was remembered of it. */
const after = (mode: Mode, steps: readonly Step[]): [Setup, Found] => [
  JSON.parse(written(steps, PLACES.record)),
  {
    ...FOUND,
    localProfile: written(steps, LOCAL) || FOUND.localProfile,
    isMember: mode === "attach",
    isMoved: mode === "move",
    isAttached: mode === "attach",
    hasCopy: mode === "attach",
  },
];

describe("the steps of setup i2pd", () => {
  it("move the router: stop the unit first, copy, and set the router last", () => {
    const steps = setupSteps.move(FOUND);
    const order = commands(steps);
    expect(order[0]).toBe("systemctl disable --now i2pd");
    expect(order.join("\n")).toMatch(
      /setpriv --reuid=pilothouse .* mv -f -T \S+ \/var\/lib\/pilothouse\/i2pd$/m,
    );
    expect(order).toContain("apparmor_parser -r -T -W /etc/apparmor.d/usr.bin.i2pd");
    expect(order.at(-1)).toBe("systemctl restart pilothouse");
    expect(parse(written(steps, PLACES.serviceSettings))).toEqual({ router: "i2pd" });
    expect(written(steps, LOCAL)).toMatch(/^# mine\n[\s\S]*\/var\/lib\/pilothouse\/i2pd\/\*\* rwk,/);
  });

  it("move a router with what was on: named where it is on by i2pd's default alone, and said so", async () => {
    const steps = setupSteps.move(FOUND);
    const at = steps.findIndex((step) => "write" in step && step.write.endsWith("/i2pd.conf"));
    const named = parse(written(steps, `${PLACES.copy}.copying/i2pd.conf`).replaceAll(/\[(\w+)\]/g, "[$1]"));
    expect(named).toEqual({
      httpproxy: { port: 4444 },
      ...{ http: { enabled: true }, socksproxy: { enabled: true }, sam: { enabled: true } },
    });
    expect(steps[at]?.description).toMatch(
      /stays on: i2pd's own console, SOCKS proxy, SAM\. .*http\.enabled=false/,
    );
    const off = {
      ...FOUND,
      config: await keptOpenI2pd(
        "[http]\nenabled = false\n[sam]\nenabled = false\n[reseed]\nverify = true\n",
      ),
    };
    const description = setupSteps
      .move(off)
      .find((step) => "write" in step && step.write.endsWith("/i2pd.conf"))?.description;
    expect(description).toMatch(/stays on: HTTP proxy, SOCKS proxy\.$/);
  });

  it("never change the package's own settings file", () => {
    for (const mode of ["move", "attach"] as const) {
      const steps = setupSteps[mode](FOUND);
      expect(written([...steps, ...undoSteps(...after(mode, steps), "/aside")], PLACES.settings)).toBe("");
    }
  });

  it("attach with the right to start and stop that one unit, and to do nothing else to it", () => {
    const text = written(setupSteps.attach(FOUND), RULE);
    const rules: ((action: object, subject: object) => unknown)[] = [];
    const polkit = { Result: { YES: "yes" }, addRule: (rule: (typeof rules)[number]) => rules.push(rule) };
    runInNewContext(text, { polkit });
    const may = (verb: string, unit = "i2pd.service", user = "pilothouse") =>
      rules[0]?.(
        {
          id: "org.freedesktop.systemd1.manage-units",
          lookup: (name: string) => ({ verb, unit })[name],
        },
        { user },
      ) === "yes";
    expect(["start", "stop"].map((verb) => may(verb))).toEqual([true, true]);
    // The second mounts what the caller likes into the unit.
    expect(["set-property", "mount-image-unit", "kill"].map((verb) => may(verb))).toEqual([
      ...[false, false, false],
    ]);
    expect([may("start", "ssh.service"), may("start", "i2pd.service", "nobody")]).toEqual([false, false]);
  });

  it.each(["move", "attach"] as const)("of %s have a way back that leaves nothing behind", (mode) => {
    const steps = setupSteps[mode](FOUND);
    const [setup, found] = after(mode, steps);
    const undo = undoSteps(setup, found, "/aside");
    // Once more, after a step that failed: nothing is done twice that cannot be.
    const again = undoSteps(setup, FOUND, "/aside");
    expect(commands(again).join("\n")).not.toMatch(/ mv |gpasswd|start-stop-daemon|install|rm /);
    const removed = undo.flatMap((step) => ("remove" in step ? [step.remove] : []));
    expect(removed).toContain(PLACES.record);
    if (mode === "move") {
      expect(written(undo, LOCAL)).toBe("# mine\n");
      expect(commands(undo).slice(0, 3)).toEqual([
        "systemctl stop pilothouse",
        expect.stringMatching(/^start-stop-daemon --stop .*--user pilothouse --name i2pd /),
        expect.stringMatching(/^start-stop-daemon --stop .*--user pilothouse --name i2pd-daemon /),
      ]);
      expect(commands(undo).at(-1)).toBe("systemctl enable --now i2pd");
    } else
      expect(removed).toEqual(
        expect.arrayContaining(
          steps.flatMap((step) => ("write" in step && step.write !== PLACES.record ? [step.write] : [])),
        ),
      );
  });

  it("do not start an i2pd that was off before", () => {
    const before = { data: undefined, isMember: false, replaced: {} };
    const setup: Setup = { mode: "move", unitWasOn: false, before };
    expect(commands(undoSteps(setup, FOUND, "/aside")).join("\n")).not.toContain("enable");
  });

  it("put back what was in the place of a file", () => {
    const { dropIn } = PLACES;
    const before = { data: FOUND.data, isMember: true, replaced: { [dropIn]: "# mine\n" } };
    const undo = undoSteps(
      { mode: "attach", unitWasOn: true, before },
      { ...FOUND, isMember: true },
      "/aside",
    );
    expect(written(undo, dropIn)).toBe("# mine\n");
    expect(commands(undo).join("\n")).not.toContain("gpasswd");
  });

  it("write the files that docs/attach.md installs by hand", () => {
    const steps = setupSteps.attach(FOUND);
    const text = (file: string) => readFileSync(new URL(`../../../../../${file}`, import.meta.url), "utf8");
    const installed = [...text("docs/attach.md").matchAll(/ (deploy\/\S+) (\/\S+)$/gm)];
    // By hand, the drop-in has a name of its own.
    const byHand = PLACES.dropIn.replace("setup-i2pd", "attach");
    expect(installed.map(([, , path]) => path).toSorted()).toEqual(
      [RULE, PLACES.routerDropIn, byHand].toSorted(),
    );
    for (const [, file = "", path = ""] of installed)
      expect(written(steps, path === byHand ? PLACES.dropIn : path)).toBe(text(file));
  });

  it("are shown exactly as they are done", () => {
    expect(shown({ description: "Why.", run: ["sh", "-c", "a | b 'c'"] })).toBe(
      "Why.\n    sh -c 'a | b '\\''c'\\'''",
    );
    expect(shown({ description: "Why.", write: "/x", text: "one\ntwo\n" })).toBe(
      "Why.\n    write /x:\n      one\n      two",
    );
    expect(shown({ description: "Why.", write: "/x", text: "x".repeat(1_000) })).toBe("Why.\n    write /x");
    const owned = { user: "pilothouse", group: 7, mode: 0o2750 };
    expect(shown({ description: "Why.", folder: "/x", owned })).toBe(
      "Why.\n    install --directory --owner=pilothouse --group=7 --mode=2750 /x",
    );
  });
});
