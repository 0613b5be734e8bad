import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankDesign, type Design, type Shape } from '@signet/card/document'
import { blankShape } from '@signet/card/shapes/blank'
import { templates } from '@signet/card/templates'
import { describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawForPrinter } from './drawing-thread.ts'
import { stencilOf } from './printed-pages.ts'

const hasPoppler = spawnSync('pdftoppm', ['-v']).error === undefined
const values = { 'First name': 'Zoë', 'Last name': '山田', 'Student number': '4711' }
const usual = {
  design: templates.student(),
  values,
  format: 'application/pdf',
  sides: 'ALL',
  splitBlack: true,
  upsideDown: false,
} as const

const inFolder = <T>(bytes: Uint8Array, work: (path: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-print-'))
  try {
    const path = join(folder, 'card.pdf')
    writeFileSync(path, bytes)
    return work(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const said = (command: string, ...args: string[]): string =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout

const rendered = (bytes: Uint8Array): Buffer =>
  inFolder(bytes, (path) => {
    said('pdftoppm', '-r', '300', '-png', '-singlefile', path, path)
    return readFileSync(`${path}.png`)
  })

const barcode = (change: Partial<Extract<Shape, { kind: 'barcode' }>> = {}): Design => {
  const blank = blankDesign()
  const shape = {
    ...blankShape('barcode', 'b', 'Code'),
    widthMm: 70,
    heightMm: 30,
    value: '{Number}',
  }
  const shapes =
    shape.kind === 'barcode' ? [{ ...shape, format: 'CODE128' as const, ...change }] : []
  const fields = [{ name: 'Number', type: 'TEXT' as const, values: [] }]
  return { ...blank, fields, front: { ...blank.front, shapes }, back: null }
}

describe.skipIf(!hasPoppler)('a card for its printer (pdftoppm is missing)', () => {
  it('has a page of its own size for each side, in colours and, where it has black, a stencil of 300 dpi', async () => {
    const { content, problems, unread } = await drawForPrinter('a', usual)
    expect([unread, problems.filter(({ code }) => code === 'BARCODE')]).toEqual([[], []])
    const { info, images } = inFolder(content, (path) => ({
      info: said('pdfinfo', path),
      images: said('pdfimages', '-list', path),
    }))
    expect(info).toMatch(/Pages: +2/)
    expect(info).toMatch(/Page size: +242\.\d+ x 153\.\d+ pts/)
    const lines = images
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => line.trim().split(/ +/))
    expect(lines.map(([page, , type, , , colour, , bits]) => [page, type, colour, bits])).toEqual([
      ['1', 'image', 'rgb', '8'],
      ['2', 'image', 'rgb', '8'],
      ['2', 'stencil', '-', '1'],
    ])
    expect(new Set(lines.flatMap((line) => line.slice(12, 14)))).toEqual(new Set(['300']))
  })

  it('holds its barcode where another program draws the page', async () => {
    const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
    for (const panel of ['BLACK', 'COLOR'] as const) {
      const design = barcode({ panel })
      const { content, unread } = await drawForPrinter('a', {
        ...usual,
        design,
        values: { Number: 'C-42' },
      })
      expect(unread).toEqual([])
      const found = await readBarcodes(rendered(content))
      expect(found.map(({ text }) => text)).toEqual(['C-42'])
    }
  })

  it('turned by 180 degrees is another page of the same card', async () => {
    const turned = await drawForPrinter('a', { ...usual, upsideDown: true })
    const plain = await drawForPrinter('a', usual)
    expect(turned.sha256).toBe(plain.sha256)
    expect(rendered(turned.content).equals(rendered(plain.content))).toBe(false)
  })
})

describe('a card for its printer', () => {
  it('is the same bytes on repeat', async () => {
    const [first, again] = [await drawForPrinter('a', usual), await drawForPrinter('a', usual)]
    expect(again.sha256).toBe(first.sha256)
    expect(Buffer.from(again.content).equals(Buffer.from(first.content))).toBe(true)
  })

  it('as PNG knows its size on paper', async () => {
    const { content } = await drawForPrinter('a', { ...usual, format: 'image/png', sides: 'FRONT' })
    const bytes = Buffer.from(content)
    const at = bytes.indexOf('pHYs')
    expect([bytes.readUInt32BE(at + 4), bytes.readUInt8(at + 12)]).toEqual([11_811, 1])
  })

  it('is told of when its barcode cannot be read from the drawing', async () => {
    const cover = {
      ...blankShape('rectangle', 'c', 'Cover'),
      widthMm: 85,
      heightMm: 50,
      xMm: 0,
      yMm: 0,
    }
    const design = barcode()
    const shapes = [...design.front.shapes, { ...cover, fill: '#ffffff' }]
    const covered = { ...design, front: { ...design.front, shapes } }
    const drawn = await drawForPrinter('a', {
      ...usual,
      design: covered,
      values: { Number: 'C-42' },
    })
    expect(drawn.unread).toEqual(['b'])
  })

  it('prints with the black panel what is dark', () => {
    const rgba = new Uint8Array([0, 0, 0, 255, 255, 255, 255, 255, 100, 0, 0, 255])
    expect([...stencilOf({ width: 3, height: 1, rgba })]).toEqual([0b01011111])
  })
})
