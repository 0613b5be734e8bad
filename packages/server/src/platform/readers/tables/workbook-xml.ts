import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FileFault } from './file-fault.ts'
import type { WorkbookEntry } from './workbook-entries.ts'

export interface Reading {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Elements within one another; a sheet has ten. */
const deepest = 64
/** Bytes of a part that is read whole, unless its reader says how many. */
const mostBytesOfPart = 33_554_432

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads XML piece by piece; yields how many bytes have been read. @throws FileFault */
export async function* readXml(entry: WorkbookEntry, { open, text, close }: Reading) {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let depth = 0
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1
    if (depth > deepest) throw new FileFault('WORKBOOK_TOO_LARGE')
    open?.(localName(tag.name), tag.attributes)
  })
  if (text !== undefined) parser.on('text', text)
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1
    close?.(localName(tag.name))
  })
  parser.on('error', (cause) => {
    throw new FileFault('WORKBOOK', null, cause)
  })
  // No entity but XML's own: what a document type declares is not expanded.
  parser.on('doctype', () => {
    throw new FileFault('WORKBOOK')
  })
  let bytes = 0
  try {
    for await (const piece of await entry.content()) {
      bytes += piece.length
      parser.write(decoder.decode(piece, { stream: true }))
      yield bytes
    }
    parser.close()
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('WORKBOOK', null, error)
  }
}

/** Reads XML to its end; nothing where there is none. @throws FileFault */
export const readWhole = async (
  entry: WorkbookEntry | null,
  reading: Reading,
  mostBytes = mostBytesOfPart,
): Promise<void> => {
  if (entry === null) return
  if (entry.bytes > mostBytes) throw new FileFault('WORKBOOK_TOO_LARGE')
  for await (const _bytes of readXml(entry, reading)) continue
}
