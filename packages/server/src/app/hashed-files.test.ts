import { expect, test } from 'vitest'
import { isNamedByHash } from './hashed-files.ts'

test.each([
  ['/dist/assets/start-B1x9-kQz.js', true],
  ['/dist/assets/start-B1x9_kQz.js.br', true],
  ['/dist/assets/pdf.worker-CW3z8aQp.mjs.gz', true],
  ['/dist/assets/start-B1x9kQ.js', false],
  ['/dist/assets/start.js', false],
  ['/dist/long-named-folder/entry.json', false],
])('%s is named by its contents: %s', (file, expected) => {
  expect(isNamedByHash(file)).toBe(expected)
})
