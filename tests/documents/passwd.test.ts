import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGED, passwdCommand } from "../../packages/cli/src/services/local-command.js";
import { DOCUMENTS, filesIn, read } from "./documents.js";

const ours = { dataDir: join(userInfo().homedir, ".local/state/pilothouse"), sudo: false };
const checkout = { name: "./pilothouse", isPackaged: false };
const installed = { name: "pilothouse", isPackaged: false };
const debian = { name: "pilothouse", isPackaged: true };

/** What the program itself tells people to type, by where it runs. */
const TOLD = [
  passwdCommand(ours, checkout),
  passwdCommand(ours, installed),
  passwdCommand({ dataDir: PACKAGED, sudo: true }, checkout),
  passwdCommand({ dataDir: PACKAGED, sudo: true }, debian),
  passwdCommand({ dataDir: `${PACKAGED}-hub`, sudo: true }, debian),
  // The container's user is not root.
  `podman exec -it pilothouse ${passwdCommand({ dataDir: PACKAGED, sudo: false }, installed)}`,
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
  /(?:podman exec -it pilothouse |sudo )?(?:\.\/)?pilothouse passwd(?: --?[\w-]+(?: \/\S*\w)?)*/g;

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
