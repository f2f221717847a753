import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { tryAsStranger } from "../../../packages/cli/src/features/health/doctor/machine/stranger.js";
import type { ServiceHere } from "../../../packages/cli/src/services/services-here.js";
import { fillUp, smallDisk } from "../../attacks/store/small-disk.js";
import { begun, canRunAs, run, serve as serveAs } from "../../blackbox/process.js";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { type Examined, examine } from "../examined.js";
import { serve } from "../served.js";
import { PASSWORD } from "../service.js";

const OTHERS: ServiceHere = {
  dataDir: "/var/lib/pilothouse",
  runs: true,
  user: "pilothouse",
  sudo: true,
};

async function settled(): Promise<Person> {
  const person = new Person();
  await choosePassword(person.dataDir, PASSWORD);
  return person;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as { port: number }).port)),
  );
}

/** Breaks pages in the middle of the store; its header stays. */
function damage(file: string): void {
  const { size } = statSync(file);
  const opened = openSync(file, "r+");
  writeSync(opened, Buffer.alloc(size - 4_096, 0xa5), 0, size - 4_096, 4_096);
  closeSync(opened);
}

/** A service that is held while it asks its router's program for the version: it never becomes ready. */
async function starting(): Promise<Examined> {
  const person = await settled();
  const program = join(person.home, "i2pd");
  const asked = `${program}.asked`;
  writeFileSync(program, '#!/bin/sh\n: > "$0.asked"\nexec sleep 600\n', { mode: 0o755 });
  const { child } = begun(person.dataDir, { args: ["--router", "i2pd", "--i2pd-binary", program] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect.poll(() => existsSync(asked), { interval: 20 }).toBe(true);
  // It gives up after ten seconds, in which nobody may have examined it on a busy machine.
  child.kill("SIGSTOP");
  const found = await examine(person);
  expect(found.of("service")?.saw).toContain(`process ${child.pid}`);
  return found;
}

/** A situation, and what is found: the worst level of a check, or nothing; and what it says. */
type Row = readonly [check: string, level: string | undefined, description?: RegExp];
const SITUATIONS: {
  readonly [name: string]: { look: () => Promise<Examined | undefined>; finds: readonly Row[] };
} = {
  "a new machine": {
    look: () => examine(new Person()),
    finds: [
      ["service", "ok", /never started/],
      ["store", "ok"],
      ["disk", "ok", /MiB/],
      ["password", "problem", /passwd/],
    ],
  },
  "a service that runs": {
    look: async () => {
      const person = await settled();
      await serve(person);
      return examine(person);
    },
    finds: [
      ["service", "ok", /it runs as process/],
      ["store", "ok", /in use by process/],
      ["certificate", "ok"],
      ["password", "ok"],
    ],
  },
  "a service that is starting": {
    look: starting,
    finds: [
      ["service", "warning", /is starting.* run this again/],
      ["store", "ok", /in use by process/],
      ["ports", "ok"],
      ["password", undefined],
    ],
  },
  "a service that was stopped": {
    look: async () => examine(await settled()),
    finds: [
      ["service", "warning", /does not run.*start it/],
      ["store", "ok"],
      ["password", "ok"],
    ],
  },
  "a service that was killed": {
    look: async () => {
      const person = await settled();
      await (await serve(person)).stop("SIGKILL");
      return examine(person);
    },
    finds: [["service", "problem", /was killed/]],
  },
  "a store that is damaged within": {
    look: async () => {
      const person = await settled();
      damage(join(person.dataDir, "pilothouse.db"));
      return examine(person);
    },
    finds: [
      ["store", "problem", /is damaged.*put a copy of it back/],
      ["password", "warning", /the store is damaged/],
    ],
  },
  "a store that is something else": {
    look: async () => {
      const person = await settled();
      writeFileSync(join(person.dataDir, "pilothouse.db"), "no database at all");
      return examine(person);
    },
    finds: [
      ["store", "problem", /not a store of Pilothouse/],
      ["password", "warning", /not one of Pilothouse/],
    ],
  },
  "a port that a stranger has": {
    look: async () => examine(await settled(), ["--https-port", String(await takenPort())]),
    finds: [["ports", "problem", /is held by .*stop that, or choose another/]],
  },
  "another user's service, and none of one's own": {
    look: () => examine(new Person(), [], () => [OTHERS]),
    finds: [
      [
        "service",
        "problem",
        /runs here as the user pilothouse, in \/var\/lib\/pilothouse: .*cannot look into it.*sudo .*pilothouse doctor --data-dir \/var\/lib\/pilothouse/,
      ],
      ["password", undefined],
      ["ports", undefined],
      ["router's own port", undefined],
    ],
  },
  "another user's service that root sees": {
    look: () => examine(new Person(), [], () => [{ ...OTHERS, sudo: false }]),
    finds: [
      [
        "service",
        "problem",
        /no service has run in .*check it: (?:sudo -u pilothouse )?\S*pilothouse doctor --data-dir/,
      ],
      ["password", undefined],
    ],
  },
  "another user's service beside one's own": {
    look: async () => examine(await settled(), [], () => [OTHERS]),
    finds: [
      ["service", "warning", /does not run/],
      ["password", "ok"],
    ],
  },
  "another user's service, and a directory that is named": {
    look: () => {
      const person = new Person();
      return examine(person, ["--data-dir", join(person.home, "new")], () => [OTHERS]);
    },
    finds: [
      ["service", "ok"],
      ["password", "problem"],
    ],
  },
  "a disk that is full": {
    look: async () => {
      const disk = smallDisk();
      if (disk === undefined) return undefined;
      fillUp(disk);
      return examine(new Person(), ["--data-dir", disk]);
    },
    finds: [["disk", "problem", /disk is full.*0 MiB of 2 MiB are free.*make space/]],
  },
};

describe("what doctor finds", () => {
  it.each(Object.keys(SITUATIONS))("with %s", async (name) => {
    const { look, finds } = SITUATIONS[name] ?? { look: async () => undefined, finds: [] };
    const found = await look();
    // This user may not mount a disk.
    if (found === undefined) return;
    const seen = finds.map(([check]) => [check, found.of(check)?.level]);
    expect(seen).toEqual(finds.map(([check, level]) => [check, level]));
    for (const [check, , description] of finds) {
      const { saw, todo = "" } = found.of(check) ?? {};
      if (description !== undefined) expect(`${saw} ${todo}`).toMatch(description);
    }
  });

  it("at a port of another service is that it is one, without a login", async () => {
    const person = await settled();
    const { url } = await serve(person);
    expect(await tryAsStranger(url, { factory: true })).toBe("service");
    expect((await person.run(["--local", "audit"])).out).not.toContain("login");
  });
});

const NOBODY = { uid: 65_534, gid: 65_534 };
const DAEMON = { uid: 1, gid: 1 };

describe.runIf(canRunAs(NOBODY) && canRunAs(DAEMON))("doctor beside a service of another user", () => {
  interface Found {
    readonly check: string;
    readonly saw: string;
    readonly todo?: string;
  }
  const found = ({ stdout }: { stdout: string }): readonly Found[] => JSON.parse(stdout).findings;

  it("says whose it is and how to check it; root checks it with the settings that it runs with", async () => {
    const dataDir = scratch();
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const home = scratch();
    chmodSync(home, 0o755);
    const env = { HOME: home };
    const served = await serveAs(dataDir, { as: NOBODY, env, cwd: "/" });
    const doctor = ["doctor", "--json"];
    for (const words of [doctor, [...doctor, "--data-dir", dataDir]]) {
      const answer = await run(words, { as: DAEMON, env, cwd: "/" });
      expect(answer.code).toBe(1);
      const about = found(answer).filter(({ saw }) => saw.includes(dataDir));
      expect(about).toMatchObject([
        {
          check: "service",
          saw: expect.stringMatching(/the user nobody.*cannot look into it/),
          todo: expect.stringMatching(new RegExp(`sudo .*pilothouse doctor --data-dir ${dataDir}$`)),
        },
      ]);
      expect(found(answer).map(({ check }) => check)).not.toContain("password");
    }
    const byRoot = found(await run([...doctor, "--data-dir", dataDir], { cwd: "/" }));
    const of = (name: string) => byRoot.find(({ check }) => check === name)?.saw;
    expect(of("settings")).toContain(`process ${served.child.pid}`);
    expect(of("ports")).toContain(new URL(served.https).port);
    expect(JSON.stringify(byRoot)).not.toContain("EACCES");
  });
});
