import { expect, test } from 'vitest'
import { check, importing, linesOf, pathsAtFault } from '../testing/structure.ts'
import { fileBudgets, kitBudgetHolds } from './budgets.ts'
import { noCycles } from './cycles.ts'
import { declaredDependencies } from './dependencies.ts'
import { duplicationBudget } from './duplication.ts'
import { foreignFiles } from './foreign-files.ts'
import { barrels, fileNames, jsxInFaces } from './names.ts'
import { importsNameFiles } from './paths.ts'
import { forbiddenWords } from './words.ts'

const rules = 'packages/rules/src'

test('refuses an import with a .js ending, without an ending, and of a folder', () => {
  const tree = {
    [`${rules}/a.ts`]: importing('./b.js', './b', './folder', './b.ts'),
    [`${rules}/b.ts`]: '',
    [`${rules}/folder/index.ts`]: '',
  }
  expect(check(importsNameFiles, tree).map(({ message }) => message)).toEqual([
    "'./b.js' names no file; write its name out, with .ts",
    "'./b' names no file; write its name out, with .ts",
    "'./folder' names no file; write its name out, with /index.ts",
  ])
})

test('refuses a file of another package that does not exist', () => {
  const tree = {
    'packages/server/src/a.ts': importing('@signet/rules/gone', '@signet/rules/here'),
    [`${rules}/here.ts`]: '',
  }
  expect(check(importsNameFiles, tree)).toHaveLength(1)
})

test('refuses a circle of imports, of types too, and names its way', () => {
  const tree = {
    [`${rules}/a.ts`]: importing('./b.ts'),
    [`${rules}/b.ts`]: "import type { C } from './c.ts'\n",
    [`${rules}/c.ts`]: "export { A } from './a.ts'\n",
    [`${rules}/d.ts`]: importing('./a.ts'),
  }
  const path = ['a', 'b', 'c', 'a'].map((name) => `${rules}/${name}.ts`).join(' > ')
  expect(check(noCycles, tree)).toEqual([
    { path: `${rules}/a.ts`, message: `imports run in a circle: ${path}` },
  ])
})

test('refuses a package that the workspace does not declare', () => {
  const tree = {
    'package.json': '{"devDependencies":{"vitest":"4.0.0"}}',
    'packages/rules/package.json': '{"dependencies":{"@scope/known":"1.0.0"}}',
    [`${rules}/a.ts`]: importing('@scope/known/part', 'vitest', 'node:fs', 'fs', 'strange/part'),
  }
  expect(check(declaredDependencies, tree)).toEqual([
    { path: `${rules}/a.ts`, message: 'strange is not in the package.json of its workspace' },
  ])
})

test('keeps what takes files of others apart in the readers and where it has bounds', () => {
  const server = 'packages/server/src'
  const zlib = "import { deflateRawSync, gunzipSync } from 'node:zlib'\n"
  const tree = {
    [`${server}/platform/readers/tables/a.ts`]: importing('yauzl', 'saxes'),
    [`${server}/platform/xml/tree.ts`]: importing('saxes'),
    [`${server}/modules/issuance/pages/a.ts`]: "import { deflateSync } from 'node:zlib'\n",
    [`${server}/modules/issuance/pages/b.ts`]: zlib,
    [`${server}/modules/issuance/pages/c.ts`]: importing('sharp'),
    [`${server}/modules/issuance/pages/d.ts`]: importing('saxes'),
    [`${server}/modules/issuance/pages/d.test.ts`]: importing('yauzl'),
  }
  expect(pathsAtFault(foreignFiles, tree)).toEqual(
    ['b', 'c', 'd'].map((name) => `${server}/modules/issuance/pages/${name}.ts`),
  )
})

test('refuses a file of more than 400 lines, and spares tests, texts and migrations', () => {
  const tree = {
    [`${rules}/long.ts`]: linesOf(401),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${rules}/s${n}.ts`, linesOf(5)])),
    [`${rules}/long.test.ts`]: linesOf(401),
    'packages/phrases/src/en/long.ts': linesOf(401),
    'packages/server/src/platform/db/migrations/1-long.ts': linesOf(401),
  }
  expect(check(fileBudgets, tree)).toEqual([
    { path: `${rules}/long.ts`, message: 'has 401 lines; 400 is the most' },
  ])
})

test('refuses a house whose median file has more than 80 lines', () => {
  const tree = { [`${rules}/a.ts`]: linesOf(81), [`${rules}/b.ts`]: linesOf(81) }
  expect(check(fileBudgets, tree)[0]?.message).toContain('the median file has 81 lines')
})

test('refuses a house where more than one file in twenty has more than 250 lines', () => {
  const small = Object.fromEntries(
    Array.from({ length: 18 }, (_, index) => [`${rules}/small-${index}.ts`, linesOf(5)]),
  )
  const one = { ...small, [`${rules}/small-18.ts`]: linesOf(5), [`${rules}/a.ts`]: linesOf(251) }
  const two = { ...one, [`${rules}/small-18.ts`]: linesOf(251) }
  expect(check(fileBudgets, one)).toEqual([])
  expect(check(fileBudgets, two)[0]?.message).toContain('up to 251 lines, not 250')
})

test('refuses a kit of 2,000 lines', () => {
  const kit = 'packages/server/src/kit'
  const tree = { [`${kit}/a.ts`]: linesOf(1000), [`${kit}/b.ts`]: linesOf(999) }
  expect(check(kitBudgetHolds, tree)).toEqual([])
  expect(check(kitBudgetHolds, { ...tree, [`${kit}/c.ts`]: linesOf(1) })).toHaveLength(1)
})

test('refuses more than 3 % of duplicated lines and says where they stand', () => {
  const copied = linesOf(8, 'const copied = ')
  const tree = { [`${rules}/a.ts`]: `\n${copied}`, [`${rules}/b.ts`]: copied.replaceAll('=', ' =') }
  expect(check(duplicationBudget, tree).map(({ message }) => message)).toEqual([
    '100.0 % of the lines are duplicates; 3.0 % is the budget',
    `line 1 on repeats ${rules}/a.ts from line 2 on`,
  ])
})

test('takes seven equal lines, equal imports and equal comments for no duplicate', () => {
  const repeated = `${importing('./x.ts', './y.ts')}${linesOf(9, '// note ')}${linesOf(7)}`
  const tree = {
    [`${rules}/a.ts`]: `${repeated}const a = 1\n`,
    [`${rules}/b.ts`]: `${repeated}const b = 1\n`,
  }
  expect(check(duplicationBudget, tree)).toEqual([])
})

test.each([
  `${rules}/utils.ts`,
  `${rules}/string-helpers.ts`,
  `${rules}/utils/dates.ts`,
  `${rules}/grid.helper.ts`,
  `${rules}/gridCards.ts`,
  'packages/server/src/Grid.ts',
])('refuses the name %s', (path) => {
  expect(new Set(pathsAtFault(fileNames, { [path]: '' }))).toEqual(new Set([path]))
})

test.each([
  `${rules}/grid-cards.ts`,
  'packages/server/src/modules/authenticators/grids/grids.routes.ts',
  'packages/console/src/ui/Button.tsx',
  'packages/phrases/src/en/userPortal.ts',
])('allows the name %s', (path) => {
  expect(check(fileNames, { [path]: '' })).toEqual([])
})

test('refuses JSX outside the faces', () => {
  const tree = { 'packages/server/src/page.tsx': '', 'packages/signin/src/App.tsx': '' }
  expect(pathsAtFault(jsxInFaces, tree)).toEqual(['packages/server/src/page.tsx'])
})

test('refuses a barrel that is not the door of a module', () => {
  const passOn = "export { a } from './a.ts'\n"
  const tree = {
    [`${rules}/index.ts`]: '',
    [`${rules}/barrel.ts`]: passOn,
    [`${rules}/star.ts`]: "export * from './a.ts'\nexport const b = 1\n",
    [`${rules}/a.ts`]: `${passOn}export const b = 1\n`,
    'packages/server/src/modules/identity/users/index.ts': passOn,
  }
  expect(pathsAtFault(barrels, tree)).toEqual(
    ['index', 'barrel', 'star'].map((name) => `${rules}/${name}.ts`),
  )
})

test('refuses a door of more than a dozen names', () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}`)
  const door = (list: string[]) => ({
    'packages/server/src/modules/identity/users/index.ts': `export {\n  ${list.join(',\n  ')},\n} from './a.ts'\n`,
  })
  expect(check(barrels, door(names))).toEqual([])
  expect(check(barrels, door([...names, 'type B']))).toHaveLength(1)
})

test.each([
  ['// TO', 'DO later'],
  ['// FIX', 'ME'],
  ['test.on', "ly('x', () => {})"],
  ['// @ts-', 'ignore'],
  ['// @ts-', 'expect-error'],
  ['// oxlint-', 'disable-next-line no-eval'],
  ['/* eslint-', 'disable */'],
  ['  debug', 'ger'],
])('refuses "%s%s" and says its line', (one, other) => {
  expect(pathsAtFault(forbiddenWords, { [`${rules}/a.ts`]: `\n${one}${other}\n` })).toEqual([
    `${rules}/a.ts:2`,
  ])
})

test('allows a suppression with its reason', () => {
  const text = ['// oxlint-', 'disable-next-line no-eval -- the sandbox is what is tested\n'].join(
    '',
  )
  expect(check(forbiddenWords, { [`${rules}/a.ts`]: text })).toEqual([])
})
