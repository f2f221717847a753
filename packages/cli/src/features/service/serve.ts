import { CARRIERS, type Service, type Settings } from "@pilothouse/server";
import type { Run } from "../../command/context.js";
import { explainErrors } from "../../local/explained-errors.js";
import type { SettingFlags } from "../../local/flags.js";
import { passwordLines, placeLines, runService } from "../../local/run-service.js";
import { version } from "../../package-file.js";
import { routerFiles, routerMaker } from "../../router.js";
import type { Place } from "../../services/local-command.js";

/** Runs the service until a signal ends it. */
export const serve: Run<[], SettingFlags> = (context, _args, options) =>
  explainErrors(() =>
    runService(context, options, {
      make: async (common) => {
        const { drivers, features } = context;
        const added = await Promise.all(features.map((feature) => feature.serve(common)));
        return Object.assign(
          { ...common, makeRouter: routerMaker(drivers), routerFiles: routerFiles(drivers) },
          ...added,
          // A feature's last: whoever hears from the service by them finds it complete.
          { carriers: [...CARRIERS, ...added.flatMap(({ carriers }) => carriers)] },
        );
      },
      welcome,
      facts: ({ router }) => ({ router }),
    }),
  );

/** What a person who has just started the service needs to know. */
const welcome = (service: Service, settings: Settings, place: Place): string =>
  [
    `Pilothouse ${version} is ready.${service.simulated ? " It manages a simulated router, not a real one." : ""}`,
    ...placeLines(service, settings),
    ...passwordLines(service, settings, place),
  ].join("\n");
