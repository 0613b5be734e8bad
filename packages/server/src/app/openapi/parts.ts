import { isJson, type Json } from './json.ts'

/** What no area owns: the frame of a document, and the schemas that several areas use. */
const frame = 'document'

const schemaReference = /"#\/components\/schemas\/([^"]+)"/g

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(schemaReference)].map(([, name = '']) => name)

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJson(value) ? Object.entries(value) : []

const merged = (one: unknown, other: unknown): unknown => {
  if (!isJson(one) || !isJson(other)) return other
  const both = new Map(Object.entries(one))
  for (const [key, value] of Object.entries(other)) {
    both.set(key, both.has(key) ? merged(both.get(key), value) : value)
  }
  return Object.fromEntries(both)
}

const inOrder = (value: unknown): Json =>
  Object.fromEntries(membersOf(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const areaOfSchemas = (operations: ReadonlyMap<string, readonly Json[]>, schemas: Json) => {
  const areas = new Map<string, string>()
  const visit = (area: string, name: string): void => {
    const before = areas.get(name)
    if (before === area || before === frame) return
    areas.set(name, before === undefined ? area : frame)
    for (const inner of namesIn(schemas[name])) visit(before === undefined ? area : frame, inner)
  }
  for (const [area, own] of operations) for (const name of namesIn(own)) visit(area, name)
  return (name: string): string => areas.get(name) ?? frame
}

/**
 * A document as it is checked in: a file for each area with its paths and the schemas that it alone
 * uses, and one for the rest, so that a change shows where it belongs.
 */
export const partsOf = (
  document: Json,
  areaOf: (operation: string) => string,
): ReadonlyMap<string, Json> => {
  const { paths, components, ...rest } = document
  const { schemas, ...others } = isJson(components) ? components : {}
  const operations = membersOf(paths).flatMap(([path, item]) =>
    membersOf(item).map(([method, operation]) => {
      const id = isJson(operation) ? String(operation.operationId) : ''
      return { area: areaOf(id), paths: { [path]: { [method]: operation } } }
    }),
  )
  const byArea = new Map(
    [...Map.groupBy(operations, ({ area }) => area)].map(([area, own]) => [
      area,
      own.map((operation): Json => operation.paths),
    ]),
  )
  const placeOf = areaOfSchemas(byArea, isJson(schemas) ? schemas : {})
  const schemasOf = (area: string): Json =>
    Object.fromEntries(membersOf(schemas).filter(([name]) => placeOf(name) === area))
  const ofAreas = [...byArea].map(([area, own]): readonly [string, Json] => [
    area,
    {
      paths: own.reduce<unknown>(merged, {}),
      components: { schemas: schemasOf(area) },
    },
  ])
  const own = { ...rest, components: { ...others, schemas: schemasOf(frame) } }
  return new Map([...ofAreas, [frame, own]])
}

/** The document of which these are the parts. */
export const joined = (parts: Iterable<Json>): Json => {
  const all = [...parts].reduce<unknown>(merged, {})
  const { paths, components, ...rest } = isJson(all) ? all : {}
  const { schemas, ...others } = isJson(components) ? components : {}
  return {
    ...rest,
    paths: inOrder(paths),
    components: { schemas: inOrder(schemas), ...others },
  }
}
