/** What a number of the interface counts. Code that shows one to people or to Prometheus scales it by its unit. */
export type Unit = "ms" | "B" | "B/s" | "KiB/s" | "%";
