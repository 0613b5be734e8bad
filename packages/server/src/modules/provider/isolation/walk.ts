import type { IsolationProbe } from '@signet/rules/isolation'
import type { Route } from '../../../kit/routes.ts'
import type { Received, Sender } from './caller.ts'
import { ownBody, type Side } from './fill.ts'
import { type Called, type ExampleOf, idParamsOf } from './requests.ts'
import type { RowWatch } from './row-watch.ts'
import type { Tally } from './tally.ts'

export interface Walk {
  readonly routes: readonly Route[]
  readonly exampleOf: ExampleOf
  readonly sender: Sender
  /** Whose administrators call. */
  readonly one: Side
  /** Whose rows no caller may reach. */
  readonly two: Side
  readonly tally: Tally
  readonly rows: RowWatch
  readonly mayGoOn: () => Promise<boolean>
}

/** Ended before its time: the report would leave calls out silently. */
export class RunEnded extends Error {}

export const goOn = async ({ mayGoOn }: Walk): Promise<void> => {
  if (!(await mayGoOn())) throw new RunEnded('the run was ended')
}

/** An answer that can be judged; null where there is none, which the report says. */
export const judged = (
  { tally }: Walk,
  probe: IsolationProbe,
  { route, received }: { readonly route: Called; readonly received: Received | null },
): Received | null => {
  if (received === null) tally.leaveOut(probe, 'NO_ANSWER', route)
  else if (received.status >= 500) tally.leaveOut(probe, 'SERVER_ERROR', route)
  return received !== null && received.status < 500 ? received : null
}

export const isRefused = ({ status }: Received): boolean => status >= 400

interface Seen {
  readonly route: Called
  readonly received: Received
  /** What the caller sent itself, and may be answered. */
  readonly sent: string
}

/** Nothing of the other tenant may be in an answer, whatever it says. */
export const searchAnswer = (
  walk: Walk,
  probe: IsolationProbe,
  { route, received, sent }: Seen,
): void => {
  const { word, ctx } = walk.two.caller.canary
  const text = received.text.toLowerCase()
  const seen = `status ${received.status}`
  if (text.includes(word)) walk.tally.find(probe, 'CONTENT_SEEN', { route, seen })
  const ids = [ctx.tenant.id, ...walk.two.caller.canary.userIds, ...walk.two.ids.all()]
  if (ids.some((id) => text.includes(id) && !sent.includes(id))) {
    walk.tally.find(probe, 'ID_SEEN', { route, seen })
  }
}

export const named = ({ routes }: Walk): readonly Route[] =>
  routes.filter(({ endpoint }) => idParamsOf(endpoint).length > 0)

export const bodyOf = ({ exampleOf, one }: Walk, route: Route): unknown =>
  route.endpoint.body === undefined ? undefined : ownBody(route.endpoint, exampleOf(route), one.ids)
