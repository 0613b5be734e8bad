import type { Endpoint, Input } from '@signet/contract/kit/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { hasBadText } from './body.ts'
import { ApiError, type FieldFault } from './errors.ts'

type Place = 'params' | 'query' | 'body'
export type Given = Readonly<Pick<FastifyRequest, Place>>

const faultsOf = (place: Place, issues: readonly z.core.$ZodIssue[]): FieldFault[] =>
  issues.slice(0, 20).map((issue) => ({
    path: [place, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }))

interface Parsed {
  readonly value: unknown
  readonly faults: readonly FieldFault[]
}

const none: Parsed = { value: {}, faults: [] }

const parseWith = (place: Place, schema: z.ZodType | undefined, given: unknown): Parsed => {
  if (schema === undefined) return place === 'body' ? { value: undefined, faults: [] } : none
  const parsed = schema.safeParse(given)
  if (parsed.success) return { value: parsed.data, faults: [] }
  return { value: undefined, faults: faultsOf(place, parsed.error.issues) }
}

/** Query texts become numbers and booleans where the schema wants them. */
const queryOf = (query: unknown): unknown => {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).map(([key, text]) => {
      if (text === 'true' || text === 'false') return [key, text === 'true']
      return [key, typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text]
    }),
  )
}

const parseQuery = (schema: z.ZodType | undefined, query: unknown): Parsed => {
  const asTexts = parseWith('query', schema, query ?? {})
  return asTexts.faults.length === 0 ? asTexts : parseWith('query', schema, queryOf(query))
}

/** Params, query and body as the endpoint declares them. @throws invalid_parameters naming the fields */
export const parseInput = (endpoint: Endpoint, request: Given): Input<Endpoint> => {
  if (hasBadText(request.params) || hasBadText(request.query)) {
    throw new ApiError('invalid_parameters', {
      fields: [{ path: 'query', message: 'holds NUL or a lone surrogate' }],
    })
  }
  const params = parseWith('params', endpoint.params, request.params)
  const query = parseQuery(endpoint.query, request.query)
  const body = parseWith('body', endpoint.body, request.body)
  const fields = [...params.faults, ...query.faults, ...body.faults]
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
  return inputOf(params.value, query.value, body.value)
}

/** The schemas above have made sure of the shapes that `Input` names. */
const inputOf = (params: unknown, query: unknown, body: unknown): Input<Endpoint> => {
  const input: { params: unknown; query: unknown; body: unknown } = { params, query, body }
  return isInput(input) ? input : raise()
}

const isInput = (input: { params: unknown }): input is Input<Endpoint> =>
  typeof input.params === 'object'

const raise = (): never => {
  throw new Error('an input without params')
}
