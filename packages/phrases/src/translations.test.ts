import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminLocales, locales } from '@signet/rules/locales'
import { describe, expect, it } from 'vitest'
import { formOf, hasWords, pluralFaults } from '../testing/message-form.ts'
import { administrationLocales, completeIn, missingKeys } from './missing.ts'
import { readTextFiles, textsFolder } from './node.ts'
import { flatten } from './texts.ts'

const english = readTextFiles('en/*/*.json')
const others = locales.filter((locale) => locale !== 'en')

/** Names and examples, alike in all languages that write in Latin letters. */
const names = [
  'Signet',
  'SAML',
  'Signet Issuance',
  'anna',
  'Maria',
  'anna <anna@acme.example>',
  'hooks.example.com',
  'OK',
  'API',
  'SQL Server',
  'Acme',
  'https://acme.example/signup/confirm/x7Kq',
]

/** Words that are written alike in English and this language. */
const alikeIn = (locale: string): readonly string[] => {
  const path = join(textsFolder, locale, 'alike.json')
  const words: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  return Array.isArray(words) ? words.map(String) : []
}

interface Pair {
  readonly key: string
  readonly truth: string | undefined
  readonly message: string
}

const pairsIn = (locale: string): readonly Pair[] =>
  Object.entries(readTextFiles(`${locale}/*/*.json`)).flatMap(([path, texts]) => {
    const inEnglish = flatten(english[path.replace(locale, 'en')] ?? {})
    return [...flatten(texts)].map(([key, message]) => ({
      key: `${path} ${key}`,
      truth: inEnglish.get(key),
      message,
    }))
  })

const paragraphs = (message: string): number => message.split('\n').length

describe.each(others)('the texts in %s', (locale) => {
  const pairs = pairsIn(locale)
  const known = pairs.flatMap(({ truth, ...rest }) =>
    truth === undefined ? [] : [{ ...rest, truth }],
  )

  it('have no key that English does not have', () => {
    expect(pairs.filter(({ truth }) => truth === undefined).map(({ key }) => key)).toEqual([])
  })

  it('take the same values in the same lines as English', () => {
    const shape = (message: string) => [...formOf(message), paragraphs(message)]
    const wrong = known.filter(
      ({ truth, message }) => String(shape(truth)) !== String(shape(message)),
    )
    expect(wrong.map(({ key }) => key)).toEqual([])
  })

  it('have the plural forms of the language', () => {
    const faults = known.flatMap(({ key, message }) =>
      pluralFaults(message, locale).map((fault) => `${key}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('are translated, but for the words that are alike', {
    meta: { covers: ['i18n.interface-locales'] },
  }, () => {
    const alike = alikeIn(locale)
    const same = known.filter(({ truth, message }) => truth === message && hasWords(message))
    const may = [...names, ...alike]
    expect(
      same.filter(({ message }) => !may.includes(message)),
      `translate these, or add the words that ${locale} has too to ${locale}/alike.json`,
    ).toEqual([])
    const words = new Set(same.map(({ message }) => message))
    expect(alike.filter((word) => !words.has(word))).toEqual([])
  })

  it('lack none of the namespaces that are complete', {
    meta: { covers: ['i18n.interface-locales'] },
  }, () => {
    expect(
      missingKeys(locale, completeIn(locale)),
      `texts that ${locale} lacks; \`npm run texts:missing\` lists those of all languages`,
    ).toEqual([])
  })
})

describe('the check of translations', () => {
  it('wants the texts of the administration in its languages', () => {
    expect(['en', ...administrationLocales]).toEqual(adminLocales)
  })

  it('sees other values, other cases, and plurals that a language has or lacks', () => {
    expect(formOf('{a} {n, plural, =0 {no} other {# {b}}}')).toEqual([
      'a: plain',
      'b: plain',
      'n: plural =0',
    ])
    expect(formOf('{s, select, A {x} other {y}}')).not.toEqual(
      formOf('{s, select, B {x} other {y}}'),
    )
    expect(pluralFaults('{n, plural, one {x} other {y}}', 'pl').toSorted()).toEqual([
      'n lacks few',
      'n lacks many',
    ])
    expect(pluralFaults('{n, plural, one {x} other {y}}', 'ja')).toEqual(['n never is one'])
    expect(pluralFaults('{n, plural, one {x} other {y}}', 'fr')).toEqual([])
    expect(pluralFaults('{n, plural, =0 {} other {, #}}', 'ru')).toEqual([])
  })

  it('knows which texts have words', () => {
    expect(
      ['{a} · {b}', '{n, plural, other {# s}}', '{n, plural, other {# days}}', 'OK'].map(hasWords),
    ).toEqual([false, false, true, true])
  })

  it('names the keys that are missing', () => {
    expect(missingKeys('eo', ['common'])).toContain('common/actions.save')
    expect(missingKeys('en', ['common'])).toEqual([])
  })
})
