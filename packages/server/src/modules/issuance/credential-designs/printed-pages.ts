import { deflateSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { writtenPdf } from '../../../platform/pdf/written-pdf.ts'

/** A drawing as pixels, four bytes each. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

interface PrintedSide {
  readonly colour: Pixels
  /** What the black panel prints; null where black is mixed of the colours. */
  readonly black: Pixels | null
}

const pointsPerDot = 72 / 300
/** Half the time of the usual level, for 2 % more bytes of a photo. */
const level = 3
const dark = 128

/** Without the fourth byte: paper lets nothing through. */
const rgbOf = ({ width, height, rgba }: Pixels): Buffer => {
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0, to = 0; at < rgba.length; at += 4, to += 3) {
    rgb[to] = rgba[at] ?? 0
    rgb[to + 1] = rgba[at + 1] ?? 0
    rgb[to + 2] = rgba[at + 2] ?? 0
  }
  return rgb
}

/** One bit a dot, 0 where black is printed; rows begin at whole bytes (ISO 32000-1, 8.9.6.2). */
export const stencilOf = ({ width, height, rgba }: Pixels): Buffer => {
  const row = Math.ceil(width / 8)
  const bits = Buffer.alloc(row * height, 0xff)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((rgba[(y * width + x) * 4] ?? 255) >= dark) continue
      const at = y * row + (x >> 3)
      bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return bits
}

type Doc = InstanceType<typeof PDFDocument>

interface Layer {
  readonly name: string
  readonly bytes: Buffer
  readonly entries: Readonly<Record<string, unknown>>
}

/** Draws a layer over the whole page. */
const place = (doc: Doc, { width, height }: Pixels, { name, bytes, entries }: Layer): void => {
  const image = doc.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    Filter: 'FlateDecode',
    ...entries,
  })
  image.end(deflateSync(bytes, { level }))
  doc.page.xobjects[name] = image
  const [across, down] = [width * pointsPerDot, height * pointsPerDot]
  doc.addContent(`q 0 g ${across} 0 0 ${-down} 0 ${down} cm /${name} Do Q`)
}

const colourLayer = (pixels: Pixels): Layer => ({
  name: 'Colour',
  bytes: rgbOf(pixels),
  entries: { ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
})

const blackLayer = (pixels: Pixels): Layer => ({
  name: 'Black',
  bytes: stencilOf(pixels),
  entries: { ImageMask: true, BitsPerComponent: 1 },
})

const turned = (doc: Doc, { width, height }: Pixels): void => {
  doc.addContent(`-1 0 0 -1 ${width * pointsPerDot} ${height * pointsPerDot} cm`)
}

interface Pages {
  readonly sides: readonly PrintedSide[]
  readonly upsideDown: boolean
}

/**
 * A page for each side, of the card's own size, 300 dots to the inch. Black stands over the colours as
 * a stencil in gray 0: printers give such parts to the black panel. The same sides give the same bytes.
 */
export const pdfOf = async ({ sides, upsideDown }: Pages): Promise<Buffer> => {
  const { default: Pdf } = await import('pdfkit')
  const doc: Doc = new Pdf({ autoFirstPage: false, info: { CreationDate: new Date(0) } })
  return writtenPdf(doc, () => {
    for (const { colour, black } of sides) {
      const size: [number, number] = [colour.width * pointsPerDot, colour.height * pointsPerDot]
      doc.addPage({ size, margin: 0 })
      if (upsideDown) turned(doc, colour)
      place(doc, colour, colourLayer(colour))
      if (black !== null) place(doc, black, blackLayer(black))
    }
  })
}
