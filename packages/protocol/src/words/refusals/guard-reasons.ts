/** Why a client may not give an option of i2pd this value, after its name, and how it is done instead. */
export const GUARD_REASONS = {
  "i2pd.rule": "{name} {why}. To change it anyway: {instead}",
  "rule.control": "belongs to the control service through which Pilothouse manages this router",
  "rule.conf": "names the file that holds these settings",
  "rule.dataDir": "says where the router lives",
  "rule.found": "says how the router is found",
  "rule.detaches": "would detach the router from the service",
  "rule.noSetting": "is not a setting",
  "rule.writesFile": "makes the router write to a file of your choice",
  "rule.readsTunnels":
    "makes the router read tunnels, which can open ports of this machine to everyone, from a file of your choice",
  "rule.trusts": "decides whose signatures the router trusts",
  "rule.readsPeers": "makes the router read a file of your choice and trust the peers in it",
  "rule.keyFile":
    'must be "transient-…" or the name of a .dat file in the data directory: i2pd creates a missing file wherever the path leads',
  "rule.plainName": "must be a plain name: i2pd makes a file name of it",
  "rule.core": "would let a crash write the router's memory, keys included, to the disk",
  "rule.verify":
    "must stay on: without it anyone who can answer for a reseed server chooses this router's peers",
  "rule.reseedUrls":
    "is only allowed while reseed.verify is on: otherwise that server's peers are trusted unchecked",
  "rule.redirect":
    "is only allowed while reseed.verify is on: otherwise the peers of any server that it is sent on to are trusted unchecked",
  "rule.console":
    "needs http.auth = true with it: i2pd's own console lets every user of the machine stop the router",
  "rule.auth":
    "must stay on while http.enabled is: i2pd's own console lets every user of the machine stop the router",
  "rule.strict":
    "must stay on: without it a web page in your browser can use i2pd's own console (DNS rebinding)",
  "rule.hostname":
    "must be a loopback name: with another one a web page can use i2pd's own console (DNS rebinding)",
  "rule.webroot":
    'must be a plain path such as "/router/": i2pd writes it into the pages of its console as it is, where it could be a script',
  "rule.loopback": "must be a loopback address: on another one, other machines can use this router",
  "rule.log": 'must be "stdout", "file" or "syslog"',
  "instead.locally": "set it in i2pd.conf on the machine itself, then restart the router",
  "instead.setting": "set {name} in pilothouse.toml",
  "instead.itself": "you cannot; the service sets it itself",
  "instead.atStart": "you cannot; the service decides it when it starts i2pd",
  "instead.help": "run i2pd --help in a terminal",
} as const satisfies Record<string, string>;
