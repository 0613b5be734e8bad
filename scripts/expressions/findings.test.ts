import { expect, test } from 'vitest'
import { sourceFile } from '../structure/source-file.ts'
import type { Allowed } from './bounded.ts'
import { expressionFindings } from './findings.ts'

const path = 'packages/server/src/platform/a.ts'

/** What the check says of a file with this line, or of one elsewhere. */
const messagesFor = (line: string, bounded: readonly Allowed[] = [], at = path): string[] =>
  expressionFindings([sourceFile(at, `${line}\n`)], { bounded, computed: [] }).findings.map(
    ({ path: where, message }) => `${where.replace(at, '')} ${message}`,
  )

test.each([
  ['adjoining classes that share blanks', String.raw`/^[A-Za-z0-9+/\s]*={0,2}\s*$/`],
  ['adjoining classes, then blanks', String.raw`/^[A-Za-z0-9+/=\s]*[=\s]*$/`],
  ['blanks looked for from each of them', String.raw`/ +\n/g`],
  ['blanks at the end', String.raw`/\s+$/`],
  ['a beginning at each line', String.raw`/^[^x]*$/m`],
  ['a beginning in one alternative', String.raw`/^a|\s+$/`],
  ['brackets without an end', String.raw`/\[[^\]]*\]/g`],
  ['repeated repetition', '/^(?:a+)+$/'],
  ['ambiguous alternatives', '/^(?:a|ab?)*$/'],
  ['wide ranges without a bound in sum', '/^(?:a{1,200}){1,200}b$/'],
  ['a repetition behind a look-behind', String.raw`/(?<=x)a*a*$/`],
  ['a repeated reference', String.raw`/^(a+)\1+$/`],
])('rejects an expression with %s', (_what, expression) => {
  expect(messagesFor(`const shape = ${expression}`)).toEqual([
    expect.stringMatching(/^:1 .* grows faster than its text/),
  ])
})

test.each([
  String.raw`/^[A-Za-z0-9+/]*={0,2}$/`,
  String.raw`/(?<! ) +\n/g`,
  String.raw`/\[[^\][]*\]/g`,
  String.raw`/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/`,
  String.raw`/^(.{8})(.{4})(.{4})(.{4})(.{12})$/`,
  String.raw`/\s+/gu`,
  String.raw`/[^\t\n\u{10000}-\u{10ffff}]/gu`,
])('accepts %s', (expression) => {
  expect(messagesFor(`const shape = ${expression}`)).toEqual([])
})

test('names the line, in pages as in the service, and leaves tests out', () => {
  const line = String.raw`const a = 1 / 2
export const Page = () => <p>{text.replace(/\s+$/, '')}</p>`
  const page = 'packages/signin/src/pages/Page.tsx'
  expect(messagesFor(line, [], page)).toEqual([expect.stringMatching(/^:2 \/\\s\+\$\/ grows/)])
  expect(messagesFor(line, [], 'packages/signin/src/pages/Page.test.tsx')).toEqual([])
  expect(messagesFor(line, [], 'packages/signin/testing/page.tsx')).toEqual([])
})

test('rejects an expression that is made of a text', () => {
  const computed = expect.stringContaining('makes an expression of a text')
  expect(messagesFor('const a = (text: string) => new RegExp(text)')).toEqual([computed])
  expect(messagesFor('const a = (text: string) => RegExp(text)')).toEqual([computed])
})

test('allows what the list names, in that file alone, for as long as it is needed', () => {
  const expression = String.raw`/\s+$/`
  const bounded = [{ file: path, expression, bound: 'at most 100 characters' }]
  expect(messagesFor(`const shape = ${expression}`, bounded)).toEqual([])
  expect(messagesFor(`const shape = ${expression}`, bounded, `${path}x.ts`)).toHaveLength(2)
  expect(messagesFor('const shape = /a/', bounded)).toEqual([
    ` needs no exception for ${expression} any more`,
  ])
})
