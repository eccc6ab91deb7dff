/** What stands on the ground of squares and hexes only: trees, barricades, houses of hexes. */
import { addSheets } from "./drawings";
import terrain from "./terrain.svg?raw";

addSheets(terrain);
