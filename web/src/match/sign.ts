/** The sign of this page among others: its icon, with a yellow spot while something waits to be seen. */
const SPOT = "%3Ccircle cx='23' cy='7' r='6' fill='%23ffd34d' stroke='%232b2320' stroke-width='1.5'/%3E";

/** The same picture with the spot, or without it. */
export function spotted(icon: string, on: boolean): string {
  const bare = icon.replace(SPOT, "");
  return on ? bare.replace("%3C/svg%3E", `${SPOT}%3C/svg%3E`) : bare;
}

export function showSpot(page: Document, on: boolean): void {
  const icon = page.querySelector<HTMLLinkElement>("link[rel='icon']");
  if (icon) icon.href = spotted(icon.getAttribute("href") ?? "", on);
}
