/**
 * SIGHUP reloads a service, and without a listener it would kill one that still loads its modules. What comes that
 * early needs no reload: the settings are read later. This is imported before everything else, which takes time.
 */
if (process.argv.some((word) => word === "serve" || word === "hub")) process.on("SIGHUP", () => {});
