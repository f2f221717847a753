import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { backupFiles } from "./backup-files.js";

it("names configuration, tunnels and keys of an i2pd, also where its configuration has moved them", () => {
  const dataDir = scratch();
  const config = join(dataDir, "i2pd.conf");
  const controlDir = join(dataDir, "control");
  expect(backupFiles({ config, dataDir, controlDir })).toEqual(
    ["i2pd.conf", "tunnels.conf", "router.keys"].map((name) => join(dataDir, name)),
  );
  const more = join(dataDir, "more");
  for (const folder of [more, controlDir, join(controlDir, "tunnel-keys")]) mkdirSync(folder);
  const kept = "control/tunnel-keys/gone.x.dat";
  for (const name of ["more/irc.conf", "more/a.conf.stopped", "more/notes.txt", "irc.dat", "netDb.txt", kept])
    writeFileSync(join(dataDir, name), "");
  writeFileSync(config, `tunconf = /etc/i2pd/tunnels.conf\ntunnelsdir = ${more}\n`);
  expect(backupFiles({ config, dataDir, controlDir })).toEqual([
    config,
    "/etc/i2pd/tunnels.conf",
    join(more, "irc.conf"),
    join(more, "a.conf.stopped"),
    join(dataDir, "router.keys"),
    join(dataDir, "irc.dat"),
    join(dataDir, kept),
  ]);
});
