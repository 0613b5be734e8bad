import { isDeepStrictEqual } from 'node:util'
import type { GivenConnector } from '@signet/contract/settings/http-connectors'
import type { ShownConnector } from '../http-connectors/index.ts'

/** What says which service is called, as which of its customers, and with what. */
const calling = [
  'url',
  'authType',
  'user',
  'keyName',
  'method',
  'headers',
  'secrets',
  'contentType',
  'body',
] as const
const answered = ['statuses', 'resultItems'] as const

type Before = ShownConnector['connector']

const differing = (
  fields: readonly (typeof calling | typeof answered)[number][],
  before: Before,
  given: GivenConnector,
): readonly string[] => fields.filter((field) => !isDeepStrictEqual(before?.[field], given[field]))

/** The fields by which a change has another service, or another account with it, get the calls. */
export const changedCalls = (before: Before, given: GivenConnector): readonly string[] => [
  ...differing(calling, before, given),
  ...(typeof given.secret === 'string' ? ['secret'] : []),
]

/** The same with what counts as a yes. */
export const changedJudge = (before: Before, given: GivenConnector): readonly string[] => [
  ...changedCalls(before, given),
  ...differing(answered, before, given),
]
