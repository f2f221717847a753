/**
 * What values should have been: reasons as in `reasons.ts`, apart from them because a page needs these only once it
 * has a form. Those that begin with `wants` stand in another one, after "wants".
 */
export const VALUE_REASONS = {
  "value.wants": "wants {wants}[, got {got}]",
  "value.long": "is longer than {most} characters",
  "wants.whole": "a whole number from {least} to {most}",
  "wants.digits": 'a string of decimal digits from "{least}" to "{most}"',
  "wants.choice": "one of {options}",
  "wants.period": "a whole number of milliseconds from {least} to {most} (31 days)",
  "wants.host": 'a host name or IP address, or "" to unset it',
  "wants.settingName": 'a name of 1 to {most} characters without control characters, "=", "#" or ";"',
  "wants.settingValue": "a string of up to 64 KiB without control characters",
  "wants.sessionName": "a name of 1 to 64 characters, all of which can be seen",
  "wants.tokenName":
    "a name of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit",
  "wants.nodeName":
    "a name of 1 to 63 small letters, digits, dots and hyphens that begins and ends with a letter or digit",
  "wants.operatorName":
    "a name of 1 to 32 small letters, digits, dots, hyphens and underscores that begins with a letter",
  "wants.labels":
    "an object of at most {most} labels: keys of 1 to 63 small letters, digits, dots, hyphens and underscores, values of the same with capitals",
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
  "value.inSetting": "has {name}, which {why}",
  "value.noSetting": "wants at least one setting, got none",
  "value.fixed": "has {name}, which is not a setting that can be changed while the service runs",
  "mail.noServer": "notify.email_to wants notify.email_server too: smtp://host:587 or smtps://host:465",
  "mail.half":
    "notify.email_user and notify.email_password_file (or notify.email_password, set by RPC) go together; one of them is missing",
  "labels.many": "wants at most {most} labels, got {count}",
  "labels.key": "wants {wants}; {name} is not such a key",
  "labels.value": "wants {wants}; {name} is {got}",
} as const satisfies Record<string, string>;
