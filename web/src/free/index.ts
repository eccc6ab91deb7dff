/** What a free table needs from the first picture on and no other does; it is loaded with the first of them. */
export { default as Table } from "./Table.svelte";
