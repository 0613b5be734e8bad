import { crc32, deflateSync } from 'node:zlib'
import { blankDesign, type Design } from '@signet/card/document'
import { blankShape } from '@signet/card/shapes/blank'
import { previewPrint, transformImage } from '@signet/contract/issuance/credential-designs'
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

const chunk = (type: string, content: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

interface Look {
  readonly side: number
  readonly interlaced?: true
}

/** A square, black picture of one bit a pixel, in base64. */
const pngOf = ({ side, interlaced }: Look): string => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  header[12] = interlaced === true ? 1 : 0
  const lines = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

const uri = (content: string, type = 'png'): string => `data:image/${type};base64,${content}`

/** 400 MB of pixels in some 12 KB: too many, and yet few enough that a test without the guard ends. */
const bomb = pngOf({ side: 10_000 })
/** Two of them are drawn together, three are not. */
const large = pngOf({ side: 4_000 })
const modest = pngOf({ side: 300 })

const jpegOf = (...segments: readonly string[]): string =>
  Buffer.from(`ffd8${segments.join('')}ffd9`, 'hex').toString('base64')
const frame = (side: string): string => `ffc0000b08${side}${side}01011100`

const transformed = async (image: string) => {
  const params = { transformType: 'resize' } as const
  const body = { image, widthPx: 20, heightPx: 20 }
  const answer = await test.call(transformImage, { as, params, body })
  return answer.status === 200 ? 'drawn' : answer.body.errorCode
}

const previewed = async (design: Design, values: Record<string, string> = {}) => {
  const answer = await test.call(previewPrint, { as, body: { design, values } })
  return answer.status === 200 ? 'drawn' : answer.body.errorCode
}

const withPhoto = (): Design => {
  const blank = blankDesign()
  const shape = blankShape('photo', 'p', 'Photo')
  const shapes = shape.kind === 'photo' ? [{ ...shape, field: 'Photo' }] : []
  const fields = [{ name: 'Photo', type: 'PHOTO' as const, values: [] }]
  return { ...blank, fields, front: { ...blank.front, shapes } }
}

/** The one asset, as often as wished on each of the sides. */
const withAsset = (content: string, [front, back]: readonly [number, number]): Design => {
  const blank = blankDesign()
  const shapesOf = (side: string, times: number) =>
    Array.from({ length: times }, (_, at) => blankShape('image', `${side}${at}`, 'Image')).flatMap(
      (shape) => (shape.kind === 'image' ? [{ ...shape, asset: 'a' }] : []),
    )
  return {
    ...blank,
    front: { background: '#ffffff', shapes: shapesOf('f', front) },
    back: { background: '#ffffff', shapes: shapesOf('b', back) },
    assets: [{ id: 'a', name: 'Asset', type: 'image/png', content }],
  }
}

const refused = 'ISSUANCE_IMAGE_INVALID'

describe('a picture of few bytes and very many pixels', () => {
  it('is refused where it is to be transformed, and drawing goes on', {
    meta: { covers: ['S44'] },
  }, async () => {
    expect(bomb.length).toBeLessThan(40_000)
    expect(await transformed(uri(bomb))).toBe(refused)
    expect(await transformed(uri(modest))).toBe('drawn')
  })

  it('is refused as a value of a preview, and drawing goes on', {
    meta: { covers: ['S44'] },
  }, async () => {
    expect(await previewed(withPhoto(), { Photo: uri(bomb) })).toBe(refused)
    expect(await previewed(withPhoto(), { Photo: uri(modest) })).toBe('drawn')
  })

  it('is refused as an asset of a design, and drawing goes on', {
    meta: { covers: ['S44'] },
  }, async () => {
    expect(await previewed(withAsset(bomb, [1, 0]))).toBe(refused)
    expect(await previewed(withAsset(modest, [1, 1]))).toBe('drawn')
  })

  it('is counted with all others of both sides', { meta: { covers: ['S44'] } }, async () => {
    expect(await previewed(withAsset(large, [1, 1]))).toBe('drawn')
    expect(await previewed(withAsset(large, [2, 1]))).toBe(refused)
  })

  it('is known in a JPEG, and behind another interlacing', async () => {
    expect(await transformed(uri(jpegOf(frame('ea60')), 'jpeg'))).toBe(refused)
    expect(await transformed(uri(jpegOf('fffe00040000', frame('0010')), 'jpeg'))).toBe('drawn')
    expect(await transformed(uri(pngOf({ side: 10_000, interlaced: true })))).toBe(refused)
  })

  it.each([
    ['under the name of another type', uri(modest, 'jpeg')],
    ['cut off in its header', uri(Buffer.from(modest, 'base64').toString('base64', 0, 20))],
    ['behind a marker that has no length', uri(jpegOf('ff01', frame('0010')), 'jpeg')],
    ['behind bytes that belong to nothing', uri(jpegOf('00', frame('0010')), 'jpeg')],
    ['without a pixel', uri(jpegOf(frame('0000')), 'jpeg')],
  ])(
    'could hide %s: what cannot be measured is refused',
    { meta: { covers: ['S44'] } },
    async (_how, image) => {
      expect(await transformed(image)).toBe(refused)
    },
  )
})

describe('a design of very many letters', () => {
  const texts = (count: number, letters: number): Design => {
    const value = 'Wörter '.repeat(letters / 7)
    const side = (name: string) => ({
      background: '#ffffff',
      shapes: Array.from({ length: count }, (_, at) =>
        blankShape('text', `${name}${at}`, 'Text'),
      ).flatMap((shape) => (shape.kind === 'text' ? [{ ...shape, value }] : [])),
    })
    return { ...blankDesign(), front: side('f'), back: side('b') }
  }

  it('is rejected with an error of its own, and drawing goes on for others', {
    meta: { covers: ['S44'] },
  }, async () => {
    expect(await previewed(texts(200, 497))).toBe('ISSUANCE_DRAWING_TOO_COSTLY')
    expect(await previewed(texts(20, 49))).toBe('drawn')
  })
})
