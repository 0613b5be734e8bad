import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { creating } from './by-creation.ts'
import type { Builder } from './subject.ts'
import { scenarios } from './subjects.ts'

/** Names within what the id before them stands for, or that a maker gives: those of two tenants may be alike. */
const innerNames = new Set(['tableName', 'fieldId', 'ribbonId'])

/** Path parameters that name a row: all but those, and those of a fixed set of words. */
export const idParamsOf = ({ params }: Endpoint): string[] =>
  Object.entries(params?.shape ?? {})
    .filter(([name, schema]) => !(schema instanceof z.ZodEnum) && !innerNames.has(name))
    .map(([name]) => name)

export const builderFor = (endpoint: Endpoint): Builder['build'] | null =>
  scenarios.ids
    .filter(({ under }) => endpoint.path.startsWith(under))
    .toSorted((a, b) => a.under.length - b.under.length)
    .at(-1)?.build ?? creating(endpoint, idParamsOf(endpoint)[0])

/** An id of the same form that no row ever had. */
export const neverWas = (id: string): string =>
  /^\d+$/.test(id) ? String(Number(id) + 1).padStart(id.length, '0') : crypto.randomUUID()
