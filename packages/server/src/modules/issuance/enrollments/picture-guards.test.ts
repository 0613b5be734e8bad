import {
  compressEnrollmentImage,
  thumbnailEnrollmentImage,
} from '@signet/contract/issuance/enrollments'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const uri = (content: Buffer, type = 'png'): string =>
  `data:image/${type};base64,${content.toString('base64')}`

const compressed = async (image: string) => {
  const answer = await test.call(compressEnrollmentImage, { as, body: { image } })
  return answer.status === 200 ? 'made' : answer.body.errorCode
}
const thumbnail = async (image: string) => {
  const answer = await test.call(thumbnailEnrollmentImage, { as, body: image })
  return answer.status === 200 ? 'made' : answer.body.errorCode
}
const refused = 'ISSUANCE_IMAGE_INVALID'

const square = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer()

describe('a picture that is to be kept', () => {
  it('of few bytes and very many pixels is refused', { meta: { covers: ['S44'] } }, async () => {
    const bomb = uri(await square(7000))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await compressed(bomb)).toBe(refused)
    expect(await thumbnail(bomb)).toBe(refused)
    expect(await compressed(uri(await square(300)))).toBe('made')
  })

  it('of another kind is refused, whatever it says it is', {
    meta: { covers: ['S44'] },
  }, async () => {
    const image = sharp({ create: { width: 20, height: 20, channels: 3, background: '#000' } })
    const kinds = await Promise.all([
      image.clone().webp().toBuffer(),
      image.clone().gif().toBuffer(),
      image.clone().tiff().toBuffer(),
      Promise.resolve(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      ),
      Promise.resolve(Buffer.from('%PDF-1.7 not a picture')),
    ])
    for (const content of kinds) {
      expect(await compressed(uri(content))).toBe(refused)
      expect(await compressed(uri(content, 'jpeg'))).toBe(refused)
    }
  })

  it('cut off in the middle is refused, and the next one is made', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await compressed(uri(whole.subarray(0, whole.length / 2), 'jpeg'))).toBe(refused)
    expect(await compressed(uri(whole, 'jpeg'))).toBe('made')
  })
})
