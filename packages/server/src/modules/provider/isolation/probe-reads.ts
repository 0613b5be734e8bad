import { isSafeGet } from '@signet/contract/kit/endpoint'
import type { Route } from '../../../kit/routes.ts'
import type { Asked } from './caller.ts'
import { ownBody, type Side } from './fill.ts'
import { collectionAt, idIn } from './known-ids.ts'
import { askedOf, idParamsOf } from './requests.ts'
import { goOn, isRefused, judged, named, searchAnswer, type Walk } from './walk.ts'

/** A search changes nothing, and neither does GET but where it says so. */
const isReading = ({ endpoint }: Route): boolean =>
  endpoint.method === 'GET' || (endpoint.method === 'POST' && endpoint.limit === 'search')

const isSafe = ({ endpoint }: Route): boolean =>
  endpoint.method === 'GET' ? isSafeGet(endpoint) : endpoint.audit === null

const readingOf = ({ exampleOf, one }: Walk, route: Route, side: Side = one): Asked | null => {
  const ids = side.ids.of(route)
  const { body } = route.endpoint
  const example =
    body === undefined ? undefined : ownBody(route.endpoint, exampleOf(route), side.ids)
  return ids === null ? null : askedOf(route, ids, body?.safeParse({}).success ? {} : example)
}

/** Those of a reading call without an id in its path. */
const listed = ({ routes }: Walk): readonly Route[] =>
  routes.filter((route) => isReading(route) && idParamsOf(route.endpoint).length === 0)

/**
 * Administrators of each tenant read its own lists: what they hold is known from here on. Returns by how many
 * calls those of the second saw their own content: a search that finds nothing there would prove nothing.
 */
export const readOwn = async (walk: Walk): Promise<number> => {
  let controls = 0
  for (const side of [walk.one, walk.two]) {
    const { word } = side.caller.canary
    for (const route of [...listed(walk), ...named(walk)].filter(isReading).filter(isSafe)) {
      await goOn(walk)
      const asked = readingOf(walk, route, side)
      const received = asked === null ? null : await side.caller.call(asked)
      if (received === null || isRefused(received)) continue
      const collection = collectionAt(route.endpoint.path)
      const id = idIn(received.text, collection)
      if (id !== undefined && idParamsOf(route.endpoint).length === 0) {
        side.ids.add(collection, id)
      }
      if (side === walk.two && received.text.toLowerCase().includes(word)) controls += 1
    }
  }
  return controls
}

/** Reading calls of one tenant show nothing of the other. */
export const probeReads = async (walk: Walk): Promise<void> => {
  for (const route of listed(walk)) {
    await goOn(walk)
    if (!isSafe(route)) {
      walk.tally.leaveOut('READ', 'CHANGES', route)
      continue
    }
    const asked = readingOf(walk, route)
    if (asked === null) continue
    const received = judged(walk, 'READ', { route, received: await walk.one.caller.call(asked) })
    if (received === null) continue
    walk.tally.tried('READ', isRefused(received))
    searchAnswer(walk, 'READ', { route, received, sent: asked.body?.text ?? '' })
  }
}
