/** The hand-written types against the schema that the server's structs make: the same fields, nullable where null is sent. */
import { describe, expect, test } from "vitest";
import schema from "./schema.json";
import source from "./types.ts?raw";

interface Property {
  readonly anyOf?: readonly { readonly type?: string }[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
}
interface Struct {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** The interfaces of types.ts: field to whether it may be left out or null. */
function interfaces(text: string): Map<string, Map<string, { optional: boolean; nullable: boolean }>> {
  const found = new Map<string, Map<string, { optional: boolean; nullable: boolean }>>();
  for (const [, name = "", base, body = ""] of text.matchAll(/export interface (\w+)(?: extends (\w+))? \{([^}]*)\}/g)) {
    const fields = new Map(base ? found.get(base) : []);
    for (const [, field = "", mark = "", kind = ""] of body.matchAll(/readonly (\w+)(\??): ([^;]+);/g))
      fields.set(field, { optional: mark === "?", nullable: /\| null$/.test(kind) });
    found.set(name, fields);
  }
  return found;
}

const written = interfaces(source);
const structs = Object.entries(schema.$defs as Readonly<Record<string, Struct>>);
const nullable = (property: Property): boolean =>
  property.type === "null" ||
  (Array.isArray(property.type) && property.type.includes("null")) ||
  (property.enum?.includes(null) ?? false) ||
  (property.anyOf?.some((one) => nullable(one)) ?? false);
/** Written here as a type of its own, or never sent by this client. */
const ELSEWHERE = new Set(["ClaimBody", "Hello", "PreviewBody"]);

describe("the wire", () => {
  const compared = structs.filter(([name, { properties }]) => properties && !ELSEWHERE.has(name));
  test("has structs", () => expect(compared.length).toBeGreaterThan(20));
  test.each(compared)("%s has the fields of the server's", (name, { properties = {} }) => {
    const fields = written.get(name);
    expect(fields, `types.ts has no ${name}`).toBeDefined();
    expect([...(fields ?? new Map<string, never>()).keys()].sort()).toEqual(Object.keys(properties).sort());
    for (const [field, property] of Object.entries(properties))
      if (nullable(property)) expect(fields?.get(field)?.nullable, `${name}.${field} may be null`).toBe(true);
  });
});
