/** Shapes on a grid of 24, drawn with the colour of the text. */
export const ICON_SHAPES = {
  good: "M5 12.5l4.5 4.5L19 7.5",
  testing: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2",
  warning: "M12 8v5.5M12 17v.5",
  error: "M8 8l8 8M16 8l-8 8",
  in: "M12 4v15M6 13l6 6 6-6",
  out: "M12 20V5M6 11l6-6 6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  gauge: "M4 18a9 9 0 1 1 16 0M12 14l4-5",
  power: "M12 3v9M7 6.5a8 8 0 1 0 10 0",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M11 14.5v5",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
  key: "M13 11l7-7M17 7l2.5 2.5M3.5 16a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  lines: "M4 5h16v14H4zM8 9h8M8 12h8M8 15h5",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 8h6M9 12h6",
  back: "M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  plus: "M12 5v14M5 12h14",
  search: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L21 21",
  share: "M4 12h16M15 7l5 5-5 5M9 7l-5 5 5 5",
  globe: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3 12h18M12 3c5 5 5 13 0 18c-5-5-5-13 0-18",
} as const;

export type IconName = keyof typeof ICON_SHAPES;
