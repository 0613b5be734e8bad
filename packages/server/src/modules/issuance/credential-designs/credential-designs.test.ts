import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blankDesign, type Design, type Shape } from '@signet/card/document'
import { blankShape } from '@signet/card/shapes/blank'
import { templates } from '@signet/card/templates'
import {
  createCredentialDesign,
  deleteCredentialDesign,
  drawBarcode,
  exportCredentialDesign,
  importCredentialDesign,
  listCredentialDesigns,
  listCredentialDesignTemplates,
  previewPrint,
  readCredentialDesign,
  readCredentialDesignTemplate,
  transformImage,
  updateCredentialDesign,
} from '@signet/contract/issuance/credential-designs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({
    overrides: { wasmBinary: readFileSync(wasm).buffer },
    fireImmediately: true,
  })
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const created = async (design: Design = templates.student()) => {
  const name = `Design ${(count += 1)}`
  const { body } = await test.call(createCredentialDesign, { as, body: { name, design } })
  return { name, design, params: { credentialDesignId: String(body.id) } }
}

describe('a credential design', () => {
  it('is made, listed, saved under its ETag and deleted', async () => {
    const { name, design, params } = await created()
    const listed = await test.call(listCredentialDesigns, { as })
    expect(JSON.parse(listed.text)).toContainEqual(
      expect.objectContaining({ name, version: 1, sides: 2, fields: 6 }),
    )
    const headers = { 'if-match': '"1"' }
    const body = { name: `${name} b`, description: 'For 2027', design: { ...design, back: null } }
    const saved = await test.call(updateCredentialDesign, { as, params, body, headers })
    expect([saved.headers.etag, saved.body.version, saved.body.sides]).toEqual(['"2"', 2, 1])
    expect((await test.call(deleteCredentialDesign, { as, params })).status).toBe(204)
    const gone = await test.call(readCredentialDesign, { as, params })
    expect([gone.status, gone.body.errorCode]).toEqual([
      404,
      'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    ])
    expect(gone.body.errorMessage).toBe('This design does not exist. It may have been deleted.')
  })

  it('that somebody else saved since is not overwritten', async () => {
    const { name, design, params } = await created()
    const save = (description: string) =>
      test.call(updateCredentialDesign, {
        as,
        params,
        body: { name, description, design },
        headers: { 'if-match': '"1"' },
      })
    expect((await save('first')).status).toBe(200)
    expect((await save('second')).status).toBe(412)
    const { body } = await test.call(readCredentialDesign, { as, params })
    expect(body.description).toBe('first')
  })

  it('keeps every saved version as it was', async () => {
    const { name, design, params } = await created()
    const next = { ...design, back: null }
    await test.call(updateCredentialDesign, { as, params, body: { name, design: next } })
    const first = await test.call(readCredentialDesign, { as, params, query: { version: 1 } })
    expect(first.body.design).toEqual(design)
    const { body } = await test.call(readCredentialDesign, { as, params })
    expect(body.design).toEqual(next)
    expect(body.versions).toMatchObject([{ version: 2 }, { version: 1 }])
    const none = await test.call(readCredentialDesign, { as, params, query: { version: 3 } })
    expect(none.status).toBe(404)
  })

  it('has a name of its own, however it is spelled', async () => {
    const { name, design } = await created()
    const body = { name: name.toUpperCase(), design }
    const { body: answer } = await test.call(createCredentialDesign, { as, body })
    expect(answer.errorCode).toBe('ISSUANCE_CREDENTIAL_DESIGN_EXISTS')
  })

  it('asks for no field that it does not have, nor for one that records have anyway', async () => {
    const [field] = templates.student().fields
    const fields = field === undefined ? [] : [{ ...field, name: 'State' }]
    const reserved = { name: 'R', design: { ...blankDesign(), fields } }
    const refused = await test.call(createCredentialDesign, { as, body: reserved })
    expect(refused.body).toMatchObject({
      errorCode: 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
      parameters: { message: 'State' },
    })
    const unknown = { name: 'U', design: { ...templates.student(), fields: [] } }
    const { body } = await test.call(createCredentialDesign, { as, body: unknown })
    expect(body).toMatchObject({ errorCode: 'ISSUANCE_CREDENTIAL_DESIGN_INVALID' })
  })

  it('travels as a file and is the same file, byte for byte, where it came', {
    meta: { covers: ['issuance.design-exchange'] },
  }, async () => {
    const { params } = await created()
    const { body } = await test.call(exportCredentialDesign, { as, params })
    expect(body.fileName).toMatch(/^Design-\d+\.card\.json$/)
    const name = `Copy ${count}`
    const bundle = String(body.bundle)
    const copy = await test.call(importCredentialDesign, { as, body: { bundle, name } })
    const again = { credentialDesignId: String(copy.body.id) }
    const second = await test.call(exportCredentialDesign, { as, params: again })
    expect(String(second.body.bundle).replace(name, `Design ${count}`)).toBe(bundle)
    const broken = { bundle: bundle.replace('"widthMm":85.6', '"widthMm":"x"') }
    const refused = await test.call(importCredentialDesign, { as, body: broken })
    expect(refused.body.errorCode).toBe('ISSUANCE_CREDENTIAL_DESIGN_INVALID')
    expect(refused.body.parameters).toMatchObject({ at: 'design.front.shapes.0.widthMm' })
  })

  it('begins from templates', async () => {
    const listed = await test.call(listCredentialDesignTemplates, { as })
    expect(JSON.parse(listed.text)).toHaveLength(4)
    const params = { CredentialDesignTemplateId: 'visitor' } as const
    const { body } = await test.call(readCredentialDesignTemplate, { as, params })
    expect(body).toMatchObject({ sides: 1, design: { back: null } })
  })
})

const withBarcode = (format: Extract<Shape, { kind: 'barcode' }>['format']): Design => {
  const blank = blankDesign()
  const shape = {
    ...blankShape('barcode', 'b', 'Barcode'),
    widthMm: 75,
    heightMm: 40,
    value: '{Number}',
  }
  const shapes = shape.kind === 'barcode' ? [{ ...shape, format }] : []
  const fields = [{ name: 'Number', type: 'TEXT' as const, values: [] }]
  return { ...blank, fields, front: { ...blank.front, shapes }, back: null }
}

interface Preview {
  readonly images: readonly {
    readonly side: string
    readonly png: string
    readonly sha256: string
  }[]
  readonly problems: readonly unknown[]
}

const previewed = async (body: object): Promise<Preview> =>
  JSON.parse((await test.call(previewPrint, { as, body })).text)

describe('the preview of a print', () => {
  it.each([
    ['CODE128', 'Card-0042', 'Code128'],
    ['CODE 39', 'CARD 42', 'Code39'],
    ['EAN 13', '4006381333931', 'EAN13'],
    ['PDF417', 'Zoë 山田', 'PDF417'],
    ['QR Code', 'Zoë 山田', 'QRCode'],
  ] as const)(
    'holds a %s that another reader reads',
    { meta: { covers: ['issuance.print-preview'] } },
    async (format, value, read) => {
      const design = withBarcode(format)
      const { images, problems } = await previewed({ design, values: { Number: value } })
      expect(problems).toEqual([])
      const found = await readBarcodes(Buffer.from(images[0]?.png ?? '', 'base64'))
      expect(found.map(({ text }) => text)).toEqual([value])
      expect(found[0]?.format.replace(/[^A-Za-z0-9]/g, '').toLowerCase()).toContain(
        read.toLowerCase(),
      )
    },
  )

  it('is the same bytes on repeat, of both sides of a saved design', async () => {
    const { params } = await created()
    const values = { 'First name': '太郎', 'Last name': 'محمد', 'Student number': '42' }
    const wanted = { credentialDesignId: params.credentialDesignId, values }
    const first = await previewed(wanted)
    const again = await previewed(wanted)
    expect(first.images.map(({ side }) => side)).toEqual(['front', 'back'])
    expect(again.images.map(({ sha256 }) => sha256)).toEqual(
      first.images.map(({ sha256 }) => sha256),
    )
  })

  it('names what could not be drawn', async () => {
    const { problems } = await previewed({
      design: withBarcode('EAN 13'),
      values: { Number: '12' },
    })
    expect(problems).toEqual([
      {
        side: 'front',
        shape: 'b',
        code: 'BARCODE',
        reason: { code: 'LENGTH', found: 2, expected: '12, 13' },
      },
    ])
  })

  it('is of one design, named or sent', async () => {
    expect((await test.call(previewPrint, { as, body: {} })).status).toBe(400)
  })
})

describe('parts of a design', () => {
  it('are barcodes of a value, or the exact reason why not', async () => {
    const good = await test.call(drawBarcode, { as, body: { format: 'QR Code', value: 'x' } })
    expect(good.body.svg).toMatch(/^<svg/)
    const bad = await test.call(drawBarcode, { as, body: { format: 'CODE 39', value: 'Abc' } })
    expect(bad.body).toEqual({ svg: null, reason: { code: 'CHARACTER', letter: 'b', at: 2 } })
  })

  it('are pictures, cropped, turned and reduced', {
    meta: { covers: ['issuance.print-preview'] },
  }, async () => {
    const { images } = await previewed({ design: templates.visitor(), values: {} })
    const image = `data:image/png;base64,${images[0]?.png}`
    const size = { widthPx: 40, heightPx: 30 }
    const made = async (transformType: 'crop' | 'resize' | 'rotate' | 'grayscale' | 'black') => {
      const area = { x: 0, y: 0, width: 0.5, height: 0.5 }
      const body = { image, ...size, area }
      return (await test.call(transformImage, { as, params: { transformType }, body })).body
    }
    const resized = await made('resize')
    expect(resized).toMatchObject(size)
    const others = ['crop', 'rotate', 'grayscale', 'black'] as const
    const all = await Promise.all(others.map(made))
    expect(new Set([resized, ...all].map((each) => each.image)).size).toBe(5)
  })

  it('are no pictures when they only say so', { meta: { covers: ['S44'] } }, async () => {
    const image = `data:image/png;base64,${Buffer.from('<svg/>xxxx').toString('base64')}`
    const body = { image, widthPx: 10, heightPx: 10 }
    const params = { transformType: 'resize' } as const
    const refused = await test.call(transformImage, { as, params, body })
    expect(refused.body.errorCode).toBe('ISSUANCE_IMAGE_INVALID')
  })
})
