import { describe, expect, it } from 'vitest'
import { drawSvg } from './drawing-thread.ts'

const small = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'
/** Seconds of one native call, which nothing can stop. */
const slow =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="8"/></filter><rect width="1000" height="1000" filter="url(#f)"/></svg>'

const patienceMillis = 200
const usualMillis = 60_000

describe('a drawing that takes too long', () => {
  it('is given up, and none begins beside it until it has ended', async () => {
    await drawSvg('a', small, usualMillis)
    await expect(drawSvg('a', slow, patienceMillis)).rejects.toMatchObject({
      code: 'ISSUANCE_DRAWING_TOO_COSTLY',
    })
    await expect(drawSvg('a', small, patienceMillis / 2)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
    expect((await drawSvg('a', small, usualMillis)).byteLength).toBeGreaterThan(0)
  })
})

describe('drawings of one tenant that asks for many heavy ones', () => {
  it('take one turn between those of another, and no more', {
    meta: { covers: ['S73'] },
  }, async () => {
    const heavy = slow.replaceAll('"1000"', '"200"')
    await drawSvg('a', small, usualMillis)
    const order: string[] = []
    const draw = async (tenant: string, svg: string): Promise<void> => {
      await drawSvg(tenant, svg, usualMillis)
      order.push(tenant)
    }
    const flood = Array.from({ length: 10 }, () => draw('flooding', heavy))
    for (let each = 0; each < 3; each += 1) await draw('other', small)
    const at = order.flatMap((tenant, index) => (tenant === 'other' ? [index] : []))
    for (const [turn, index] of at.entries()) expect(index).toBeLessThanOrEqual(2 * turn + 1)
    await Promise.all(flood)
    expect(order).toHaveLength(13)
  })
})
