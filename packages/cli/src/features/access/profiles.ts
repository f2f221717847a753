import type { Run } from "../../command/context.js";
import { ownCommand } from "../../package-file.js";
import { forgetSession, loadSession, renameSession } from "../../remote/stored-session.js";
import { checkName, loadProfiles, profileNamed, saveProfiles } from "../../remote/target/profiles.js";
import { Complaint, EXIT } from "../../terminal/exit.js";

export const profilesList: Run<[]> = ({ env, out }) => {
  const { current, known } = loadProfiles(env);
  const rows = [...known].map(([name, profile]) => ({
    name,
    current: name === current,
    loggedIn: loadSession(env, name).token !== undefined,
    ...profile,
  }));
  out.list(rows, `No profiles yet. To add one: ${ownCommand("login URL")}`, {
    "": ({ current }) => (current ? "*" : ""),
    profile: ({ name }) => name,
    address: ({ url }) => url,
    session: ({ loggedIn }) => (loggedIn ? "logged in" : ""),
  });
};

export const profilesUse: Run<[string]> = ({ env, out }, [name]) => {
  const profiles = loadProfiles(env);
  const { url } = profileNamed(profiles, name);
  saveProfiles(env, { ...profiles, current: name });
  out.result({ current: name, url }, () => `${name} (${url}) is now the default profile.`);
};

export const profilesRemove: Run<[string]> = ({ env, out }, [name]) => {
  const profiles = loadProfiles(env);
  profileNamed(profiles, name);
  forgetSession(env, name);
  const known = new Map([...profiles.known].filter(([one]) => one !== name));
  saveProfiles(env, { current: profiles.current === name ? undefined : profiles.current, known });
  out.result({ removed: name }, () => `${name} is removed.`);
};

export const profilesRename: Run<[string, string]> = ({ env, out }, [from, to]) => {
  const profiles = loadProfiles(env);
  const { url } = profileNamed(profiles, from);
  if (profiles.known.has(checkName(to))) throw new Complaint(`there is a profile ${to} already`, EXIT.usage);
  const known = new Map([...profiles.known].map(([name, profile]) => [name === from ? to : name, profile]));
  renameSession(env, from, to);
  saveProfiles(env, { current: profiles.current === from ? to : profiles.current, known });
  out.result({ from, to, url }, () => `${from} is now called ${to}.`);
};
