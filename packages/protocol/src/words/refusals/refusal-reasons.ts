/** Why routers and the service refuse what people can ask for on a page. No client needs them. */
export const REFUSAL_REASONS = {
  "name.lookup": "wants a name that ends in .i2p, or a .b32.i2p address",
  "name.elsewhere": "{name} leads to another destination[, {address}]: remove it first",
  "name.gone": "Destination of {name} is not known any more",
  "names.off": "The router's address book is off: set addressbook.enabled = true and restart it",
  "names.kept": "{text}. The address book is as it was before",
  "names.noLookup": "The router's SAM service, which looks up names, fails: {text}",
  "router.noNames": "This router has no way to an address book",
  "router.noTunnels": "This router has no way to tunnels",
  "router.lacks": "This router has no way to {what}: its server does not know {method} of I2P proposal 170",
  "router.notRunning":
    "This takes a restart of the router, which is not running as it should now: see its status",
  "router.queue": "too many requests are waiting for the router; try again in a moment",
  "settings.many": "A router may have {most} settings at most; these would be {count}",
  "settings.long":
    "All settings together may have {most} characters at most, with their names; these would have {count}",
  "settings.hidden":
    "has {name} with the text {text}, which stands for a secret: give the secret itself, or leave it out",
  "change.conflict":
    "was changed again since, {by}: it was {wanted} and is {now}. Nothing was changed; with force it is put back anyway",
  "change.notShown":
    "did not show this: {name} is {old} now and would become {new}. Nothing was changed; preview it again",
  "java.blank":
    "{name} begins or ends with a blank, in its name or its value: the router would lose it at its next start",
  "stat.noPeriod":
    "The router keeps {stat}, but not over {ms} ms: ask for another Period, such as 60000 or 3600000",
  "stat.many":
    "The router was asked for {most} different statistics since the service started, and is asked for no others: it may keep each",
  // Of services of earlier versions, in English; `i2pd.rule` has codes.
  "i2pd.guarded": "{name} {text}. To change it anyway: {instead}",
  "i2pd.unjudged":
    "{name} is not known to this version of Pilothouse, which cannot tell whether it is safe. To change it anyway: set it in i2pd.conf on the machine itself, then restart the router",
  "i2pd.newAddress":
    "i2pd takes another address only when router.info in {dir} is deleted, which this service may not do. To change it anyway: on the machine itself, stop i2pd, change i2pd.conf, delete router.info and start i2pd",
  "i2pd.notRecorded":
    "{file} was changed, but this could not be recorded, so that a roll-back would lose it: {text}",
  "i2pd.fileNotWritten": "Nothing was changed, because a file cannot be written: {text}",
  "i2pd.filesUnknown":
    "Which files i2pd takes its tunnels from is in its command line, and no i2pd of this machine works on its data directory: start it first",
  "i2pd.setUp": "i2pd's control service is set up in {config} now: restart i2pd once, and then this",
  "backup.busy": "a backup is being made; try again in a moment",
  "backup.large": "this backup is too large for a browser: make it with pilothouse backup",
  "backup.gone": "is no backup that this session has made, or it was removed: make another",
  "backup.machine": "a backup is made on the machine itself: pilothouse backup",
  "backup.memory":
    "there is too little memory for this: {mib} MiB must be free. On the machine itself less is needed while the service is stopped: pilothouse backup, pilothouse restore",
  "restore.machine":
    "a backup is restored here only by who has signed in with the password, at this service; otherwise on the machine itself: pilothouse restore",
  "restore.busy": "another restore is under way; try again in a moment",
  "restore.gone": "is no upload of this session, or it was removed: begin again",
  "restore.large": "is too large for a browser: restore it on the machine itself, with pilothouse restore",
  "restore.order": "wants the part that begins at byte {next}",
  "restore.passphrase": "does not open this backup: it is wrong, or the file is damaged",
  "restore.foreign": "is not a backup of Pilothouse",
  "restore.newer": "was made by a newer version of Pilothouse, which is needed to restore it",
  "restore.hub": "is a backup of a hub, and this service is not one",
  "restore.damaged": "is damaged or cut short: {text}",
  "restore.space": "the disk has too little space for this: {mib} MiB must be free",
  "device.many": "is one too many: {most} devices are signed in",
} as const satisfies Record<string, string>;
