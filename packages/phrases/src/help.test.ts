import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type HelpGuideLocale, helpGuideLocales } from '@signet/rules/locales'
import { describe, expect, it } from 'vitest'
import { helpPageOf } from './help.ts'

const folder = join(import.meta.dirname, '../help')
const pagesIn = (locale: string): readonly string[] =>
  globSync(`${locale}/*.html`, { cwd: folder })
    .map((path) => basename(path, '.html'))
    .toSorted()

const english = pagesIn('en')
const written = helpGuideLocales.filter((locale) => locale !== 'en' && pagesIn(locale).length > 0)
const bodyOf = (locale: string, page: string): string => helpPageOf(locale, page) ?? ''

/** Languages in which every page is written: a new English one needs its translation at once. */
const whole: readonly HelpGuideLocale[] = ['de', 'es', 'fr', 'ja']

const inline = 'a|code|em|kbd'
const all = (body: string, pattern: RegExp): readonly string[] =>
  [...body.matchAll(pattern)].map(([found]) => found)

/** Blocks in their order; links, code and stress in any, since languages order their words. */
const shapeOf = (body: string) => ({
  blocks: all(body, new RegExp(`<(?!/?(?:${inline})\\b)[^>]+>`, 'g')),
  inline: all(body, new RegExp(`<(?:${inline})\\b[^>]*>`, 'g')).toSorted(),
  code: all(body, /<code>[^<]*<\/code>/g).toSorted(),
})

const hasWords = (block: string): boolean =>
  /\p{L}/u.test(block.replace(/<code>[^<]*<\/code>|<[^>]+>/g, ''))

const sentencesOf = (body: string): readonly string[] =>
  all(body, /<(p|li|dd)>.*<\/\1>/g).filter(hasWords)

describe.each(written)('the help guide in %s', (locale) => {
  const pages = pagesIn(locale)

  it('has no page that English does not have', () => {
    expect(pages.filter((page) => !english.includes(page))).toEqual([])
  })

  it.each(pages)('has headings, lists, links and code of the English page %s', (page) => {
    expect(shapeOf(bodyOf(locale, page))).toEqual(shapeOf(bodyOf('en', page)))
  })

  it('leaves no sentence in English', () => {
    const left = pages.flatMap((page) => {
      const before = new Set(sentencesOf(bodyOf('en', page)))
      return sentencesOf(bodyOf(locale, page)).filter((sentence) => before.has(sentence))
    })
    expect(left).toEqual([])
  })
})

describe('the help guide', () => {
  it.each(whole)('has every page in %s', { meta: { covers: ['i18n.help-guides'] } }, (locale) => {
    expect(pagesIn(locale)).toEqual(english)
  })
})
