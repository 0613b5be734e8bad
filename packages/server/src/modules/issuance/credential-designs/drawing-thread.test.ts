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
