/** The pictures of the scenarios. */
export const cards = import.meta.glob<string>("../../pictures/card/**/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});
