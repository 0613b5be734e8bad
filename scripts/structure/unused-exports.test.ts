import { expect, test } from 'vitest'
import { check } from '../testing/structure.ts'
import { unusedExports } from './unused-exports.ts'

const server = 'packages/server/src'
/** Written out here alone: this file itself imports nothing of it. */
const of = (text: string): string => text.replaceAll('BESIDE', "'./a.ts'")

test('refuses an export that no other file imports', () => {
  const tree = {
    [`${server}/a.ts`]: [
      'export const used = 1',
      'export const own = 2',
      'export type Shape = typeof own',
      'const inner = own',
      'export { inner as handedOn }',
    ].join('\n'),
    [`${server}/b.ts`]: of('import { used } from BESIDE\nconst own = used\n'),
  }
  expect(check(unusedExports, tree).map(({ message }) => message)).toEqual([
    'no other file imports own',
    'no other file imports Shape',
    'no other file imports handedOn',
  ])
})

test.each([
  ['handed on as a whole', 'import * as all from BESIDE\nregister(all)\n'],
  ['spread', 'import * as all from BESIDE\nconst routes = { ...all }\n'],
  ['named behind its namespace', 'import * as all from BESIDE\nall.first()\n'],
  ['imported as it is needed', 'const { first } = await import(BESIDE)\n'],
  ['exported again', 'export { first } from BESIDE\n'],
])('accepts an export that is %s', (_how, importing) => {
  const tree = {
    [`${server}/a.ts`]: 'export const first = 1\n',
    [`${server}/b.test.ts`]: of(importing),
  }
  expect(check(unusedExports, tree)).toEqual([])
})
