import { setImmediate as turn } from 'node:timers/promises'
import { mostPrintedRows } from '@signet/rules/reports'
import Pdf from 'pdfkit'
import { registerFonts } from '../../../platform/pdf/fonts.ts'
import { drawLine, widthOfLine } from '../../../platform/pdf/line.ts'
import { writtenPdf } from '../../../platform/pdf/written-pdf.ts'
import type { ReportTable } from './report-tables.ts'
import { cellWords, columnWord, leftWords, type Reader, rangeWords } from './report-words.ts'

const margin = 40
const lineHeight = 14
const fontSize = 8
const gap = 6
/** Rows drawn before others get a turn. */
const batch = 10
/** Rows that a column's width is reckoned from. */
const looked = 100

interface Heading {
  readonly title: string
  readonly company: string
  readonly from: Date
  readonly until: Date
  /** In words, empty for none. */
  readonly filter: string
  readonly madeAt: Date
  readonly reader: Reader
}

type Document = PDFKit.PDFDocument
type Lines = readonly (readonly string[])[]

/** Each as wide as it needs; where that is more than there is, the widest give way, to one width. */
const shared = (wanted: readonly number[], width: number): readonly number[] => {
  let left = width
  let cap = 0
  for (const [at, need] of wanted.toSorted((one, other) => one - other).entries()) {
    cap = left / (wanted.length - at)
    if (need > cap) return wanted.map((each) => Math.min(each, cap))
    left -= need
  }
  return wanted.map((each) => each + left / wanted.length)
}

const widthsOf = (doc: Document, heads: readonly string[], rows: Lines): readonly number[] => {
  const width = (text: string, isBold: boolean): number =>
    widthOfLine(doc, text, { size: fontSize, isBold })
  const wanted = heads.map((head, at) =>
    Math.max(width(head, true), ...rows.slice(0, looked).map((row) => width(row[at] ?? '', false))),
  )
  return shared(
    wanted.map((each) => each + gap),
    doc.page.width - 2 * margin,
  )
}

interface Row {
  readonly widths: readonly number[]
  readonly y: number
  readonly isBold?: boolean
}

const drawRow = (doc: Document, cells: readonly string[], { widths, y, isBold }: Row): void => {
  let x = margin
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 0
    drawLine(doc, cell, { x, y, width: width - gap, size: fontSize, isBold: isBold ?? false })
    x += width
  }
}

/** Returns where the next line stands. */
const drawHeading = (doc: Document, heading: Heading): number => {
  const { title, company, from, until, filter, reader } = heading
  const width = doc.page.width - 2 * margin
  const y = margin + 14
  drawLine(doc, title, { x: margin, y, width, size: 16, isBold: true })
  doc.fillColor('#555555')
  const told = `${company} · ${rangeWords(reader, from, until)}`
  const lines = filter === '' ? [told] : [told, filter]
  for (const [at, line] of lines.entries()) {
    drawLine(doc, line, { x: margin, y: y + 16 + at * lineHeight, width, size: 9, isBold: false })
  }
  doc.fillColor('#000000')
  return y + 16 + (lines.length + 1) * lineHeight
}

interface Table {
  readonly heads: readonly string[]
  readonly rows: Lines
  /** Rows that are not printed. */
  readonly left: number
}

const drawTable = async (
  doc: Document,
  { heads, rows, left }: Table,
  { reader, top }: { readonly reader: Reader; readonly top: number },
): Promise<void> => {
  const widths = widthsOf(doc, heads, rows)
  const bottom = doc.page.height - margin
  let y = top
  const head = (): void => {
    drawRow(doc, heads, { widths, y, isBold: true })
    const under = y + 4
    doc.moveTo(margin, under).lineTo(doc.page.width - margin, under)
    doc.lineWidth(0.5).stroke('#999999')
    y += lineHeight
  }
  const next = (): void => {
    if (y <= bottom) return
    doc.addPage()
    y = margin + lineHeight
    head()
  }
  head()
  for (const [at, row] of rows.entries()) {
    next()
    drawRow(doc, row, { widths, y })
    y += lineHeight
    if (at % batch === batch - 1) await turn()
  }
  if (left === 0) return
  next()
  drawLine(doc, leftWords(reader, left), {
    x: margin,
    y,
    width: 600,
    size: fontSize,
    isBold: false,
  })
}

/** A report to be read: A4 across, at most 1,000 rows, in the language of its reader. */
export const reportPdf = async (table: ReportTable, heading: Heading): Promise<Buffer> => {
  const { reader, title, company, madeAt } = heading
  const info = { Title: title, Author: company, CreationDate: madeAt }
  const doc = new Pdf({ size: 'A4', layout: 'landscape', margin, info, lang: reader.locale })
  registerFonts(doc)
  const printed = table.rows.slice(0, mostPrintedRows)
  const top = drawHeading(doc, heading)
  const shown = {
    heads: table.columns.map((column) => columnWord(reader, column)),
    rows: printed.map((row) =>
      table.columns.map((column, at) => cellWords(reader, column, row[at] ?? null)),
    ),
    left: table.rows.length - printed.length,
  }
  return writtenPdf(doc, () => drawTable(doc, shown, { reader, top }))
}
