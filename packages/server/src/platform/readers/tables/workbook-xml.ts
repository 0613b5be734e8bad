import type { SaxesTagPlain } from 'saxes'
import { boundedParser, type XmlRefusal } from '../../xml/bounded-parser.ts'
import { FileFault } from './file-fault.ts'
import type { WorkbookEntry } from './workbook-entries.ts'

interface Reading {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Elements within one another; a sheet has ten. */
const deepest = 64
/** Bytes of a part that is read whole, unless its reader says how many. */
const mostBytesOfPart = 33_554_432

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Of a sheet's root: its namespaces. */
const mostAttributes = 1000

const refuse = (reason: XmlRefusal, cause?: unknown): never => {
  const isLarge = reason === 'TOO_DEEP' || reason === 'TOO_MANY_ATTRIBUTES'
  throw new FileFault(isLarge ? 'WORKBOOK_TOO_LARGE' : 'WORKBOOK', null, cause)
}

/** Reads XML piece by piece; yields how many bytes have been read. @throws FileFault */
export async function* readXml(entry: WorkbookEntry, { open, text, close }: Reading) {
  const parser = boundedParser({
    // Rows are handed on as they come, so that there may be any number.
    bounds: {
      deepest,
      mostElements: Number.POSITIVE_INFINITY,
      mostAttributes,
      hasInstructions: true,
    },
    options: {},
    refuse,
    onClose: ({ name }) => close?.(localName(name)),
  })
  const decoder = new TextDecoder()
  parser.on('opentag', (tag: SaxesTagPlain) => open?.(localName(tag.name), tag.attributes))
  if (text !== undefined) parser.on('text', text)
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
