import { RiskEngineDefinition } from '@signet/contract/access/risk-engines'
import { resultAt } from '@signet/rules/connector-results'
import type { PlaceholderValues } from '@signet/rules/connector-templates'
import { type EngineAnswer, type EngineFailure, readRisk } from '@signet/rules/risk/engines'
import type { SeenPlace } from '@signet/rules/risk/factors'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { parsedJson } from '../../../platform/json.ts'
import { cleanText } from '../../../platform/log/clean.ts'
import { placeholdersOfUser } from '../../identity/user-placeholders/index.ts'
import {
  type ConnectorOutcome,
  callConnector,
  readConnectors,
} from '../../settings/http-connectors/index.ts'
import { connectorName, read } from './risk-engines.service.ts'

export interface PublishedEngine {
  readonly id: string
  readonly name: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** The sign-in that engines are asked about. */
interface RiskQuestion {
  readonly transactionId: string
  readonly userId: string
  readonly resource: string
  readonly place: SeenPlace | null
  readonly deviceKnown: boolean
}

const longestReason = 200

type Definition = z.output<typeof RiskEngineDefinition>

const failureOf = (outcome: ConnectorOutcome | null): EngineFailure | null => {
  if (outcome === null) return 'NOT_ASKED'
  return outcome.failure ?? (outcome.accepted ? null : 'REFUSED')
}

const without = (name: string, failure: EngineFailure): EngineAnswer => ({
  name,
  level: null,
  failure,
  riskFactors: [],
})

/** It is kept and shown: a line, not a page. */
const shown = (value: string | null): string | null =>
  value === null ? null : cleanText(value).slice(0, longestReason)

/** What an outcome says of the risk: a level, or why there is none. */
const answerOf = (
  name: string,
  { reading }: Definition,
  outcome: ConnectorOutcome | null,
): EngineAnswer => {
  const failure = failureOf(outcome)
  if (outcome === null || failure !== null) return without(name, failure ?? 'NOT_ASKED')
  const riskFactors = outcome.items.map((item) => ({ name: item.name, value: shown(item.value) }))
  const answer = parsedJson(outcome.answer)
  const level = readRisk(reading, resultAt(answer, reading.path))
  return { name, level, failure: level === null ? 'NOT_UNDERSTOOD' : null, riskFactors }
}

const valuesOf = async (ctx: Context, question: RiskQuestion): Promise<PlaceholderValues> => ({
  ...(await placeholdersOfUser(ctx, question.userId)),
  'AUTH.transactionId': question.transactionId,
  'AUTH.application': '',
  'REQ.resource': question.resource,
  'REQ.country': question.place?.country ?? '',
  'REQ.city': question.place?.city ?? '',
  'REQ.knownDevice': String(question.deviceKnown),
  'REQ.userAgent': ctx.request.userAgent ?? '',
})

/**
 * What engines say of a sign-in, by their ids. All are asked at once; none keeps the others waiting
 * longer than its own time allows. Within an open transaction nobody is asked: its connection would
 * wait for a service outside.
 */
export const askEngines = async (
  ctx: Context,
  engines: readonly PublishedEngine[],
  question: RiskQuestion,
): Promise<Readonly<Record<string, EngineAnswer>>> => {
  if (engines.length === 0) return {}
  const isOpen = ctx.events !== null
  const values = isOpen ? {} : await valuesOf(ctx, question)
  const ask = async ({ id, name, definition }: PublishedEngine) => {
    const known = RiskEngineDefinition.parse(definition)
    if (known.state === 'DISABLED') return [id, without(name, 'DISABLED')] as const
    if (isOpen) return [id, without(name, 'NOT_ASKED')] as const
    const outcome = await callConnector(ctx, connectorName(id), values)
    const askedAt = ctx.platform.clock.now().getTime()
    return [id, { ...answerOf(name, known, outcome), askedAt }] as const
  }
  return Object.fromEntries(await Promise.all(engines.map(ask)))
}

/** Which of these are told what is to be opened: what they say of one application is for it alone. */
export const enginesToldResource = async (
  ctx: Context,
  engines: readonly PublishedEngine[],
): Promise<ReadonlySet<string>> => {
  if (engines.length === 0) return new Set()
  const names = new Map(engines.map(({ id }) => [connectorName(id), id]))
  const connectors = await readConnectors(ctx, [...names.keys()])
  const told = [...names].filter(([name]) => {
    const connector = connectors.get(name)?.connector
    // A value that is not shown may hold it, too.
    const isHidden = connector?.headers.some(({ value }) => value === null) ?? true
    return isHidden || JSON.stringify(connector).includes('REQ.resource')
  })
  return new Set(told.map(([, id]) => id))
}

/** Asks a saved engine about an example. @throws not_found */
export const askOnce = async (ctx: Context, id: string, values: PlaceholderValues) => {
  const { name, connector: _connector, ...definition } = (await read(ctx, id)).value
  const outcome = await callConnector(ctx, connectorName(id), values)
  const answer = answerOf(name, definition, outcome)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'RISK_ENGINE_ASKED', {
      subject: { entity: 'SETTINGS', id, name },
      outcome: answer.failure === null ? 'SUCCESS' : 'FAILURE',
      attributes: { level: answer.level, failure: answer.failure },
    })
  })
  return { ...answer, riskFactors: [...answer.riskFactors] }
}
