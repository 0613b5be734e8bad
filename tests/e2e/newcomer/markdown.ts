/** A fenced or an indented block of code. */
export interface Block {
  /** The line that it begins in, counted from 1. */
  readonly line: number
  /** The word behind the fence. */
  readonly language: string
  readonly text: string
  /** What the HTML comment directly before it says. */
  readonly comment: string | null
}

/** Words of the running text, and the line that they begin in. */
export interface Found {
  readonly line: number
  readonly text: string
}

/** What is checked of a Markdown document (CommonMark, as far as the documents use it). */
export interface Markdown {
  readonly blocks: readonly Block[]
  /** Targets of links and pictures. */
  readonly links: readonly Found[]
  /** Code within the running text. */
  readonly spans: readonly Found[]
  /** Words in italics. */
  readonly italics: readonly Found[]
  /** Anchors of the headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>
}

const fence = /^ *(`{3,}|~{3,}) *([^\s`]*)[^`]*$/
const listItem = /^( *(?:[-*+]|\d{1,9}[.)]) +)\S/
const htmlComment = /^ *<!-- *(.*?) *--> *$/

const isBlank = (line: string): boolean => line.trim() === ''
const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0

/** Without the indentation that all lines share. */
const flush = (lines: readonly string[]): string => {
  const shared = Math.min(...lines.filter((line) => !isBlank(line)).map(indentOf))
  return lines
    .map((line) => line.slice(shared))
    .join('\n')
    .trim()
}

/** How many lines from the first one belong together. */
const lengthUntil = (lines: readonly string[], isEnd: (line: string) => boolean): number => {
  const end = lines.findIndex((line, at) => at > 0 && isEnd(line))
  return end === -1 ? lines.length : end
}

type Code = Pick<Block, 'language' | 'text'> & { readonly length: number }

const fencedCode = (rest: readonly string[]): Code | null => {
  const [, mark, language = ''] = fence.exec(rest[0] ?? '') ?? []
  if (mark === undefined) return null
  const closing = lengthUntil(rest, (line) => line.trim().startsWith(mark))
  return { language, text: flush(rest.slice(1, closing)), length: closing + 1 }
}

/** `least` is the indentation from which a line is code: four more than its list item has. */
const indentedCode = (rest: readonly string[], least: number): Code | null => {
  const isCode = (line: string): boolean => !isBlank(line) && indentOf(line) >= least
  if (!isCode(rest[0] ?? '')) return null
  const length = lengthUntil(rest, (line) => !isBlank(line) && !isCode(line))
  return { language: '', text: flush(rest.slice(0, length)), length }
}

/** The blocks, and the running text with empty lines in the place of everything else. */
const readLines = (lines: readonly string[]) => {
  const blocks: Block[] = []
  const prose: string[] = []
  /** Where the content of each open list item begins. */
  let items: number[] = []
  let comment: string | null = null
  const readText = (line: string): void => {
    const said = htmlComment.exec(line)?.[1]
    if (said !== undefined || !isBlank(line)) comment = said ?? null
    const content = listItem.exec(line)?.[1]?.length
    if (content !== undefined) items = [...items.filter((at) => at <= indentOf(line)), content]
    prose.push(said === undefined ? line : '')
  }
  while (prose.length < lines.length) {
    const rest = lines.slice(prose.length)
    const line = rest[0] ?? ''
    const isInParagraph = !isBlank(prose.at(-1) ?? '')
    if (!isBlank(line) && !isInParagraph) items = items.filter((at) => at <= indentOf(line))
    const code =
      fencedCode(rest) ?? (isInParagraph ? null : indentedCode(rest, (items.at(-1) ?? 0) + 4))
    if (code === null) {
      readText(line)
      continue
    }
    const { length, ...block } = code
    blocks.push({ ...block, line: prose.length + 1, comment })
    prose.push(...rest.slice(0, length).map(() => ''))
    comment = null
  }
  return { blocks, prose: prose.join('\n') }
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** All of a pattern's first groups; line breaks within them are blanks. */
const findAll = (text: string, pattern: RegExp): Found[] =>
  [...text.matchAll(pattern)].map((match) => ({
    line: lineOf(text, match.index),
    text: (match[1] ?? '').replaceAll(/\s*\n\s*/g, ' '),
  }))

const span = /(?<!`)`(?!`)((?:[^`\n]|\n(?!\s*\n))+)`(?!`)/g
const linkTarget = /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g
const reference = /^\[[^\]]+\]: *(\S+)/gm
const italic = /(?<![*\w])\*(?![*\s])((?:[^*\n]|\n(?!\s*\n))+)\*(?!\*)/g

/** Blanks in the place of code, so that nothing in it is taken for markup. */
const withoutSpans = (text: string): string =>
  text.replaceAll(span, (code) => code.replaceAll(/[^\n]/g, ' '))

/** GitHub's: lower case, without punctuation, hyphens for blanks, numbered where it comes again. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = heading
      .replaceAll(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`
    anchors.add(unique)
  }
  return anchors
}

export const readMarkdown = (source: string): Markdown => {
  const { blocks, prose } = readLines(source.split(/\r?\n/))
  const text = withoutSpans(prose)
  return {
    blocks,
    links: [...findAll(text, linkTarget), ...findAll(text, reference)],
    spans: findAll(prose, span),
    italics: findAll(text, italic),
    anchors: anchorsOf(prose),
  }
}
