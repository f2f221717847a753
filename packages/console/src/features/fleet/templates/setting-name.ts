/** A setting that differs from the template, as it is named elsewhere: `web.TargetPort` for `tunnels.web.TargetPort`. */
export const settingName = (name: string): string => name.replace(/^tunnels\./, "");
