import { columnName } from '@signet/algorithms/grid'
import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import Pdf from 'pdfkit'
import { registerFonts } from '../../../platform/pdf/fonts.ts'
import { drawLine, widthOfLine } from '../../../platform/pdf/line.ts'
import { writtenPdf } from '../../../platform/pdf/written-pdf.ts'

type Document = PDFKit.PDFDocument

interface PrintedGrid {
  readonly serial: string
  readonly rows: number
  readonly columns: number
  /** Row by row. */
  readonly cells: readonly string[]
  readonly company: string
  /** Whose; null while it is nobody's. */
  readonly owner: string | null
  readonly locale: string
}

export type PrintFormat = 'CARD' | 'A4' | 'LARGE' | 'SPOKEN'

const pointsPerMm = 72 / 25.4
const mm = (length: number): number => length * pointsPerMm

/** ISO/IEC 7810, ID-1. */
const card = { width: mm(85.6), height: mm(53.98) } as const

const word = (
  { locale }: PrintedGrid,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string => textOf(textsOf(locale, 'authenticators'), `cards.${key}`, { locale, values })

/** Where a table of cells stands, and how large its letters are. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly size: number
}

interface Centred {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly isBold: boolean
}

const drawCentred = (doc: Document, text: string, place: Centred): void => {
  const wide = widthOfLine(doc, text, place)
  drawLine(doc, text, { ...place, x: place.x + Math.max(0, (place.width - wide) / 2) })
}

/** Letters above, numbers beside: every other row is shaded, so that the eye keeps to it. */
const drawTable = (doc: Document, grid: PrintedGrid, place: Place): void => {
  const { x, y, width, height, size } = place
  const cell = { width: width / (grid.columns + 1), height: height / (grid.rows + 1) }
  const base = cell.height / 2 + size * 0.35
  const at = (column: number, row: number) => ({
    x: x + column * cell.width,
    y: y + row * cell.height + base,
    width: cell.width,
    size,
  })
  for (let row = 1; row <= grid.rows; row += 2) {
    doc.rect(x, y + row * cell.height, width, cell.height).fill('#e6e6e6')
  }
  doc.fillColor('#000000')
  for (let column = 0; column < grid.columns; column += 1) {
    drawCentred(doc, columnName(column), { ...at(column + 1, 0), isBold: true })
  }
  for (let row = 0; row < grid.rows; row += 1) {
    drawCentred(doc, String(row + 1), { ...at(0, row + 1), isBold: true })
    for (let column = 0; column < grid.columns; column += 1) {
      const text = grid.cells[row * grid.columns + column] ?? ''
      drawCentred(doc, text, { ...at(column + 1, row + 1), isBold: false })
    }
  }
  doc.lineWidth(0.4).rect(x, y, width, height).stroke('#666666')
}

const title = (grid: PrintedGrid): string =>
  [grid.company, grid.owner].filter((part) => part !== null).join(' · ')

/** The card itself, as it is cut out. */
const drawCard = (doc: Document, grid: PrintedGrid, { x, y }: { x: number; y: number }): void => {
  const inner = card.width - mm(6)
  const left = x + mm(3)
  drawLine(doc, title(grid), { x: left, y: y + mm(5), width: inner, size: 7, isBold: true })
  const serial = word(grid, 'serial', { serial: grid.serial })
  drawLine(doc, serial, {
    x: left,
    y: y + card.height - mm(2),
    width: inner,
    size: 6,
    isBold: false,
  })
  const size = grid.rows > 8 || grid.columns > 10 ? 6 : 7.5
  const table = { x: left, y: y + mm(7), width: inner, height: card.height - mm(12), size }
  drawTable(doc, grid, table)
}

const margin = mm(20)

/** What stands above a card on a sheet. Returns where it ends. */
const drawHead = (doc: Document, grid: PrintedGrid, size: number): number => {
  const width = doc.page.width - 2 * margin
  const heading = { x: margin, y: margin + size * 1.5, width, size: size * 1.5, isBold: true }
  drawLine(doc, word(grid, 'title'), heading)
  const serial = word(grid, 'serial', { serial: grid.serial })
  for (const [at, text] of [title(grid), serial, word(grid, 'keep')].entries()) {
    const y = margin + size * (3.2 + 1.5 * at)
    drawLine(doc, text, { x: margin, y, width, size, isBold: false })
  }
  return margin + size * 8
}

const drawSheet = (doc: Document, grid: PrintedGrid): void => {
  const y = drawHead(doc, grid, 10)
  doc.lineWidth(0.5).dash(3, { space: 3 })
  doc.rect(margin, y, card.width, card.height).stroke('#999999').undash()
  drawCard(doc, grid, { x: margin, y })
}

const drawLarge = (doc: Document, grid: PrintedGrid): void => {
  const y = drawHead(doc, grid, 14)
  const width = doc.page.width - 2 * margin
  const height = Math.min(doc.page.height - margin - y, (grid.rows + 1) * mm(16))
  drawTable(doc, grid, { x: margin, y, width, height, size: 20 })
}

/** Cell by cell in words, in the order in which they are asked. */
const drawSpoken = (doc: Document, grid: PrintedGrid): void => {
  const size = 14
  let y = drawHead(doc, grid, size)
  for (const [at, cell] of grid.cells.entries()) {
    if (y > doc.page.height - margin) {
      doc.addPage()
      y = margin + size
    }
    const values = {
      column: columnName(at % grid.columns),
      row: Math.floor(at / grid.columns) + 1,
      signs: [...cell].join(' '),
    }
    const place = { x: margin, y, width: doc.page.width - 2 * margin, size, isBold: false }
    drawLine(doc, word(grid, 'spoken', values), place)
    y += size * 1.6
  }
}

const drawers: Readonly<Record<PrintFormat, (doc: Document, grid: PrintedGrid) => void>> = {
  CARD: (doc, grid) => drawCard(doc, grid, { x: 0, y: 0 }),
  A4: drawSheet,
  LARGE: drawLarge,
  SPOKEN: drawSpoken,
}

const pageOf = (format: PrintFormat) => {
  if (format === 'CARD') return { size: [card.width, card.height] }
  return { size: 'A4', layout: format === 'LARGE' ? 'landscape' : 'portrait' } as const
}

/** A card to be printed, in the language of its owner. */
export const gridPdf = async (grid: PrintedGrid, format: PrintFormat): Promise<Buffer> => {
  const info = { Title: word(grid, 'title'), Author: grid.company }
  const doc = new Pdf({ ...pageOf(format), margin: 0, info, lang: grid.locale })
  registerFonts(doc)
  return writtenPdf(doc, () => drawers[format](doc, grid))
}
