/** What settings of the service should have been; no client needs them. */
export const SETTING_REASONS = {
  "settings.newer":
    "The settings were changed since revision {revision} (now {now})[: {by} changed {names} at {at}]. Nothing was saved: read them again",
  "node.taken": "another node of the fleet is called {name}",
  "value.long": "is longer than {most} characters",
  "wants.text": "a text",
  "wants.visible": "a text of ASCII characters that can be seen",
  "wants.webAddress": 'an address such as "https://example.org/path", without user and password',
  "wants.mailServer":
    'a mail server such as "smtps://mail.example.org" or "smtp://mail.example.org:587", without user and password',
  "wants.mailAddress": 'an e-mail address such as "me@example.org"',
  "wants.mailAddresses": "a list of e-mail addresses (separated by commas in a flag or variable)",
  "wants.duration": 'a time such as "90s", "30m", "24h" or "7d", at most "400d"',
  "wants.bytes": 'an amount of data such as "500GB", "1.5TB" or "200GiB"',
  "wants.schedule":
    'a list of lines such as "mon-fri 08:00-18:00 out=50 share=10" or "daily 22-6 in=100" (days, hours, and share in %, in and out in KiB/s; separated by semicolons in a flag or variable)',
  "wants.rules": "a list of {names} (separated by commas in a flag or variable)",
  "value.fixed": "has {name}, which is not a setting that can be changed while the service runs",
  "secret.noAddress": "belongs to an address: set {address} with it",
  "secret.configured":
    "cannot be set here while {secret} is set by {where}: that secret is only sent to an address that is set there too",
  "mail.noServer": "notify.email_to wants notify.email_server too: smtp://host:587 or smtps://host:465",
  "mail.half":
    "notify.email_user and notify.email_password_file (or notify.email_password, set by RPC) go together; one of them is missing",
} as const satisfies Record<string, string>;
