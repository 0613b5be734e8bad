import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

const groups = 'packages/server/src/modules/identity/groups/groups.test.ts'
const page = 'packages/console/src/features/identity/groups/GroupsPage.test.tsx'
const mailer = 'packages/server/src/platform/mail/mailer.test.ts'
const rules = 'packages/rules/src/flows.test.ts'
const sweep = 'packages/server/src/security/foreign-ids.test.ts'
const tests = [groups, page, mailer, rules, sweep]

test.each([
  ['a changed test itself', groups, [groups]],
  ['a contract: service and console', 'packages/contract/src/identity/groups.ts', [groups, page]],
  ['a module', 'packages/server/src/modules/identity/groups/groups.service.ts', [groups, page]],
  [
    'the scenarios of a module: its own and the sweeps',
    'packages/server/src/modules/identity/groups/groups.scenarios.ts',
    [groups, page, sweep],
  ],
  ['a file beside tests', 'packages/server/src/platform/mail/smtp.ts', [mailer]],
  ['a file below the folder of tests', 'packages/rules/src/vectors/flows.json', [rules]],
  ['a page of the documentation', 'docs/security.md', []],
])('finds the tests of %s', (_what, file, expected) => {
  expect(relatedTests([file], tests)).toEqual(expected)
})
