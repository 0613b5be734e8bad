import type { SaxesTagPlain } from 'saxes'
import { boundedParser, type XmlRefusal } from '../../xml/bounded-parser.ts'
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
/** As many as the largest file has, where a token takes twenty of them in 300 bytes. */
const mostElements = 600_000
/** A key has five. */
const mostAttributes = 64

/** What the parser has read of a document. */
class Reading {
  private readonly open: Growing[] = []
  root: Growing | null = null

  begin({ name, attributes }: SaxesTagPlain): void {
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

const large: readonly XmlRefusal[] = ['TOO_MANY_ELEMENTS', 'TOO_MANY_ATTRIBUTES']

const refuse = (reason: XmlRefusal, cause?: unknown): never => {
  throw new KeyFileFault(large.includes(reason) ? 'TOO_LARGE' : 'XML', { cause })
}

/** The document's root. @throws KeyFileFault */
export const readTree = (text: string): Element => {
  const reading = new Reading()
  const parser = boundedParser({
    bounds: { deepest, mostElements, mostAttributes, hasInstructions: true },
    options: {},
    refuse,
    onClose: () => reading.end(),
  })
  parser.on('opentag', (tag: SaxesTagPlain) => reading.begin(tag))
  parser.on('text', (piece) => reading.add(piece))
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof KeyFileFault) throw error
    refuse('MALFORMED', error)
  }
  return reading.root ?? refuse('MALFORMED')
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
