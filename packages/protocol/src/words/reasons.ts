import { ADDRESS_REASONS } from "./refusals/address-reasons.js";
import { APPLY_REASONS } from "./refusals/apply-reasons.js";
import { GUARD_REASONS } from "./refusals/guard-reasons.js";
import { REFUSAL_REASONS } from "./refusals/refusal-reasons.js";
import { ROLLOUT_REASONS } from "./refusals/rollout-reasons.js";
import { TEMPLATE_REASONS } from "./refusals/template-reasons.js";
import { TUNNEL_REASONS } from "./refusals/tunnel-reasons.js";
import { SETTING_REASONS } from "./setting-reasons.js";
import { VALUE_REASONS } from "./value-reasons.js";

/**
 * Why something is so, or could not be done: the reasons that the service itself gives. The key is the code that
 * programs read, with which the console finds its own text; `{name}` stands for a value, and what is in brackets is
 * left out without it. `{text}` is what another program said (a router, apt, the system), in its own language.
 */
export const STATE_REASONS = {
  // Why a router does not answer. The rest of each code is `data.reason` of an error.
  "away.none": "no answer",
  "away.unreachable": "it cannot be reached",
  "away.timeout": "no answer in time",
  "away.login": "it refuses the login of this service",
  "away.certificate": "its certificate is not trusted",
  "away.failed": "it reports an error",

  "router.gone": "The router cannot be reached: {text}",
  "router.broke": "The connection to the router broke: {text}",
  "router.silent": "The router does not answer: {text}",
  "router.login": "The router refuses the login of this service: {text}",
  "router.untrusted": "The router's server does not prove who it is: {text}",
  "router.error": "The router answered with an error: {text}",
  "router.says": "{text}",
  "router.busy": "The router was busy for over {ms} ms with what came before; nothing was changed",
  "router.slow": "The router did not answer within {ms} ms",
  "router.notSaved": "The router did not save the settings",
  "router.notTaken": "The router did not take {names}",
  "router.disk":
    "The router could not save its configuration ({text}), and nothing was changed: look at the disk of its machine",
  "router.notUndone": "A write failed, and could not be undone: {names}",
  "router.keepOne": "This router cannot be left without any setting: keep at least one",
  "router.noUnset": "{key} had no value, and this router's control service cannot unset it",
  "router.noAction": "The router's own server does not do {action}",
  "router.noCancel": "This router has no way to cancel a graceful wait",
  "router.noStart":
    "The router was shut down, and cannot be started from here: start it on the machine where it runs",
  "router.noCommands": "No commands are set that start and stop this router",
  "reseed.down": "The router does not run, so it cannot reseed",
  "reseed.silent": "The router does not answer, so it cannot reseed ({why}); restart it if it hangs",
  "java.noCancel":
    "The router's own server has no way to cancel a graceful wait. Java I2P has it on its own console (Configure, Service). You can still restart or stop it now",

  "i2pd.silent": "i2pd does not answer: {text}",
  "i2pd.password":
    "i2pd refuses the password in its own i2pd.conf: it was changed since i2pd started, so restart i2pd",
  "i2pd.noCertificate": "i2pd has no certificate yet",
  "i2pd.notJson": "i2pd answered what is not JSON",
  "i2pd.strange": "i2pd answered something other than what was asked",
  "i2pd.error": "i2pd answered an error: {text}",
  "i2pd.refuses": "i2pd refuses this: {text}",
  "i2pd.consoleSilent": "i2pd's web console at {url} does not answer: {text}",
  "i2pd.consoleLogin": "i2pd's web console at {url} does not take http.user and http.pass of i2pd.conf",
  "i2pd.consoleStatus": "i2pd's web console at {url} answers HTTP {status}",
  "i2pd.consoleOff":
    "i2pd can cancel a graceful wait only on its own web console, which is off. To have it from the next restart on: pilothouse advanced set http.enabled=true http.auth=true http.user=NAME http.pass=PASSWORD. You can still restart or stop it now",
  "i2pd.notOffered":
    "i2pd does not offer to cancel this wait: it was begun through its control service, or its web console changed since its start. You can still restart or stop it now",
  "i2pd.host": 'i2pd wants an IP address for its host, or "" to find it by itself; got "{value}"',
  "i2pd.noZero": 'i2pd has no bandwidth limit of 0; the least is "1"',
  "i2pd.noAlways": 'i2pd finds its address ("true") or takes what is set ("false"); it has no "always"',
  "i2pd.noSetting": "{key} is not a setting that i2pd has",
  "i2pd.agree": '{other} and {key} share "{name}" of i2pd and must agree',
  "i2pd.bandwidth": 'bandwidth wants KiB/s from 1 on, or a class (K, L, M, N, O, P, X); got "{value}"',
  "i2pd.noName": "i2pd has no setting called {name}",
  "i2pd.hash": '{name} cannot hold "#": it begins a comment in i2pd.conf',
  "i2pd.space": "{name} cannot begin or end with a space",
  "i2pd.oneLimit": "{keys} are one limit here: give one value for both",
  "i2pd.notThrough": "{key} cannot be set through i2pd's control service",
  "i2pd.noAdvanced":
    "i2pd's control service has no advanced settings; let this service run the router itself to have them",
  "i2pd.missing":
    "{program} cannot be found, or may not be run: install i2pd, or set i2pd.binary to where it is",
  "i2pd.another": 'Another i2pd (process {pid}) works on {dir}: stop it, or use the mode "attach"',

  "exit.code": "exit code {status}[: {text}]",
  "exit.signal": "killed by {signal}[: {text}]",
  "exit.earlier": "it was started by an earlier run of the service, so its exit code is not known[: {text}]",
  "exit.gone": "it no longer answers, and how it ended is not known",
  "exit.restarted": "it ended and was started again, and this service had not asked for that",
  "exit.unit": "systemd: {result}, exit code {status}",
  "exit.unitSignal": "systemd: {result}, killed by signal {status}",
  "exit.unitSilent": "systemd: active, but it does not answer",
  "exit.unknown": "the cause is not known",

  "update.ready": "Version {version} is installed and runs after the next restart",
  "update.readyKept":
    "i2pd {version} is installed and runs after the next restart; the one before is kept as {file}",
  "update.readyPackage": "{package} {version} is installed and runs after the next restart of the router.",
  "update.newest": "No update: the router runs {current}, the feed offers {version}.",
  "update.newestPackage": "No update: {package} {version} is the newest that the archive has.",
  "update.mayNot":
    '{package} {version} is there, but the service may not install packages: run "apt-get install --only-upgrade {package}"',
  "update.noPackage": "The package lists say nothing of {package}",
  "update.apt": "apt-get {what} failed: {text}",
  "update.notInstalled": "Version {version} was not installed: {text}",
  "update.notStored": "The update cannot be stored: {text}.",
  "update.ownOnly": "The router behind another server takes only the updates that it finds itself",
  "update.notByServer": "The router's own server does not update it",
  "feed.unset": "No update feed can be used: {why}.",
  "feed.unreadable": "The update feed cannot be read: {why}.",
  "feed.untrusted": "The update feed cannot be trusted: {why}.",
  "feed.other": "The update feed is for something else: {why}.",
  "feed.expired": "The update feed has expired: {why}.",
  "feed.incomparable": "It is not known whether the update is newer: {why}.",
  "feed.noSetting": "{name} is not set",
  "feed.badKey": "update.public_key wants an Ed25519 key, 32 bytes in base64",
  "feed.badAddress": "update.feed wants a directory or an https: URL; http: and others are refused",
  "feed.noVersion": "the router does not report its version",
  "feed.notVersion": "{version} is not a version",
  "feed.forOther": "it is for {theirs}, this router is {ours}",
  "feed.forOtherMachine": "it is for {theirs}, this machine is {ours}",
  "feed.until": "its manifest was valid until {expires}; its owner must sign it again",
  "feed.slow": "it took longer than {seconds} s",
  "feed.file": "{file}: {text}",
  "feed.fileMissing": "{file}: it is not there",
  "feed.fileCut": "{file}: the connection was cut",
  "feed.tooLarge": "{file} is larger than {bytes} bytes",
  "feed.malformed": "the manifest is malformed ({text})",
  "feed.notSignature": "{file} does not hold an Ed25519 signature in base64",
  "feed.signature": "the signature of the manifest is not by the owner of update.public_key",
  "feed.longer": "{file} is larger than the {size} bytes of the manifest",
  "feed.shorter": "{file} has {length} bytes, not the {size} of the manifest",
  "feed.hash": "{file} is not the file of the manifest: its SHA-256 differs",

  "log.unknown": "The service does not know where the router logs.",
  "log.simulated": "The simulated router has no log of its own: what happens to it is in the service's log.",
  "log.none": "The router has not written a log yet.",
  "log.unreadable": "The router's log cannot be read: {text}",
  "log.elsewhere":
    "The router is behind another server, whose interface does not offer its log: look in that router's console (Java I2P: http://127.0.0.1:7657/logs). If it runs on this machine, set upstream.log_file to its log, or to Java I2P's directory of logs.",
  "log.notJava": "There is no log-router-0.txt in {place} (upstream.log_file).",
  "log.i2pd":
    "{file} names no log file, so what starts i2pd decides where it logs. Debian's unit: /var/log/i2pd/i2pd.log, for i2pd's user and root. Others: the system's log, journalctl -u i2pd.",

  "budget.noInstant": "this router cannot change its bandwidth without a restart",
  "budget.noLimit": "the router has no bandwidth limit ({names}) that could be lowered; set one",
  "budget.step": "{percent}% of the budget is used",
  "budget.schedule": "schedule {lines}",
  "budget.both": "{percent}% of the budget is used; schedule {lines}",
  "notify.status": "the receiver answered {status}[: {text}]",
  "notify.redirect": "the receiver answered {status} (redirects are not followed)[: {text}]",
  "notify.late": "no answer in time",

  "login.many": "too many failed logins; try again in {seconds} s",
  "login.manyHere":
    "too many failed logins from this machine; try again in {seconds} s, or use pilothouse --local",
  "login.waiting": "too many logins are waiting; try again in a moment",
  "password.short": "wants at least {least} characters",
  "password.long": "wants at most {most} characters",
  "password.common": "wants another one: this is among the first that are tried",
  "password.factory": "wants another one: the factory password cannot be set again",
  "scope.needed": "{what} needs the scope {scope}, and {has}",
  "token.nameTaken": "is in use; revoke the token of that name first, or choose another name",
  "token.gone": "names no token that there is",
  "session.gone": "is the id of no session that there is",
  "service.incident": "incident {number}",
  "service.diskFull": "the disk of the service is full, so nothing was saved: make room and try again",
  "stat.unknown": "is unknown; there are {names}",
  "change.gone": "is {id}, which is the id of no change that is kept",
  "setting.elsewhere": "is set by {where}, which counts: change it there, or remove it there first",
  "apply.busy": "other settings are being applied: wait until the router is healthy again",

  "hub.otherFleet": "it is for another fleet",
  "hub.otherNode": "it is for another node",
  "hub.noTime": "it has no time",
  "hub.expired": "it expired {span} ago by this node's clock: it was delivered late",
  "hub.repeated": "it was carried out before",
  "hub.older": "a newer order of the hub was already taken",
  "hub.otherInstance": "it is for another run of this node's service",
  "hub.takenOver": "another hub has taken over what it belongs to",
  "hub.unsigned": "the fleet has not signed it",
  "node.waiting": "{name} waits to be accepted: pilothouse fleet accept {name}",
  "node.unadopted":
    "{name} has a key of the fleet, but this hub has no record of it. Adopt it (pilothouse fleet adopt {name}) or remove it (pilothouse fleet remove {name})",
  "node.duplicate":
    "two machines use the key of {name}, so nothing is changed on it until you say which one stays: pilothouse fleet keep {name}",
  "node.refused": "{name} refused the call: {text}",
  "node.offline": "{name} is offline; it last reported at {at}",
  "node.offlineNew": "{name} is offline; it has never reported",
  "node.unconnected": "the bus says that {name} is not connected; it last reported at {at}",
  "node.unconnectedNew": "the bus says that {name} is not connected; it has never reported",
  "node.silent": "{name} did not answer in time, and may have carried out the call; it last reported at {at}",
  "node.silentNew": "{name} did not answer in time, and may have carried out the call; it has never reported",
  "node.unknown": "names no node of the fleet: {name}",
  "node.changed": "{name} was changed by somebody else meanwhile; try again",
  "account.ownLabel": "{name} is part of the limit of this account, which therefore cannot change that label",
  "account.limited": "this concerns the whole fleet, and this account is limited to nodes with {labels}",
  "node.none": "no node fits: nothing is to be done",
  "bus.away": "the hub has no connection to its bus; it reconnects automatically",
} as const satisfies Record<string, string>;

/** Those that a page loads only when one occurs. */
export const LATER_REASONS = {
  ...VALUE_REASONS,
  ...ADDRESS_REASONS,
  ...SETTING_REASONS,
  ...REFUSAL_REASONS,
  ...TUNNEL_REASONS,
  ...TEMPLATE_REASONS,
  ...ROLLOUT_REASONS,
  ...GUARD_REASONS,
  ...APPLY_REASONS,
} as const;

export const REASONS = { ...STATE_REASONS, ...LATER_REASONS } as const;

export type ReasonCode = keyof typeof REASONS;
