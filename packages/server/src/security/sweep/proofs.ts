import { setTimeout } from 'node:timers/promises'
import type { Answer } from '../../../testing/call.ts'
import type { Route } from '../../kit/routes.ts'
import { type Built, idsIn, inputBeside, isObject, namesIn, paramsFrom } from './beside.ts'
import { differing } from './differing.ts'
import { nearest, routeOf, viewsOf } from './effects.ts'
import { rightInput } from './right-calls.ts'
import { scenarios } from './subjects.ts'
import type { Given, World } from './world.ts'

/* Makes calls and looks whether something is different afterwards. */

const told = ({ status, headers, body, text }: Answer): unknown =>
  status < 400 || /json/.test(String(headers['content-type']))
    ? { status, told: /json/.test(String(headers['content-type'])) ? body : text }
    : { status }

const read = async (world: World, route: Route, given: Given): Promise<unknown> =>
  told(await world.test.call(route.endpoint, given))

const succeed = (answer: Answer): Answer => {
  if (answer.status >= 400) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

/** One way to see the effect of a call. */
interface Sight {
  readonly name: string
  look(answer: Answer | null): Promise<unknown>
}

/** A call that reads what another has made: its answer names it. */
const sightOfMade = async (world: World, view: Route, built: Built): Promise<Sight> => {
  const own = await inputBeside(world, view, built)
  const look = async (answer: Answer | null): Promise<unknown> => {
    if (answer === null) return null
    const { id, ...ids } = idsIn({ body: answer.body })
    const names = namesIn(view.endpoint.path)
    const made = Object.fromEntries(names.map((name) => [name, String(ids[name] ?? id)]))
    const params = { ...made, ...paramsFrom(view.endpoint, built) }
    const shown = await world.test.call(view.endpoint, { ...own, params })
    return shown.status < 400 ? told(shown) : null
  }
  return { name: view.name, look }
}

const sightOf = async (world: World, view: Route, built: Built): Promise<Sight> => {
  const params = paramsFrom(view.endpoint, built)
  if (!namesIn(view.endpoint.path).every((name) => name in params)) {
    return sightOfMade(world, view, built)
  }
  const given = await inputBeside(world, view, built)
  return { name: view.name, look: () => read(world, view, given) }
}

const sightsOf = async (world: World, built: Built): Promise<Sight[]> => {
  const { route, given } = built
  const declared = scenarios.effects[route.name]
  if (typeof declared === 'function') {
    return [{ name: 'its own look', look: (answer) => declared(world, { given, answer }) }]
  }
  const sights: Sight[] = []
  for (const view of viewsOf(route) ?? []) sights.push(await sightOf(world, view, built))
  return sights
}

const lookAt = async (sights: readonly Sight[], answer: Answer | null): Promise<unknown[]> => {
  const seen: unknown[] = []
  for (const { look } of sights) seen.push(await look(answer))
  return seen
}

const otherThan = (value: unknown): unknown[] => {
  if (typeof value === 'boolean') return [!value]
  return typeof value === 'number' ? [value + 1, value - 1] : []
}

interface Changed {
  readonly answer: Answer
  /** Makes it as it was, where others would not find what they need. */
  undo(): Promise<unknown>
}

/** Bodies that change one member of what is read, each with one that changes it back. */
const oneChanged = ({ body }: Answer): (readonly [there: unknown, back: unknown])[] =>
  Object.entries(body).flatMap(([name, value]) =>
    otherThan(value).map((other) => [{ [name]: other }, { [name]: value }] as const),
  )

/**
 * Makes a right call. One that changes nothing because its body is empty is made with one member
 * changed of what is read at its path, the first that it takes.
 */
const change = async (world: World, { route, given }: Built): Promise<Changed> => {
  const call = (body: unknown) => world.test.call(route.endpoint, { ...given, body })
  const view = nearest(route)
  const isEmpty = route.endpoint.method === 'PUT' && JSON.stringify(given.body) === '{}'
  if (isEmpty && view !== undefined) {
    const asked = await inputBeside(world, view, { route, given })
    const before = await world.test.call(view.endpoint, asked)
    for (const [there, back] of oneChanged(before)) {
      const answer = await call(there)
      const after = answer.status < 400 ? await read(world, view, asked) : told(before)
      if (differing(told(before), told(before), after).length > 0) {
        return { answer, undo: () => call(back) }
      }
    }
  }
  return { answer: succeed(await call(given.body)), undo: async () => {} }
}

/** How long work that a call leaves to others may take until it shows. */
const patienceMillis = 3000

/** Looks until everything differs; the places in the list of what does not. */
const alikeIn = async (
  look: () => Promise<readonly unknown[]>,
  first: readonly unknown[],
  second: readonly unknown[],
): Promise<number[]> => {
  const end = Date.now() + patienceMillis
  for (;;) {
    const third = await look()
    const alike = [...third.keys()].filter(
      (at) => differing(first[at], second[at], third[at]).length === 0,
    )
    if (alike.length === 0 || Date.now() > end) return alike
    await setTimeout(20)
  }
}

/** Makes the right call of a route; the names of those that do not show its effect. */
export const unseenBy = async (world: World, route: Route): Promise<string[]> => {
  const built = { route, given: await rightInput(world, route) }
  const sights = await sightsOf(world, built)
  if (sights.length === 0) return ['no call reads it']
  const [first, second] = [await lookAt(sights, null), await lookAt(sights, null)]
  const { answer, undo } = await change(world, built)
  const alike = await alikeIn(() => lookAt(sights, answer), first, second)
  await undo()
  return sights.filter((_, at) => alike.includes(at)).map(({ name }) => name)
}

/** Makes a change; answers how it is taken back. */
type Act = () => Promise<Changed['undo']>

const actsOf = async (world: World, built: Built, answer: Answer): Promise<[string, Act][]> => {
  const declared = scenarios.alteredBy[built.route.name] ?? []
  if (typeof declared === 'function') {
    const act = async () => {
      succeed(await declared(world, { given: built.given, answer }))
      return async () => {}
    }
    return [['its own change', act]]
  }
  const acts: [string, Act][] = []
  const ids = { ...idsIn({ body: answer.body }), ...idsIn(built.given) }
  const params = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
  for (const name of declared) {
    const route = routeOf(name)
    const given = await inputBeside(world, route, {
      ...built,
      given: { ...built.given, params: { ...params, ...built.given.params } },
    })
    acts.push([name, async () => (await change(world, { route, given })).undo])
  }
  return acts
}

/** Makes a right call that reads, before and after changes; the names of those that do not alter its answer. */
export const unalteredBy = async (world: World, route: Route): Promise<string[]> => {
  const given = await rightInput(world, route)
  const answer = succeed(await world.test.call(route.endpoint, given))
  const without: string[] = []
  for (const [name, act] of await actsOf(world, { route, given }, answer)) {
    const look = async () => [await read(world, route, given)]
    const [first, second] = [await look(), await look()]
    const undo = await act()
    const alike = await alikeIn(look, first, second)
    await undo()
    if (alike.length > 0) without.push(name)
  }
  return without
}

const bodyBy = (body: unknown, other: unknown): unknown => {
  if (other === undefined) return body
  if (typeof other === 'function') return other(body)
  return isObject(body) && isObject(other) ? { ...body, ...other } : other
}

/** Whether a call answers another body differently, and does not just find it malformed. */
export const tellsApart = async (world: World, route: Route): Promise<boolean> => {
  const made = async (other: unknown) => {
    const given = await rightInput(world, route)
    return world.test.call(route.endpoint, { ...given, body: bodyBy(given.body, other) })
  }
  const [first, second] = [succeed(await made(undefined)), succeed(await made(undefined))]
  const third = await made(scenarios.computes[route.name])
  if (third.status === 400) succeed(third)
  return differing(told(first), told(second), told(third)).length > 0
}
