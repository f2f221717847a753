/** Parameters and actions of the interface that no command of the model sends, each with why. */
export const UNTRIED: { readonly [parameter: string]: string } = {
  "Authenticate User": "only a hub has accounts: commands/hub logs in with them",
  "pilothouse.logout after":
    "a page that is closed ends its session later: packages/server/src/auth/sessions",
  "pilothouse.logs after": "wants an earlier answer: packages/server/src/logs follows a log",
  "pilothouse.backup passphrase": "the same files, encrypted: packages/server/src/features/backup",
};
