/** What every command has in common, for the page of commands and the manual: each row a thing and its meaning. */
type Rows = readonly (readonly [thing: string, meaning: string])[];

export const EXIT_CODES: Rows = [
  ["0", "done"],
  ["1", "refused or failed"],
  ["2", "wrong usage, or a file or setting that was given is wrong or cannot be read"],
  ["3", "`fleet drift`, `fleet apply --dry-run`: a node is not as the template wants it"],
  ["4", "login needed: no token, a wrong password, or still the factory password"],
  ["5", "the server cannot be reached, or does not answer"],
  ["7", "`--wait` took longer than `--timeout`"],
  ["130", "interrupted"],
];

export const VARIABLES: Rows = [
  ["`PILOTHOUSE_URL`, `I2PCONTROL_URL`", "address of the server"],
  ["`PILOTHOUSE_PASSWORD`, `I2PCONTROL_PASSWORD`", "its password"],
  ["`PILOTHOUSE_PASSWORD_FILE`", "file that holds the password"],
  ["`PILOTHOUSE_TOKEN`", "a token to use instead of the kept one; it is not kept"],
  ["`PILOTHOUSE_FINGERPRINT`", "SHA-256 of the certificate to accept"],
  ["`PILOTHOUSE_PROFILE`", "name of a profile"],
];

export const FILES: Rows = [
  [
    "`$XDG_CONFIG_HOME/pilothouse/profiles.json`",
    "the known routers: address, fingerprint or authority, dialect; and which is the current one",
  ],
  [
    "`$XDG_STATE_HOME/pilothouse/sessions/NAME.json`",
    "the token of a profile, and its password if `login --keep-password` said so",
  ],
];
