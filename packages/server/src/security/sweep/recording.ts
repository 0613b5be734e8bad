import { buildUser, signInAs } from '../../../testing/builders.ts'
import { masterKey } from '../../../testing/test-platform.ts'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'
import { bearersOf, send, type Visit, visit, visitWrongly } from './crawl.ts'
import { startObservedApp } from './observed-app.ts'
import { rightInput } from './right-calls.ts'
import { sampled } from './sample.ts'
import { emptyColumns, storedSecrets } from './secret-columns.ts'
import { gained, isSelfService, type Marks, marksFor, withMarks } from './server-owned.ts'
import { label } from './shapes.ts'
import { buildVictim } from './victim.ts'
import { createWorld, type World } from './world.ts'

export interface Recording {
  readonly world: World
  /** Each route's right call, once. */
  readonly right: readonly Visit[]
  /** The right calls of self-service as they were made before, with fields of the server's added. */
  readonly planted: readonly Visit[]
  /** Calls of the kinds that are made wrongly: without permission, with values of wrong types. */
  readonly wrong: readonly Visit[]
  /** What callers hold and were given: it belongs in no log, mail or stored row. */
  readonly bearers: ReadonlySet<string>
  /** Secrets as the database holds them, after the right calls or after all. */
  readonly stored: ReadonlySet<string>
  /** Secret columns that the right calls left without a value. */
  readonly unfilled: readonly string[]
  /** Self-service routes whose call gave a role to a user, locked one or marked one as migrated. */
  readonly gaining: readonly Route[]
  /** Routes whose right call could not be built, with the reason. */
  readonly failures: readonly (readonly [route: string, error: unknown])[]
}

type Crawled = Pick<Recording, 'right' | 'planted' | 'gaining' | 'failures'>

const rightVisits = async (world: World, marks: Marks): Promise<Crawled> => {
  const right: Visit[] = []
  const planted: Visit[] = []
  const gaining: Route[] = []
  const failures: [string, unknown][] = []
  const make = async (route: Route): Promise<void> => {
    if (!isSelfService(route)) return void right.push(await visit(world, route))
    const given = await rightInput(world, route)
    const before = await gained(world)
    planted.push(await send(world, route, withMarks(marks, route, given)))
    // A proof of possession counts once.
    const isUsed = Object.keys(given.headers ?? {}).some((name) => /^dpop$/i.test(name))
    right.push(await send(world, route, isUsed ? await rightInput(world, route) : given))
    if ((await gained(world)) !== before) gaining.push(route)
  }
  for (const route of allRoutes) {
    await make(route).catch((error: unknown) => failures.push([label(route), error]))
  }
  return { right, planted, gaining, failures }
}

const wrongVisits = async (world: World): Promise<Visit[]> => {
  const plain = await signInAs(world.ctx, await buildUser(world.ctx))
  const withNeeds = allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined)
  const withBody = allRoutes.filter(({ endpoint }) => endpoint.body !== undefined)
  const wrong: Visit[] = []
  for (const route of sampled(withNeeds)) {
    wrong.push(await visit(world, route, (given) => ({ ...given, as: plain })))
  }
  for (const route of sampled(withBody)) wrong.push(await visitWrongly(world, route))
  return wrong
}

/** Calls every route of the product rightly, once, and keeps all that shows. */
export const record = async (): Promise<Recording> => {
  const world = await createWorld(await startObservedApp())
  world.keep(masterKey)
  await buildVictim(world)
  const crawled = await rightVisits(world, await marksFor(world.test.testDatabase))
  const { testDatabase } = world.test
  const [unfilled, before] = [await emptyColumns(testDatabase), await storedSecrets(testDatabase)]
  const wrong = await wrongVisits(world)
  const stored = new Set([...before, ...(await storedSecrets(testDatabase))])
  const bearers = new Set([...crawled.right, ...wrong].flatMap(bearersOf))
  return { world, ...crawled, wrong, bearers, stored, unfilled }
}
