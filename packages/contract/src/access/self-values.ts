import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

const path = '/api/web/v1/self/values'
const mostBytes = 65_536

const Key = z
  .string()
  .max(100, abort)
  .regex(/^[A-Za-z][A-Za-z0-9._-]{0,99}$/)
const fits = (values: object): boolean => JSON.stringify(values).length <= mostBytes

/** Any JSON: a body is read as JSON before its schema sees it, and its values and levels are counted there. */
const Json = z.unknown()

/** What the faces keep for one user: dashboard layout, density of lists, last tabs. */
export const SelfValues = z
  .object({ values: z.record(z.string(), Json) })
  .meta({ id: 'SelfValues' })

const Entries = z.object({
  values: z
    .record(Key, Json)
    .refine((values) => Object.keys(values).length <= 200, 'holds more than 200 values')
    .refine(fits, 'is larger than 64 KiB'),
})

const shared = { actor: 'user', answer: SelfValues } as const

export const readSelfValues = endpoint({
  ...shared,
  limit: 'read',
  method: 'GET',
  path,
  errors: [],
  audit: null,
  summary: 'The own values, by name',
})

export const replaceSelfValues = endpoint({
  ...shared,
  limit: 'change',
  method: 'PUT',
  path,
  body: Entries.meta({ id: 'SelfValuesReplacement' }),
  errors: ['precondition_failed'],
  audit: 'USER_VALUES_CHANGED',
  summary: 'Put these values in the place of all own values',
})

export const mergeSelfValues = endpoint({
  ...shared,
  limit: 'change',
  method: 'POST',
  path,
  body: Entries.meta({ id: 'SelfValuesAddition' }),
  errors: ['precondition_failed'],
  audit: 'USER_VALUES_CHANGED',
  summary: 'Add values to the own ones or change some of them',
  description: 'null takes a value away. All of them together may hold 200 names and 64 KiB.',
})
