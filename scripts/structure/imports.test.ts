import { expect, test } from 'vitest'
import { countExports, importsIn } from './imports.ts'

const specifiers = (source: string) => importsIn(source).map(({ specifier }) => specifier)

test.each([
  ["import './style.css'", './style.css'],
  ["import x from 'x'", 'x'],
  ["import x, { y } from 'x'", 'x'],
  ["import * as x from 'x'", 'x'],
  ["import type { X } from './x.ts'", './x.ts'],
  ["import {\n  a,\n  type B,\n} from './a.ts'", './a.ts'],
  ["import en from './en.json' with { type: 'json' }", './en.json'],
  ["const load = () => import('./imports.ts')", './imports.ts'],
  ["export { a, b } from './a.ts'", './a.ts'],
  ["export type * from './a.ts'", './a.ts'],
  ["new Worker(new URL('./cycles.ts', import.meta.url))", './cycles.ts'],
])('finds the module in %s', (source, specifier) => {
  expect(specifiers(`${source}\n`)).toEqual([specifier])
})

test('finds no module in comments, strings and plain exports', () => {
  const source = [
    " * import { a } from './comment.ts'",
    'const text = "import { a } from \'./text.ts\'"',
    'export const importing = 1',
    "export const from = 'x'",
    "const url = new URL('./page.html', import.meta.url)",
  ]
  expect(specifiers(source.join('\n'))).toEqual([])
})

test('counts what a file exports', () => {
  const source = [
    'export const a = 1',
    'export async function b() {}',
    'export type C = 1',
    'export {\n  d,\n  type E,\n} from "./d.ts"',
    'const f = 1',
  ]
  expect(countExports(source.join('\n'))).toBe(5)
})
