import type { SaxesAttributePlain } from 'saxes'
import { FileFault } from './file-fault.ts'
import {
  type FileRow,
  mostColumns,
  mostRowText,
  type RowsRead,
  type StoredFile,
} from './file-rows.ts'
import { type DateStyles, dateStyles, isoDate } from './workbook-dates.ts'
import { type WorkbookEntry, workbookEntries } from './workbook-entries.ts'
import { readWhole, readXml } from './workbook-xml.ts'

/** Characters of all the texts that a workbook keeps beside its sheets, and how many there may be. */
const mostSharedText = 50_000_000
const mostSharedTexts = 5_000_000
const mostSharedBytes = 536_870_912
/** Characters of a cell that Excel takes at most, and a text editor may have counted otherwise. */
const longestCell = 65_534
/** Rows are handed over by so many cells or characters. */
const mostCellsAtATime = 20_000
const mostTextAtATime = 2_000_000
/** Bytes of empty rows after which nothing is handed over: the reader is still at work. */
const mostBytesUntold = 8_388_608

/** The texts that cells name by number. */
const sharedTexts = async (entry: WorkbookEntry | null): Promise<readonly string[]> => {
  const texts: string[] = []
  let present = ''
  let isText = false
  let phonetic = 0
  let length = 0
  const reading = {
    open: (name: string) => {
      if (name === 'si') present = ''
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
    },
    text: (text: string) => {
      if (!isText) return
      present += text
      length += text.length
      if (length > mostSharedText || present.length > longestCell) {
        throw new FileFault('WORKBOOK_TOO_LARGE')
      }
    },
    close: (name: string) => {
      isText = false
      if (name === 'rPh') phonetic -= 1
      if (name !== 'si') return
      texts.push(present)
      if (texts.length > mostSharedTexts) throw new FileFault('WORKBOOK_TOO_LARGE')
    },
  }
  await readWhole(entry, reading, mostSharedBytes)
  return texts
}

/** Where the first sheet stands, and from when its days are counted. */
const firstSheet = async (entryOf: (name: string) => WorkbookEntry | null) => {
  let id: string | undefined
  let is1904 = false
  const targets = new Map<string, string>()
  await readWhole(entryOf('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') id ??= attributes['r:id']
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  await readWhole(entryOf('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.replace(/^\/?(?:xl\/)?/, ''))
    },
  })
  const target = targets.get(id ?? '') ?? 'worksheets/sheet1.xml'
  const sheet = entryOf(`xl/${target}`)
  if (sheet === null) throw new FileFault('WORKBOOK')
  return { sheet, is1904 }
}

/** `BC12` is column 54, counted from 0; -1 for what names none. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

/** Gathers the rows of a sheet as its elements come. */
class SheetRows {
  readonly #shared: readonly string[]
  readonly #dates: DateStyles
  #isDate = false
  #rows: FileRow[] = []
  #line = 0
  #cells: string[] = []
  #length = 0
  #column = -1
  #type = ''
  #value = ''
  #isValue = false

  constructor(shared: readonly string[], dates: DateStyles) {
    this.#shared = shared
    this.#dates = dates
  }

  /** The rows so far, in portions that are handed over quickly. */
  *take(): Generator<FileRow[]> {
    let portion: FileRow[] = []
    let cells = 0
    let text = 0
    for (const row of this.#rows) {
      portion.push(row)
      cells += row.cells.length + 1
      text += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (cells < mostCellsAtATime && text < mostTextAtATime) continue
      yield portion
      portion = []
      cells = 0
      text = 0
    }
    this.#rows = []
    if (portion.length > 0) yield portion
  }

  open(name: string, attributes: Readonly<Record<string, SaxesAttributePlain | string>>) {
    const { r = '', t = 'n', s = '' } = attributes
    if (name === 'row') this.#beginRow(String(r))
    else if (name === 'c') {
      this.#beginCell(String(r), String(t))
      this.#isDate = this.#dates.styles.has(String(s))
    }
    this.#isValue = name === 'v' || name === 't'
  }

  #beginRow(number: string): void {
    this.#line = Number(number) || this.#line + 1
    this.#cells = []
    this.#column = -1
    this.#length = 0
  }

  #beginCell(reference: string, type: string): void {
    const named = columnOf(reference)
    this.#column = named === -1 ? this.#column + 1 : named
    this.#type = type
    this.#value = ''
  }

  text(text: string): void {
    if (!this.#isValue || this.#length > mostRowText) return
    this.#value += text
    this.#length += text.length
  }

  close(name: string): void {
    this.#isValue = false
    if (name === 'c') this.#endCell()
    if (name === 'row') this.#endRow()
  }

  #endCell(): void {
    if (this.#column >= mostColumns) {
      this.#length = Number.POSITIVE_INFINITY
      return
    }
    while (this.#cells.length < this.#column) this.#cells.push('')
    const shown = this.#shown()
    this.#cells[this.#column] = shown
    // What it names may be longer than its number.
    if (this.#type === 's') this.#length += shown.length
  }

  #shown(): string {
    if (this.#type === 's') return this.#shared[Number(this.#value)] ?? ''
    if (this.#type === 'b') return this.#value === '1' ? 'true' : 'false'
    if (this.#type === 'n' && this.#isDate) return isoDate(this.#value, this.#dates.is1904)
    return this.#type === 'e' ? '' : this.#value
  }

  #endRow(): void {
    const isLong = this.#length > mostRowText
    if (isLong) {
      const faultAt = Math.min(this.#column, mostColumns)
      this.#rows.push({ line: this.#line, cells: [], fault: 'ROW_TOO_LONG', faultAt })
    } else if (this.#cells.some((cell) => cell !== '')) {
      this.#rows.push({ line: this.#line, cells: this.#cells, fault: null })
    }
  }
}

/** The rows of a workbook's first sheet (ECMA-376). @throws FileFault */
export async function* workbookRows(file: StoredFile): AsyncGenerator<RowsRead> {
  const entryOf = await workbookEntries(file)
  const { sheet, is1904 } = await firstSheet(entryOf)
  const styles = await dateStyles(entryOf('xl/styles.xml'))
  const shared = await sharedTexts(entryOf('xl/sharedStrings.xml'))
  const rows = new SheetRows(shared, { styles, is1904 })
  const reading = {
    open: (name: string, attributes: Readonly<Record<string, string>>) =>
      rows.open(name, attributes),
    text: (text: string) => rows.text(text),
    close: (name: string) => rows.close(name),
  }
  let told = 0
  for await (const bytes of readXml(sheet, reading)) {
    const progress = Math.min(1, bytes / sheet.bytes)
    for (const some of rows.take()) {
      yield { rows: some, progress, start: null }
      told = bytes
    }
    if (bytes - told < mostBytesUntold) continue
    yield { rows: [], progress, start: null }
    told = bytes
  }
}
