import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unknownMembers, withoutMembers } from './unknown-members.ts'

const point = z.object({ x: z.number(), y: z.number().optional() })
const circle = z.object({ kind: z.literal('circle'), at: point })
const label = z.object({ kind: z.literal('label'), text: z.string() })

const shape = z.object({
  points: z.array(point),
  pair: z.tuple([point, point]).optional(),
  named: z.record(z.string(), point).optional(),
  drawn: z.union([circle, label]).optional(),
  tagged: z.discriminatedUnion('kind', [circle, label]).nullable().optional(),
  prepared: z.preprocess((value) => value, point).optional(),
  turned: point.transform(({ x }) => x).optional(),
  both: z.intersection(point, z.object({ z: z.number() })).optional(),
  later: z.lazy(() => point).optional(),
  open: z.looseObject({ a: z.number() }).optional(),
  closed: z.strictObject({ a: z.number() }).default({ a: 1 }),
})

describe('members that a schema has no name for', () => {
  it.each([
    ['of a list', { points: [{ x: 1 }, { x: 2, q: 1 }] }, [['points', 1, 'q']]],
    ['of a tuple', { pair: [{ x: 1, q: 1 }, { x: 2 }] }, [['pair', 0, 'q']]],
    ['of a record', { named: { a: { x: 1, q: 1 } } }, [['named', 'a', 'q']]],
    ['of the option that fits', { drawn: { kind: 'label', text: 'a', at: 1 } }, [['drawn', 'at']]],
    [
      'below an option',
      { tagged: { kind: 'circle', at: { x: 1, q: 1 } } },
      [['tagged', 'at', 'q']],
    ],
    ['of what is prepared', { prepared: { x: 1, q: 1 } }, [['prepared', 'q']]],
    ['of what is transformed', { turned: { x: 1, q: 1 } }, [['turned', 'q']]],
    ['of both halves', { both: { x: 1, z: 2, q: 1 } }, [['both', 'q']]],
    ['of what is declared later', { later: { x: 1, q: 1 } }, [['later', 'q']]],
    ['of a closed object', { closed: { a: 1, q: 1 } }, [['closed', 'q']]],
    ['of no open object', { open: { a: 1, q: 1 } }, []],
    ['of the prototype', { points: [], toString: 1 }, [['toString']]],
    ['of no value of another shape', { points: 'many', drawn: 7 }, []],
  ])('%s are found', (_what, value, paths) => {
    expect(unknownMembers(shape, value)).toEqual(paths)
  })

  it('are looked for where parsing goes on, and no longer than they are asked for', () => {
    const short = z.object({ points: z.array(point).max(2), pair: z.tuple([point, point]) })
    const points = [{ x: 1, q: 1 }, { x: 2 }, { x: 3 }]
    expect(unknownMembers(short, { points: points.slice(0, 2) })).toEqual([['points', 0, 'q']])
    expect(unknownMembers(short, { points, pair: points })).toEqual([])
    expect(unknownMembers(short, { a: 1, b: 2, c: 3, d: 4 }, 2)).toEqual([['a'], ['b'], ['c']])
  })

  it('are those of the option that is meant, and no other is tried', () => {
    const untried = z.object({ kind: z.literal('other'), at: z.custom(() => expect.fail('tried')) })
    const drawn = z.union([untried, circle, z.string(), z.array(point)])
    expect(unknownMembers(drawn, { kind: 'circle', at: { x: 1 }, q: 1 })).toEqual([['q']])
    expect(unknownMembers(drawn, [{ x: 1, q: 1 }])).toEqual([[0, 'q']])
    expect(unknownMembers(drawn, { kind: 'none', q: 1 })).toEqual([])
    const either = z.union([
      z.object({ a: z.number() }),
      z.object({ b: z.number(), c: z.number() }),
    ])
    expect(unknownMembers(either, { b: 1, c: 2, q: 3 })).toEqual([['q']])
  })

  it('are left out, and nothing else', () => {
    const value = { points: [{ x: 1, q: 1 }, { x: 2 }], q: { x: 1 }, open: { b: 2 } }
    expect(withoutMembers(value, unknownMembers(shape, value))).toEqual({
      points: [{ x: 1 }, { x: 2 }],
      open: { b: 2 },
    })
  })
})
