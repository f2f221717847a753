import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { backupFiles } from "./backup-files.js";

it("names configuration, tunnels and keys of an i2pd, also where its configuration has moved them", () => {
  const dataDir = scratch();
  const config = join(dataDir, "i2pd.conf");
  expect(backupFiles({ config, dataDir })).toEqual(
    ["i2pd.conf", "tunnels.conf", "router.keys"].map((name) => join(dataDir, name)),
  );
  const more = join(dataDir, "more");
  mkdirSync(more);
  for (const name of ["more/irc.conf", "more/notes.txt", "irc.dat", "netDb.txt"])
    writeFileSync(join(dataDir, name), "");
  writeFileSync(config, `tunconf = /etc/i2pd/tunnels.conf\ntunnelsdir = ${more}\n`);
  expect(backupFiles({ config, dataDir })).toEqual([
    config,
    "/etc/i2pd/tunnels.conf",
    join(more, "irc.conf"),
    join(dataDir, "router.keys"),
    join(dataDir, "irc.dat"),
  ]);
});
