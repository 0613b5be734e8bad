import { describe, expect, it, test } from 'vitest'
import { check, importing, pathsAtFault, type Tree } from '../testing/structure.ts'
import { scaffoldingWith } from './scaffolding.ts'
import { type WaitingRules, waitingRules } from './waiting-rules.ts'

const scaffolding = scaffoldingWith({})

const service = 'packages/server/src/modules/identity/users/users.service.ts'
const helper = 'packages/server/src/modules/identity/users/helper.ts'

test.each([
  '../../../../testing/test-app.ts',
  '../../../security/sweep/floor.ts',
  '@signet/card/testing/fonts',
  './users.test.ts',
  './users.scenarios.ts',
])('refuses that what ships imports %s', (specifier) => {
  expect(pathsAtFault(scaffolding, { [service]: importing(specifier) })).toEqual([service])
})

test('refuses that a file of what ships serves tests alone', () => {
  const tree = {
    [helper]: 'export const x = 1\n',
    'packages/server/src/modules/identity/users/users.test.ts': importing('./helper.ts'),
  }
  expect(pathsAtFault(scaffolding, tree)).toEqual([helper])
  expect(check(scaffolding, { ...tree, [service]: importing('./helper.ts') })).toEqual([])
})

test('allows that tests and their scaffolding import each other, and that tests start a program', () => {
  const tree = {
    'packages/server/testing/test-app.ts': importing('./test-clock.ts', '../src/main.ts'),
    'packages/server/testing/test-clock.ts': 'export const x = 1\n',
    'packages/server/src/main.ts': 'export const x = 1\n',
    'scripts/launch/verbs.mjs': "const start = 'packages/server/src/main.ts'\n",
    'packages/server/src/main.test.ts': importing('./main.ts', '../testing/test-app.ts'),
    'packages/server/src/main.scenarios.ts': importing('../testing/test-app.ts'),
  }
  expect(check(scaffolding, tree)).toEqual([])
})

describe('an export of the rules', () => {
  const rules = 'packages/rules/src/formats.ts'
  const contract = 'packages/contract/src/access/ip-lists.ts'
  const ownTest = 'packages/rules/src/formats.test.ts'
  const both = 'const form = /a/\nexport const isA = () => form\nexport const isB = () => true\n'
  const messages = (tree: Tree, waiting: WaitingRules = {}): string[] =>
    check(scaffoldingWith(waiting), tree).map(({ path, message }) => `${path}: ${message}`)
  const unused = (name: string): string =>
    `${rules}: ${name}: only tests use it, or nothing; delete it, or list in waiting-rules.ts what it waits for`

  it('is used by the product under its name, by a test not', () => {
    const tree = {
      [rules]: both,
      [contract]: "import { isA as isGood } from '@signet/rules/formats'\nconst isB = isGood\n",
      [ownTest]: "import { isB } from './formats.ts'\n",
    }
    expect(messages(tree)).toEqual([unused('isB')])
  })

  it.each([
    "import * as formats from '@signet/rules/formats'\nformats.isB(formats.isA)\n",
    `const { isA, isB } = await import('${'@signet/rules/formats'}')\n`,
    "import {\n  isA,\n  type isB,\n} from '@signet/rules/formats'\n",
    "export { isA, isB } from '@signet/rules/formats'\n",
  ])('is used by %j', (text) => {
    expect(messages({ [rules]: both, [contract]: text })).toEqual([])
  })

  it('is used in its own file, but not by a comment', () => {
    const own = 'export interface Form {}\nexport const isA = (form: Form) => form\n'
    const used = { [contract]: "import { isA } from '@signet/rules/formats'\n" }
    expect(messages({ [rules]: own, ...used })).toEqual([])
    const told = '/** Not `isB`. */\nexport const isA = 1\n// isB too\nexport const isB = 2\n'
    expect(messages({ [rules]: told, ...used })).toEqual([unused('isB')])
  })

  it('that waits is listed, until it is used or gone', () => {
    const waiting = { 'formats.ts': { isA: 'directories', isB: 'directories', isC: 'gateways' } }
    const use = { [contract]: "import { isA } from '@signet/rules/formats'\n" }
    expect(messages({ [rules]: both, ...use }, waiting)).toEqual([
      `${rules}: isA: is used; delete it from waiting-rules.ts`,
      `${rules}: isC: is gone; delete it from waiting-rules.ts`,
    ])
    expect(messages({}, waiting)).toEqual([`${rules}: is gone; delete it from waiting-rules.ts`])
  })

  it('waits for a part of the product that the list names', () => {
    const parts = Object.values(waitingRules).flatMap((names) => Object.values(names))
    expect(parts).not.toEqual([])
    expect(parts.filter((part) => !/^[A-Za-z][A-Za-z ]+$/.test(part))).toEqual([])
  })
})
