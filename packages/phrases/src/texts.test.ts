import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { adminLocales, isLocale, namespaces } from '@signet/rules/locales'
import { describe, expect, it } from 'vitest'
import { parseMessage } from './message.ts'
import { flatNamespaces } from './namespaces.ts'
import { textsOf } from './node.ts'
import { isSubjectFile } from './subject-files.ts'
import { flatten, parseTexts } from './texts.ts'

const root = import.meta.dirname
const files = globSync('*/*/*.json', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const keysIn = (path: string): string[] =>
  [
    ...flatten(parseTexts(JSON.parse(readFileSync(join(root, path), 'utf8')), path)).keys(),
  ].toSorted()
const namespaceOf = (path: string): string => basename(dirname(path))
/** Texts of a subject are in several. */
const namespacesIn = (path: string): readonly string[] =>
  isSubjectFile(path)
    ? Object.keys(parseTexts(JSON.parse(readFileSync(join(root, path), 'utf8')), path))
    : [namespaceOf(path)]
/** Read by everybody; all other groups belong to the administration. */
const general = ['common', 'restApiErrors', 'authenticators', 'security', 'userPortal']
const english = files.filter((path) => path.startsWith('en/'))

describe('the files of texts', () => {
  it.each(files)(
    '%s stands in a known language and namespace that loads it',
    { meta: { covers: ['i18n.admin-locales', 'i18n.namespaces'] } },
    (path) => {
      const [locale = ''] = path.split('/')
      expect(isLocale(locale)).toBe(true)
      for (const namespace of namespacesIn(path)) {
        expect(namespaces).toContain(namespace)
        if (!general.includes(namespace)) expect(adminLocales).toContain(locale)
      }
    },
  )

  it.each(english.filter((path) => !path.includes('restApiErrors')))(
    '%s is listed in the types of its namespace',
    (path) => {
      const types = readFileSync(join(root, `en/${namespaceOf(path)}.ts`), 'utf8')
      expect(types).toContain(`'./${namespaceOf(path)}/${basename(path)}'`)
    },
  )

  it.each([...flatNamespaces])('%s has each code in one file only', (namespace) => {
    const codes = english.filter((path) => namespaceOf(path) === namespace).flatMap(keysIn)
    expect(codes).toEqual([...new Set(codes)])
  })

  it('hold well-formed messages', () => {
    for (const path of files) {
      const texts = parseTexts(JSON.parse(readFileSync(join(root, path), 'utf8')), path)
      for (const [key, message] of flatten(texts)) {
        expect(() => parseMessage(message), `${path} ${key}`).not.toThrow()
      }
    }
  })

  it('and the English help guide spell enrollment with two l', () => {
    const pages = globSync('../help/en/*.html', { cwd: root })
    expect(pages).not.toEqual([])
    const texts = [
      ...english.flatMap((path) => [
        ...flatten(parseTexts(JSON.parse(readFileSync(join(root, path), 'utf8')), path)).values(),
      ]),
      ...pages.map((page) => readFileSync(join(root, page), 'utf8')),
    ]
    const odd = texts.flatMap((text) => [...text.matchAll(/\b\w*enrol(?:s|ments?|ers?)?\b/gi)])
    expect(odd.map(([word]) => word)).toEqual([])
  })

  it('are read by Node as namespaces, in English for an unknown language', {
    meta: { covers: ['i18n.namespaces'] },
  }, () => {
    expect(textsOf('eo', 'restApiErrors')).toEqual(textsOf('en', 'restApiErrors'))
    expect(textsOf('en', 'common')).toHaveProperty('actions.save')
    for (const namespace of namespaces) expect(textsOf('en', namespace)).toBeTypeOf('object')
  })
})
