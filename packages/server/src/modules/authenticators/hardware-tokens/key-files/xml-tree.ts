import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { KeyFileFault } from './key-file-fault.ts'

export interface Element {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Growing extends Element {
  readonly children: Growing[]
  text: string
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const deepest = 24
/** As many as 50,000 tokens take. */
const mostElements = 2_000_000
const pieceLength = 65_536

/** What the parser has read of a document. */
class Reading {
  private readonly open: Growing[] = []
  private count = 0
  root: Growing | null = null

  begin({ name, attributes }: SaxesTagPlain): void {
    this.count += 1
    if (this.open.length >= deepest || this.count > mostElements) throw new KeyFileFault('XML')
    const element: Growing = { name: localName(name), attributes, children: [], text: '' }
    this.open.at(-1)?.children.push(element)
    this.root ??= element
    this.open.push(element)
  }

  add(text: string): void {
    const element = this.open.at(-1)
    if (element !== undefined) element.text += text
  }

  end(): void {
    this.open.pop()
  }
}

const refuse = (cause?: unknown): never => {
  throw new KeyFileFault('XML', { cause })
}

/** The document's root; others get their turn between its pieces. @throws KeyFileFault */
export const readTree = async (text: string): Promise<Element> => {
  const parser = new SaxesParser()
  const reading = new Reading()
  parser.on('opentag', (tag: SaxesTagPlain) => reading.begin(tag))
  parser.on('text', (piece) => reading.add(piece))
  parser.on('closetag', () => reading.end())
  parser.on('error', refuse)
  // No document type, so no entity but XML's own: nothing expands.
  parser.on('doctype', () => refuse())
  try {
    for (let at = 0; at < text.length; at += pieceLength) {
      parser.write(text.slice(at, at + pieceLength))
      await turn()
    }
    parser.close()
  } catch (error) {
    if (error instanceof KeyFileFault) throw error
    refuse(error)
  }
  return reading.root ?? refuse()
}

/** The first element at the end of this way down; undefined where there is none. */
export const at = (from: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>(
    (element, name) => element?.children.find((child) => child.name === name),
    from,
  )

export const textAt = (from: Element | undefined, ...path: readonly string[]): string | null => {
  const text = at(from, ...path)?.text.trim()
  return text === undefined || text === '' ? null : text
}
