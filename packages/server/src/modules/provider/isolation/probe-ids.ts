import type { IsolationProbe } from '@signet/rules/isolation'
import type { Route } from '../../../kit/routes.ts'
import type { Asked, Received } from './caller.ts'
import { ownBody, type Side } from './fill.ts'
import { askedOf, changeTexts, idParamsOf, isUuid } from './requests.ts'
import { bodyOf, goOn, isRefused, judged, named, searchAnswer, type Walk } from './walk.ts'

/** An answer without what is of one request, and without the id that it may repeat. */
const withoutId = ({ text }: Received, ids: readonly string[]): string =>
  ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), text).replace(/"requestId":"[^"]*"/, '')

const neverWas = (id: string): string =>
  /^\d+$/.test(id) ? String(Number(id) + 1).padStart(id.length, '0') : crypto.randomUUID()

interface Naming {
  readonly route: Route
  /** The request with these ids. */
  readonly asked: (ids: readonly string[]) => Asked
  /** Rows of the second tenant. */
  readonly ids: readonly string[]
}

/** A call that names rows of the other tenant answers as for rows that never were, and changes nothing. */
const probeNaming = async (
  walk: Walk,
  probe: IsolationProbe,
  { route, asked, ids }: Naming,
): Promise<void> => {
  const never = ids.map(neverWas)
  const asking = async (put: readonly string[]) =>
    judged(walk, probe, { route, received: await walk.one.caller.call(asked(put)) })
  const received = await asking(ids)
  if (received === null) return
  walk.tally.tried(probe, isRefused(received))
  searchAnswer(walk, probe, { route, received, sent: ids.join(' ') })
  await walk.rows.after(probe, {
    route,
    isRefused: isRefused(received),
    repeat: () => walk.one.caller.call(asked(ids)),
  })
  const unknown = await asking(never)
  if (unknown === null) return
  const isAlike =
    received.status === unknown.status &&
    (!isRefused(received) || withoutId(received, ids) === withoutId(unknown, never))
  if (isAlike) return
  const seen = `status ${received.status}; for an ID that never existed, ${unknown.status}`
  walk.tally.find(probe, 'ANSWERS_DIFFER', { route, seen })
}

/** Whether administrators of the console call it: with a credential of its own, a session says nothing. */
const takesSessions = ({ endpoint }: Route): boolean => endpoint.credential === undefined

/** All ids of the other tenant; and where a path has several, its last one within a row of one's own. */
export const probePaths = async (walk: Walk): Promise<void> => {
  for (const route of named(walk)) {
    await goOn(walk)
    const foreign = walk.two.ids.of(route)
    const body = bodyOf(walk, route)
    if (!takesSessions(route)) walk.tally.leaveOut('PATH_ID', 'OWN_CREDENTIAL', route)
    else if (foreign === null) walk.tally.leaveOut('PATH_ID', 'NO_ROW', route)
    else if (route.endpoint.body !== undefined && body === undefined)
      walk.tally.leaveOut('PATH_ID', 'NO_EXAMPLE', route)
    else await probePath(walk, route, { foreign, body })
  }
}

const probePath = async (
  walk: Walk,
  route: Route,
  { foreign, body }: { readonly foreign: Readonly<Record<string, string>>; readonly body: unknown },
): Promise<void> => {
  const params = idParamsOf(route.endpoint)
  const own = params.length > 1 ? walk.one.ids.of(route) : null
  const inner = params.slice(-1)
  for (const varied of own === null ? [params] : [params, inner]) {
    await probeNaming(walk, 'PATH_ID', {
      route,
      ids: varied.flatMap((name) => foreign[name] ?? []),
      asked: (ids) => {
        const put = Object.fromEntries(varied.map((name, at) => [name, ids[at] ?? '']))
        return askedOf(route, { ...(own ?? foreign), ...put }, body)
      },
    })
  }
}

/** The ids that an example names, by the rows of the other tenant that would be there. */
const idsInBody = (
  { path }: Route['endpoint'],
  example: unknown,
  { ids }: Side,
): readonly string[] => {
  const found = new Set<string>()
  changeTexts(example, (text, name) => {
    const id = isUuid(text) ? ids.named(name, path) : undefined
    if (id !== undefined) found.add(id)
    return text
  })
  return [...found]
}

const hasIds = (example: unknown): boolean => {
  let has = false
  changeTexts(example, (text) => {
    has ||= isUuid(text)
    return text
  })
  return has
}

export const probeBodies = async (walk: Walk): Promise<void> => {
  for (const route of walk.routes.filter(({ endpoint }) => endpoint.body !== undefined)) {
    await goOn(walk)
    const example = walk.exampleOf(route)
    const own = walk.one.ids.of(route)
    const ids = idsInBody(route.endpoint, example, walk.two)
    if (!hasIds(example)) continue
    if (!takesSessions(route)) walk.tally.leaveOut('BODY_ID', 'OWN_CREDENTIAL', route)
    else if (own === null || ids.length === 0) walk.tally.leaveOut('BODY_ID', 'NO_ROW', route)
    else {
      const foreign = ownBody(route.endpoint, example, walk.two.ids)
      await probeNaming(walk, 'BODY_ID', {
        route,
        ids,
        asked: (put) => {
          const body = changeTexts(foreign, (text) => put[ids.indexOf(text)] ?? text)
          return askedOf(route, own, body)
        },
      })
    }
  }
}
