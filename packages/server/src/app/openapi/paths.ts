import { isJson, type Json } from './json.ts'

const parameter = /\{(\w+)\}/g
const namesOf = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name = '']) => name)

const renamedIn = (operation: unknown, names: ReadonlyMap<string, string>): Json => {
  if (!isJson(operation)) return {}
  const { parameters } = operation
  const renamed = (one: unknown): unknown =>
    isJson(one) && one.in === 'path'
      ? { ...one, name: names.get(String(one.name)) ?? one.name }
      : one
  return { ...operation, parameters: Array.isArray(parameters) ? parameters.map(renamed) : [] }
}

const joined = (names: readonly string[]): string =>
  [...new Set(names)]
    .toSorted()
    .map((name, index) => (index === 0 ? name : `Or${name[0]?.toUpperCase()}${name.slice(1)}`))
    .join('')

/**
 * Paths in order. OpenAPI knows paths by their shape: `DELETE /tokens/{tokenid}` and
 * `POST /tokens/{type}` become one, whose parameter has both names.
 */
export const unambiguous = (paths: ReadonlyMap<string, Json>): Json => {
  const shapes = Map.groupBy(paths, ([path]) => path.replaceAll(parameter, '{}'))
  const merged = [...shapes.values()].map((group): readonly [string, Json] => {
    const [first] = group
    if (first !== undefined && group.length === 1) return first
    const names = namesOf(first?.[0] ?? '').map((_, index) =>
      joined(group.map(([path]) => namesOf(path)[index] ?? '')),
    )
    let at = 0
    const path = (first?.[0] ?? '').replaceAll(parameter, () => `{${names[at++]}}`)
    const operations = group.flatMap(([own, item]) => {
      const renamed = new Map(namesOf(own).map((name, index) => [name, names[index] ?? name]))
      return Object.entries(item).map(([method, one]) => [method, renamedIn(one, renamed)] as const)
    })
    return [path, Object.fromEntries(operations)]
  })
  return Object.fromEntries(merged.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
