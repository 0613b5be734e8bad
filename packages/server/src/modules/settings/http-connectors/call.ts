import type { HttpConnector } from '@signet/contract/settings/http-connectors'
import { isExpected, resultAt } from '@signet/rules/connector-results'
import {
  fillTemplate,
  fillUrl,
  type PlaceholderValues,
  TemplateRefused,
} from '@signet/rules/connector-templates'
import { bodyPlaces } from '@signet/rules/connectors'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { parsedJson } from '../../../platform/json.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import type { Header } from './header-values.ts'
import { expectSafe } from './target.ts'

export type Definition = Omit<
  z.output<typeof HttpConnector>,
  'secretPresent' | 'headers' | 'secrets'
> & {
  readonly headers: readonly Header[]
  readonly secrets: readonly Header[]
}

/** A connector with what opens it, for one call. */
export interface OpenConnector {
  readonly definition: Definition
  readonly secret: string | null
}

type ConnectorFailure = 'ADDRESS_REFUSED' | 'NO_ANSWER_IN_TIME' | 'TEMPLATE' | 'UNREACHABLE'

export interface ConnectorOutcome {
  /** The status and every item say yes: nothing else does. */
  readonly accepted: boolean
  readonly status: number | null
  readonly failure: ConnectorFailure | null
  readonly items: readonly { readonly name: string; readonly value: string | null }[]
  /** As it came; it may hold anything. */
  readonly answer: Buffer
  readonly durationMillis: number
}

const longestAnswer = 262_144

const proofHeaders = ({ definition, secret }: OpenConnector): Record<string, string> => {
  const { authType, user, keyName } = definition
  if (secret === null || authType === 'None') return {}
  if (authType === 'API Key') return { [keyName]: secret }
  if (authType === 'Bearer Token') return { authorization: `Bearer ${secret}` }
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
}

/** What is sent, with every value written for its place. @throws TemplateRefused */
const requestOf = (connector: OpenConnector, values: PlaceholderValues) => {
  const { method, url, headers, contentType, body } = connector.definition
  const hasBody = method !== 'GET' && body !== ''
  const own = headers.map(
    ({ name, value }) => [name.toLowerCase(), fillTemplate(value, values, 'HEADER')] as const,
  )
  return {
    url: fillUrl(url, values),
    method,
    headers: {
      accept: 'application/json',
      ...Object.fromEntries(own),
      ...(hasBody ? { 'content-type': `${contentType}; charset=utf-8` } : {}),
      ...proofHeaders(connector),
    },
    ...(hasBody ? { body: fillTemplate(body, values, bodyPlaces[contentType]) } : {}),
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error.cause !== undefined && isTimeout(error.cause)))

const failureOf = (error: unknown): ConnectorFailure => {
  if (error instanceof TemplateRefused) return 'TEMPLATE'
  if (error instanceof OutboundRefused) return 'ADDRESS_REFUSED'
  return isTimeout(error) ? 'NO_ANSWER_IN_TIME' : 'UNREACHABLE'
}

const failed = (failure: ConnectorFailure, durationMillis: number): ConnectorOutcome => ({
  accepted: false,
  status: null,
  failure,
  items: [],
  answer: Buffer.alloc(0),
  durationMillis,
})

/**
 * Calls another service once. It never throws: whatever goes wrong is an outcome that is not
 * accepted. No redirect is followed, for it would carry code or password elsewhere.
 */
export const call = async (
  ctx: Context,
  connector: OpenConnector,
  values: PlaceholderValues,
): Promise<ConnectorOutcome> => {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  const { timeoutMillis, statuses, resultItems } = connector.definition
  try {
    const own = connector.definition.secrets.map(({ name, value }) => [`SECRET.${name}`, value])
    const all = {
      'ENV.clientIp': ctx.request.address ?? '',
      ...values,
      ...Object.fromEntries(own),
    }
    const { url, ...request } = requestOf(connector, all)
    expectSafe(ctx, new URL(url))
    const { status, body } = await ctx.platform.outbound.fetch('http', url, {
      ...request,
      maxRedirects: 0,
      timeoutMillis,
      maxBytes: longestAnswer,
    })
    const answer = parsedJson(body)
    return {
      accepted: isExpected({ statuses, items: resultItems }, { status, answer }),
      status,
      failure: null,
      items: resultItems.map(({ name, path }) => ({ name, value: resultAt(answer, path) })),
      answer: body,
      durationMillis: took(),
    }
  } catch (error) {
    const failure = failureOf(error)
    ctx.log.warn({ err: error, failure }, 'a connector was not called')
    return failed(failure, took())
  }
}
