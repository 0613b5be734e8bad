import { type ErrorCode, errors } from '@signet/contract/errors'
import { errorMeaning } from './error-texts.ts'
import { headersOfFailure } from './headers.ts'
import type { Json } from './json.ts'

/** The body of every failure. */
export const errorSchema: Json = {
  type: 'object',
  description: 'What every failed call answers.',
  required: ['code', 'errorCode', 'message', 'errorMessage', 'status', 'requestId'],
  properties: {
    code: { type: 'string', description: '`errorCode`, in capitals for some older codes.' },
    errorCode: { type: 'string', description: 'Stable: programs decide by it.' },
    message: { type: 'string', description: 'English, for logs; it may change.' },
    errorMessage: { type: 'string', description: 'The same as `message`.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    requestId: { type: 'string', format: 'uuid', description: 'As in `X-Request-Id`.' },
    parameters: {
      type: 'object',
      description: 'Values that the message names.',
      additionalProperties: { type: ['string', 'number'] },
    },
    fields: {
      type: 'array',
      description: 'The faulty places of the request.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'With its place in front: `body.email`, `query.limit`.',
          },
          message: { type: 'string' },
        },
      },
    },
  },
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
}

const toRead = (code: ErrorCode): string => `- \`${code}\`: ${errorMeaning(code)}`

const failureOf = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: [`${reasons[status]}.`, '', ...codes.map(toRead)].join('\n'),
  headers: headersOfFailure(status, codes),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Error' },
          { type: 'object', properties: { errorCode: { type: 'string', enum: codes } } },
        ],
      },
    },
  },
})

export interface Failures {
  /** The responses of these codes, by status. */
  of(codes: readonly ErrorCode[]): Json
  /** Those that several operations share, by name. */
  shared(): Json
}

interface Group {
  readonly status: number
  readonly codes: readonly ErrorCode[]
}

const groupsOf = (codes: readonly ErrorCode[]): Group[] =>
  [...Map.groupBy(codes, (code) => errors[code].status)]
    .map(([status, group]) => ({ status, codes: group.toSorted() }))
    .toSorted((a, b) => a.status - b.status)

const keyOf = ({ status, codes }: Group): string => `${status} ${codes.join(' ')}`

const pascal = (words: string): string =>
  words.toLowerCase().replace(/(?:^|[ _])(\w)/g, (_, letter: string) => letter.toUpperCase())

const fewest = 20

/** Groups that many calls have, by key, with a name of what they hold beyond the others of a status. */
const sharedNames = (all: readonly Group[]): ReadonlyMap<string, Group & { name: string }> => {
  const often = [...Map.groupBy(all, keyOf).values()].flatMap((uses) =>
    uses[0] === undefined || uses.length < fewest ? [] : [uses[0]],
  )
  const named = often.map((group) => {
    const others = often.filter(({ status }) => status === group.status)
    const own = group.codes.filter((code) => !others.every(({ codes }) => codes.includes(code)))
    const name = [reasons[group.status] ?? '', ...own].map(pascal).join('')
    return [keyOf(group), { ...group, name }] as const
  })
  return new Map(named.toSorted(([, a], [, b]) => (a.name < b.name ? -1 : 1)))
}

/** What many calls answer for the same reasons is one response for all of them. */
export const createFailures = (calls: readonly (readonly ErrorCode[])[]): Failures => {
  const names = sharedNames(calls.flatMap(groupsOf))
  return {
    of: (codes) =>
      Object.fromEntries(
        groupsOf(codes).map((group) => {
          const name = names.get(keyOf(group))?.name
          const response = name === undefined ? failureOf(group.status, group.codes) : null
          return [String(group.status), response ?? { $ref: `#/components/responses/${name}` }]
        }),
      ),
    shared: () =>
      Object.fromEntries(
        [...names.values()].map(({ name, status, codes }) => [name, failureOf(status, codes)]),
      ),
  }
}
