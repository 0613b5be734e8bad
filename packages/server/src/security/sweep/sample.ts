import { createHash } from 'node:crypto'
import { currentScope, isInScope, type Scope } from '../../../../../scripts/test/scope.ts'
import type { Route } from '../../kit/routes.ts'
import { filesOf } from './route-files.ts'
import { label, shapeOf } from './shapes.ts'

const rank = (seed: string, name: string): string =>
  createHash('sha256').update(`${seed}\n${name}`).digest('hex')

/** One route of each shape, another one with each commit. */
const representatives = (routes: readonly Route[], seed: string): Set<Route> => {
  const ranked = routes.map((route) => ({ route, rank: rank(seed, label(route)) }))
  const byShape = Map.groupBy(ranked, ({ route }) => shapeOf(route))
  const firsts = [...byShape.values()].flatMap((group) =>
    group.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, 1),
  )
  return new Set(firsts.map(({ route }) => route))
}

/**
 * The routes that this run tries: of each shape of declaration one, one in eight of the rest, and
 * those whose files changed since the last run of everything; all of them in a run of everything.
 */
export const sampled = (
  routes: readonly Route[],
  scope: Scope = currentScope(),
): readonly Route[] => {
  const chosen = representatives(routes, scope.seed)
  return routes.filter(
    (route) => chosen.has(route) || isInScope(label(route), filesOf(route), scope),
  )
}
