import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../../app/areas.ts'
import { textsOf } from './text-schemas.ts'

/* Guards: `isPlainLine` (rules/text.ts) in the schemas of names: what a name shows is what it holds. */

const isName = (place: string): boolean =>
  /(?:name|title|label)(?:\W|$)/i.test(place.slice(place.indexOf(' body')))

/** Texts that are called so and shown as no name, with the reason. */
const others: readonly (readonly [string, string])[] = [
  ['attributes[].friendlyName', 'of a SAML attribute: applications read it, no user does'],
  ['.userName', 'as typed at a RADIUS client: compared with user IDs, which hold none'],
  ['.labels[].label', 'text on a card, in whatever direction its language is written'],
  ['.enrollmentDesignName', 'finds a design by its name, which holds none'],
]

const accepts = (schema: z.core.$ZodType, text: string): boolean =>
  z.safeParse(schema, text).success

describe('a name', () => {
  it('holds no character that is hidden or turns the order of letters', {
    meta: { covers: ['S60'] },
  }, () => {
    const changing = allRoutes.filter(({ endpoint }) => endpoint.method !== 'GET')
    const names = textsOf(changing).filter(({ place }) => isName(place))
    expect(names.length).toBeGreaterThan(100)
    const open = names.filter(
      ({ place, whole }) =>
        accepts(whole, 'ab') &&
        ['a\u202eb', 'a\u200bb', 'a\u0007b', 'a\u2066b', '\u3164', '\u2800', 'a\ufe0fb'].some(
          (text) => accepts(whole, text),
        ) &&
        !others.some(([end]) => place.includes(end)),
    )
    expect(open.map(({ place }) => place)).toEqual([])
  })
})
