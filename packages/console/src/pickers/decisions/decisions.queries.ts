import {
  type AccessDecision,
  type AccessDecisionSummary,
  evaluateDecision,
  listDecisions,
  readDecision,
} from '@signet/contract/access/access-decisions'
import { oneOf } from '@signet/rules/membership'
import { riskActions, riskLevels } from '@signet/rules/risk/score'
import type { z } from 'zod'
import type { ListRequest } from '../../kit/list-state.ts'
import { call } from '../../lib/call.ts'

export type Decision = z.output<typeof AccessDecision>
export type DecisionRow = z.output<typeof AccessDecisionSummary>

export const decisionsPath = '/decisions'
export const decisionPath = (id: string): string => `${decisionsPath}/${id}`

const subject = 'decisions'
const hourMillis = 3_600_000

/** How far back a list looks, by the name of the choice. */
const periods = { day: 24, week: 7 * 24, month: 30 * 24 } as const
const isPeriod = oneOf(['day', 'week', 'month'] as const)

const isOutcome = oneOf(riskActions)
const isLevel = oneOf(riskLevels)
const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const nothing = {
  results: [],
  paging: { total: 0, estimated: false, nextCursor: null, prevCursor: null },
} as const

/** What the choices of a list ask for. */
const filterOf = ({ filters }: ListRequest) => {
  const { outcome = '', level = '', resource, period = '', user } = filters
  return {
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(isLevel(level) ? { level } : {}),
    ...(resource === undefined ? {} : { resourceId: resource }),
    ...(user === undefined ? {} : { userId: user }),
    ...(isPeriod(period)
      ? { from: new Date(Date.now() - periods[period] * hourMillis).toISOString() }
      : {}),
  }
}

/** The newest first; `userId`: of one person. What is searched for is the number of a decision. */
export const decisionsQuery = (userId?: string) => (request: ListRequest) => ({
  queryKey: [subject, 'page', userId ?? '', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { limit, cursor, search } = request
    const id = search.trim()
    if (id !== '' && !isId(id)) return nothing
    const body = {
      ...filterOf(request),
      ...(userId === undefined ? {} : { userId }),
      ...(id === '' ? {} : { id }),
      ...(cursor === null ? {} : { cursor }),
      limit,
    }
    return call(listDecisions, { body, signal })
  },
})

export const decisionQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readDecision, { params: { id }, signal }),
})

/** Judged again when it is asked for, and each time anew. */
export const evaluationQuery = (id: string) => ({
  queryKey: [subject, 'evaluation', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(evaluateDecision, { params: { id }, signal }),
  gcTime: 0,
})
