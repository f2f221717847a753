import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGED, passwdCommand } from "../../packages/cli/src/services/local-command.js";
import { DOCUMENTS, filesIn, read } from "./documents.js";

const ours = { dataDir: join(userInfo().homedir, ".local/state/pilothouse"), sudo: false, user: undefined };
const service = { dataDir: PACKAGED, sudo: true, user: "pilothouse" };
const hub = { dataDir: `${PACKAGED}-hub`, sudo: true, user: "pilothouse-hub" };
const isFor = () => true;
const checkout = { name: "./pilothouse", isPackaged: false, isFor };
const installed = { name: "pilothouse", isPackaged: false, isFor };
const debian = { name: "pilothouse", isPackaged: true, isFor };

/** What the program itself tells people to type, by where it runs. */
const TOLD = [
  passwdCommand(ours, checkout),
  passwdCommand(ours, installed),
  passwdCommand(service, checkout),
  passwdCommand(service, debian),
  passwdCommand(hub, debian),
  // The container's user is not root.
  `podman exec -it pilothouse ${passwdCommand({ ...ours, dataDir: PACKAGED }, installed)}`,
];

/** For another server, or with more than a new password. */
const OTHERS = / passwd --(url|keep-tokens)$/;
/** They tell what the command can do, or could. */
const DESCRIBED = ["docs/cli.md", "docs/decisions/", "CHANGELOG.md"];

const files = [
  ...DOCUMENTS.filter((file) => !DESCRIBED.some((one) => file.startsWith(one))),
  ...filesIn("packaging/debian", /^/),
  "Containerfile",
];
const COMMAND =
  /(?:podman exec -it pilothouse |sudo (?:-u \S+ )?)?(?:\.\/)?pilothouse passwd(?: --?[\w-]+(?: \/\S*\w)?)*/g;

describe("Every document tells people to choose a password by the command that the program gives there:", () => {
  it("the six commands differ", () => expect(new Set(TOLD).size).toBe(TOLD.length));

  it.each(files)("%s", (file) => {
    const commands = [...read(file).matchAll(COMMAND)].map(([command]) => command);
    expect(commands.filter((one) => !TOLD.includes(one) && !OTHERS.test(one))).toEqual([]);
  });

  it.each(["packaging/debian/postinst", "packaging/debian/README.Debian", "docs/service.md", "README.md"])(
    "%s has the one for the Debian package",
    (file) => expect(read(file)).toMatch(/sudo pilothouse passwd --local\b/),
  );
});
