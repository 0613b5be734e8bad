import { expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../app/areas.ts'
import { type Text, textsOf } from './hostile/text-schemas.ts'

/*
 * Guard: a length that ends the check, at every text of every input. Without it, later checks and
 * the service itself read whatever a request can carry.
 */

/** Formats that fix the length of a text, in expressions of one reading. */
const shortFormats = new Set(['uuid', 'guid', 'datetime', 'date'])

/** What is wrong with the checks of a text; null for nothing. */
const faultOf = ({ schema }: Text): string | null => {
  const { format = '', checks = [] } = z
    .looseObject({
      format: z.string().optional(),
      checks: z.array(z.custom<z.core.$ZodCheck>()).optional(),
    })
    .parse(schema._zod.def)
  if (shortFormats.has(format)) return null
  const kinds = checks.map(({ _zod }) => _zod.def.check)
  const length = kinds.findIndex((kind) => kind === 'max_length' || kind === 'length_equals')
  if (length < 0) return 'has no length'
  if (checks[length]?._zod.def.abort !== true) return 'is checked further when it is too long'
  const early = kinds.slice(0, length).some((kind) => kind === 'custom' || kind === 'string_format')
  return early ? 'is checked before its length' : null
}

/** Bounded as a whole, or by the size of a request alone and only compared. */
const boundedOtherwise = [
  'createOidcApplication body.jwks.keys[]{key}',
  'updateOidcApplication body.jwks.keys[]{key}',
  'mergeSelfValues body.values{}',
  'replaceSelfValues body.values{}',
  'listPrinters query.withStatus',
]

it('every text of an input has a length, and one that is too long is not read on', {
  meta: { covers: ['S68'] },
}, () => {
  const texts = textsOf(allRoutes)
  const faults = texts.flatMap((text) => {
    const fault = faultOf(text)
    const isKnown = boundedOtherwise.some((place) => text.place.startsWith(place))
    return fault === null || isKnown ? [] : [`${text.place} ${fault}`]
  })
  expect(texts.length).toBeGreaterThan(1000)
  expect(faults).toEqual([])
})
