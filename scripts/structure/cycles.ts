import { resolveOwn } from './resolve.ts'
import type { Rule, SourceFile } from './source-file.ts'

type Graph = ReadonlyMap<string, readonly string[]>

const graphOf = (files: readonly SourceFile[]): Graph => {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(
    files.map((file) => [
      file.path,
      file.imports
        .map(({ specifier }) => resolveOwn(file.path, specifier))
        .filter((target) => target !== undefined)
        .filter((target) => paths.has(target)),
    ]),
  )
}

/** Walks the graph in depth; a file met again while it is still open closes a cycle. */
const findCycles = (graph: Graph): string[][] => {
  const done = new Set<string>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    if (done.has(path)) return
    const at = open.indexOf(path)
    if (at !== -1) {
      cycles.push(open.slice(at))
      return
    }
    open.push(path)
    for (const target of graph.get(path) ?? []) visit(target)
    open.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return cycles
}

/** No file reaches itself over its imports, not even for a type. */
export const noCycles: Rule = (files) =>
  findCycles(graphOf(files)).map((cycle) => ({
    path: cycle[0] ?? '',
    message: `imports run in a circle: ${[...cycle, cycle[0]].join(' > ')}`,
  }))
