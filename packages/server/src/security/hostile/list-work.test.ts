import { unknownMembers } from '@signet/contract/kit/unknown-members'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cpuMillisUpTo } from '../../../testing/cpu-time.ts'
import { allRoutes } from '../../app/areas.ts'
import { mostValues, parseJson } from '../../kit/body.ts'
import { sampled } from '../sweep/sample.ts'
import { bodyText, type List, listsOf, listText, mostOf, shellsOf } from './list-schemas.ts'

/*
 * Guards: values of a body that are counted before it is read, lengths that end a check before the
 * items are looked at, options of a union that are known by their kind. CPU of all that the pipeline
 * does with a body in one turn is measured: every other request waits for that alone.
 */

const mostMillis = 250
const requestSize = 1_000_000

/** All that happens to a body before its call begins. */
const readBody = (schema: z.core.$ZodType, text: string): void => {
  let value: unknown
  try {
    value = parseJson(Buffer.from(text))
  } catch {
    return
  }
  unknownMembers(schema, value, 1000)
  z.safeParse(schema, value)
}

const plainItems: readonly string[] = ['1', '"a"', '{}', '[]', 'null', '{"no such member":1}']

const itemsOf = ({
  schema: {
    _zod: { def },
  },
}: List): readonly string[] => [
  ...new Set([...plainItems, ...shellsOf(def.type === 'array' ? def.element : def.valueType)]),
]

const commasIn = (text: string): number => text.split(/[,[{]/).length

/** As many as may be sent, a quarter of that, as many as the list takes, and a whole megabyte. */
const textsOf = (list: List, item: string): readonly string[] => {
  const share = Math.floor((mostValues - 500) / commasIn(item))
  const fitting = Math.min(mostOf(list) ?? share, share)
  const inside = listText(list, item, fitting)
  const copies = Math.max(1, Math.floor(share / (fitting + 10)))
  return [
    bodyText(list.way, listText(list, item, Math.floor(share / 4))),
    bodyText(list.way, listText(list, item, share)),
    bodyText(list.way, inside, copies),
    bodyText(list.way, listText(list, item, Math.floor(requestSize / (item.length + 1)))),
  ]
}

const lists = listsOf(allRoutes)
/** In bodies of some routes, one of each schema. */
const tried = [
  ...new Map(
    listsOf(sampled(allRoutes))
      .filter(({ place }) => place.includes(' body'))
      .map((list) => [list.schema, list]),
  ).values(),
]

it('every list of an input has a length, and one that is too long is not looked into', {
  meta: { covers: ['S68'] },
}, () => {
  const unbounded = lists.filter(
    (list) => list.schema instanceof z.core.$ZodArray && mostOf(list) === null,
  )
  expect(lists.length).toBeGreaterThan(400)
  expect(unbounded.map(({ place }) => place)).toEqual([])
})

it.each(tried.map((list) => [list.place, list] as const))(
  '%s takes little CPU, however many items it has and whatever they are',
  { meta: { covers: ['S68'] } },
  async (_place, list) => {
    const slow: string[] = []
    for (const item of itemsOf(list)) {
      for (const text of textsOf(list, item)) {
        const millis = await cpuMillisUpTo(mostMillis, () => readBody(list.whole, text))
        if (millis > mostMillis) slow.push(`${item} ${text.length} ${Math.round(millis)} ms`)
      }
    }
    expect(slow).toEqual([])
  },
)
