/** The pictures that `make pictures` draws, by name and theme; scenario cards come by themselves, since most pages show none. */
const first = import.meta.glob<string>("../../pictures/{cover,hero}/**/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

export interface Shipped {
  readonly light: string;
  readonly dark: string;
}

const under = (found: Readonly<Record<string, string>>, name: string): Shipped | undefined => {
  const [light, dark] = ["light", "dark"].map((theme) => found[`../../pictures/${name}.${theme}.webp`]);
  return light && dark ? { light, dark } : undefined;
};

/** Where a picture lies; nowhere for a scenario of which there is none. */
export function shipped(name: string): Shipped | undefined | Promise<Shipped | undefined> {
  if (!name.startsWith("card/")) return under(first, name);
  return import("./cards").then(({ cards }) => under(cards, name));
}
