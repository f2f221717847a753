// Imported first by what starts the service from a checkout: until the service has loaded and listens itself, SIGHUP,
// which reloads it, would kill it. For other commands the command line takes this listener away again.
process.on("SIGHUP", () => {});
