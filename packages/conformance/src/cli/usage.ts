import { PROFILES } from "../check/check.js";
import { KIT } from "../kit.js";

/** A command line that cannot be followed. */
export class UsageError extends Error {}

export const USAGE = `${KIT.name} ${KIT.version}, requirements of revision ${KIT.revision}

  conformance ADDRESS [options]        judge a server
  conformance --client [-- COMMAND]    judge a client: the kit plays the server
  conformance matrix FILE.json...      make a matrix from reports
  conformance list [--json FILE]       print every check

ADDRESS is an http or https address, for example https://127.0.0.1:7650/ or http://127.0.0.1:7657/jsonrpc/.
Any certificate will do. A host without a scheme is tried at both default endpoints.

The password comes from --password-file FILE, from the variable I2PCONTROL_PASSWORD, or from --password TEXT,
which other users of the machine can see.

  --names i2p|svc|auto       how the server spells its keys (auto)
  --profile NAME,...         only these: ${PROFILES.join(", ")}
  --only ID,...              only the checks whose id begins so
  --level must               only what the specification demands
  --read-only                change no settings
  --allow-restart            let the kit restart the router, reseed and look for updates
  --allow-shutdown           let it shut the router down, as the last thing
  --allow-update             let it start an update
  --allow-password-change    let it change the password, and change it back
  --token-lifetime SECONDS   how long tokens live on this server, to see them expire
  --probe-setting NAME=A,B   an advanced setting of this server that may be changed, and two values for it
  --timeout SECONDS          for one request (10)
  --action-timeout SECONDS   for actions, and for a restart (120)
  --max-time SECONDS         for the whole run (1800)
  --settle SECONDS           over which the uptime must grow (2.2)
  --max-reply BYTES          the longest reply that is read (1048576)

  --json FILE                the report as JSON
  --junit FILE               the same as JUnit XML
  --html FILE                the same as one page
  --badges DIRECTORY         badges as SVG
  --baseline FILE            an earlier --json report: the run fails when any check moved, for better or worse
  --public                   leave out of the report how to repeat what endangers users
  --label TEXT               the name of the server in reports
  --recorded                 the server plays what was recorded from another; the matrix says so
  --quiet                    print only the last line
  --version, --help

With --client, the COMMAND runs once for each dialect that servers in the field speak. It finds the address and the
password in I2PCONTROL_URL and I2PCONTROL_PASSWORD, or where it has {url} and {password}. Without a COMMAND the kit
plays one server until Ctrl-C, and judges what was sent.

  --dialect NAME,...         only these
  --tls                      play the server over https
  --port NUMBER              at this port of the loopback

Exit code: 0 no failures (with --baseline: nothing moved), 1 failures, 2 wrong usage, 3 no verdict (the server does
not answer or gives no token, and there is no report; or the run took longer than --max-time), 130 or 143 interrupted;
settings are put back first.
`;
