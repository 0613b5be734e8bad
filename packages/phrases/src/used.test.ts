import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namespaces } from '@signet/rules/locales'
import { describe, expect, it } from 'vitest'
import { flatNamespaces } from './namespaces.ts'
import { textsOf } from './node.ts'
import { flatten } from './texts.ts'

const packages = join(import.meta.dirname, '../..')
const sources = globSync('{console,signin,authenticator,server,rules}/{src,boot}/**/*.{ts,tsx}', {
  cwd: packages,
}).map((path) => readFileSync(join(packages, path), 'utf8'))

/** Every quoted piece that could name a text, and what stands before `${` in templates. */
const literals = new Set<string>()
const prefixes = new Set<string>()
for (const source of sources) {
  for (const [, text] of source.matchAll(/['"`]([\w:.-]+)['"`]/g)) {
    if (text !== undefined) literals.add(text)
  }
  for (const [, prefix] of source.matchAll(/`((?:[\w-]+:)?[\w-]+\.[\w.-]*)\$\{/g)) {
    if (prefix !== undefined) prefixes.add(prefix)
  }
  for (const [, key] of source.matchAll(/\b(?:codesNow|codeTextNow|ofCode)\('([\w:.-]+)'/g)) {
    prefixes.add(`${key}.`)
  }
}

const isUsed = (namespace: string, key: string): boolean =>
  literals.has(`${namespace}:${key}`) ||
  literals.has(key) ||
  [...prefixes].some((prefix) => `${namespace}:${key}`.startsWith(prefix) || key.startsWith(prefix))

describe('texts', () => {
  it.each(namespaces.filter((namespace) => !flatNamespaces.has(namespace)))(
    'of %s are all shown somewhere',
    (namespace) => {
      const keys = [...flatten(textsOf('en', namespace)).keys()]
      expect(keys.filter((key) => !isUsed(namespace, key))).toEqual([])
    },
  )
})
