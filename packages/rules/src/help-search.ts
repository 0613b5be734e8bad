import type { HelpPage } from './console.ts'

/** A heading of a help page with the text below it. */
export interface HelpSection {
  readonly heading: string
  /** The `id` of the heading; null for that of the page. */
  readonly anchor: string | null
  readonly text: string
}

/** All help pages of one language; the first section of a page is its beginning. */
export type HelpIndex = readonly {
  readonly page: HelpPage
  readonly sections: readonly HelpSection[]
}[]

export interface HelpFound {
  readonly page: HelpPage
  readonly anchor: string | null
  /** Of the page, and of the section unless it is the beginning. */
  readonly title: string
  readonly heading: string | null
  /** The words around the first that was found. */
  readonly excerpt: string
}

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const mostFound = 20
const excerptLength = 140
const excerptBefore = 40

const excerptOf = (text: string, word: string): string => {
  const at = Math.max(0, text.toLowerCase().indexOf(word))
  const begin = at < excerptBefore ? 0 : text.indexOf(' ', at - excerptBefore) + 1
  const end = begin + excerptLength
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end).trim()}${end < text.length ? ' …' : ''}`
}

/** How much of what was typed a heading says: a page about it comes before one that mentions it. */
const weightOf = (words: readonly string[], title: string, heading: string | null): number => {
  const isIn = (name: string): boolean => words.every((word) => name.includes(word))
  if (isIn(folded(title))) return heading === null ? 3 : 1
  return heading !== null && isIn(folded(heading)) ? 2 : 0
}

/** The sections with all the words, the weightiest first. */
export const findInHelp = (index: HelpIndex, typed: string): readonly HelpFound[] => {
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first] = words
  if (first === undefined) return []
  const found = index.flatMap(({ page, sections }) => {
    const title = sections[0]?.heading ?? ''
    return sections.flatMap(({ heading: name, anchor, text }) => {
      const all = folded(`${title} ${name} ${text}`)
      if (!words.every((word) => all.includes(word))) return []
      const heading = anchor === null ? null : name
      const weight = weightOf(words, title, heading)
      return [{ weight, found: { page, anchor, title, heading, excerpt: excerptOf(text, first) } }]
    })
  })
  return found
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostFound)
    .map((one) => one.found)
}
