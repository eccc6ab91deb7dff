/** All that a free table needs and no other does; it is loaded with the first of them. */
export { default as Commands } from "./Commands.svelte";
export { default as Forecast } from "./Forecast.svelte";
export { default as Table } from "./Table.svelte";
export { default as Weapons } from "./Weapons.svelte";
