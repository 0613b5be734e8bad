import { expect, test } from 'vitest'
import { check } from '../testing/structure.ts'
import { lengthsEndChecks } from './lengths.ts'

const path = 'packages/contract/src/identity/names.ts'

/** What the rule says of a file of schemas with this line in it. */
const messagesFor = (line: string, at = path): string[] =>
  check(lengthsEndChecks, { [at]: `import { z } from 'zod'\n\n${line}\n` }).map(
    ({ path: where, message }) => `${where.replace(`${at}:`, '')} ${message}`,
  )

const endless =
  'a length without `abort` as its last argument lets later checks read text of any length'

test('refuses a length that lets the checks after it run', () => {
  expect(messagesFor('const Name = z.string().max(20).regex(/a+$/)')).toEqual([`3 ${endless}`])
  expect(messagesFor("const Name = z\n  .string()\n  .max(20, 'too long')\n")).toEqual([
    `5 ${endless}`,
  ])
  expect(messagesFor('const Name = Text.max(20).refine(isName)')).toEqual([`3 ${endless}`])
  expect(messagesFor('const Names = z.array(z.string().max(9, abort)).max(20)')).toEqual([
    `3 ${endless}`,
  ])
  expect(messagesFor('const Code = z.string().length(6).regex(/a+$/)')).toEqual([`3 ${endless}`])
})

test('refuses a length that comes after a costly check', () => {
  expect(messagesFor('const Name = z.string().regex(/[(a]+$/).max(20, abort)')).toEqual([
    '3 `regex` runs before the length is checked',
    '3 a text without a length is checked, however long it is',
  ])
  expect(messagesFor("const Mail = z.email('no \\') mail').max(20, abort)")).toEqual([
    '3 `email` runs before the length is checked',
  ])
})

test.each([
  'const Name = z.string().regex(/a+$/)',
  'const Name = z\n  .string()\n  .trim()\n  .refine(isName)',
  'const Names = z.array(z.string().transform(read)).max(20, abort)',
  'const Name = z.string().overwrite(plain).optional()',
])('refuses a check of a text without a length: %s', (line) => {
  expect(messagesFor(line)).toEqual([
    expect.stringMatching(/^\d a text without a length is checked/),
  ])
})

test('leaves the variables of the environment to the operator', () => {
  const line = 'const Port = z.string().regex(/^a+$/)'
  expect(messagesFor(line, 'packages/server/src/platform/config/a.ts')).toEqual([])
  expect(messagesFor(line, 'packages/server/src/platform/a.ts')).toHaveLength(1)
})

test('allows a length that ends the check, and bounds of numbers', () => {
  expect(messagesFor('const Name = z.string().trim().min(1).max(20, abort).regex(/a/)')).toEqual([])
  expect(messagesFor('const Mail = z.string().max(20, abort).check(z.email())')).toEqual([])
  expect(messagesFor('const Short = z.string().max(20, { abort: true })')).toEqual([])
  expect(messagesFor('const Age = z.coerce.number().int().min(1).max(150)')).toEqual([])
  expect(messagesFor('const most = Math.max(1, 2)')).toEqual([])
  expect(messagesFor('// z.string().max(20)')).toEqual([])
})

test('holds for what reads the input of others only', () => {
  const line = 'const Name = z.string().max(20)'
  expect(messagesFor(line, 'packages/server/src/kit/a.ts')).toHaveLength(1)
  expect(messagesFor(line, 'packages/card/src/a.ts')).toHaveLength(1)
  expect(messagesFor(line, 'packages/console/src/a.ts')).toEqual([])
  expect(messagesFor(line, 'packages/contract/src/a.test.ts')).toEqual([])
})
