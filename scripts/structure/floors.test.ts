import { expect, test } from 'vitest'
import { check, importing, pathsAtFault } from '../testing/structure.ts'
import { consoleHouse } from './console-floors.ts'
import { contractHouse } from './contract-floors.ts'
import { packageFloors } from './packages.ts'
import { serverHouse } from './server-floors.ts'

const server = 'packages/server/src'
const modules = `${server}/modules`
const users = `${modules}/identity/users/users.service.ts`
const consoleFolder = 'packages/console/src'
const usersPage = `${consoleFolder}/features/identity/users/UsersPage.tsx`

test.each([
  ['packages/rules/src/status.ts', '@signet/contract/errors'],
  ['packages/server/src/app.ts', '@signet/console/app'],
  ['packages/console/src/app.tsx', '@signet/server/app'],
  ['packages/signin/src/app.tsx', '@signet/console/ui/button'],
  ['packages/contract/src/errors.ts', '@signet/phrases/loader'],
  ['packages/rules/src/status.test.ts', '@signet/server/app'],
  ['scripts/test.ts', '@signet/rules/status'],
])('refuses that %s imports %s', (path, specifier) => {
  expect(pathsAtFault(packageFloors, { [path]: importing(specifier) })).toEqual([path])
})

test.each([
  ['packages/server/src/app.ts', '@signet/contract/identity/users'],
  ['packages/contract/src/errors.ts', '@signet/rules/permissions'],
  ['packages/phrases/src/texts.test.ts', '@signet/rules/locales'],
  ['tests/e2e/sign-in.test.ts', '@signet/server/testing/app'],
  ['packages/rules/src/phones.ts', 'libphonenumber-js'],
])('allows that %s imports %s', (path, specifier) => {
  expect(check(packageFloors, { [path]: importing(specifier) })).toEqual([])
})

test('refuses a path out of the package, a whole package, and the own package by name', () => {
  const path = 'packages/contract/src/errors.ts'
  const tree = {
    [path]: importing(
      '../../rules/src/status.ts',
      '@signet/rules',
      '@signet/contract/kit/endpoint',
    ),
  }
  expect(check(packageFloors, tree).map(({ message }) => message)).toEqual([
    expect.stringContaining('leaves its package'),
    expect.stringContaining('is a whole package'),
    expect.stringContaining('is in this package'),
  ])
})

test('the tests of a package may ask the runner for the scope of a run, and nothing else', () => {
  const files = ['packages/server/src/kit/x.test.ts', 'packages/server/src/kit/x.ts']
  const findings = (specifier: string) =>
    pathsAtFault(
      packageFloors,
      Object.fromEntries(files.map((path) => [path, importing(specifier)])),
    )
  expect(findings('../../../../scripts/test/scope.ts')).toEqual([files[1]])
  expect(findings('../../../../scripts/test/suites.ts')).toEqual(files)
})

test('a journey may start the server as a program, a package may not', () => {
  const start = "const server = new URL('../../packages/server/src/main.ts', import.meta.url)\n"
  expect(check(packageFloors, { 'tests/e2e/server.ts': start })).toEqual([])
  expect(check(packageFloors, { 'packages/contract/server.ts': start })).toHaveLength(1)
})

test.each([
  [`${server}/platform/mail.ts`, '../kit/context.ts'],
  [`${server}/kit/routes.ts`, '../modules/tenancy/sessions/index.ts'],
  [`${server}/kit/routes.ts`, '../app.ts'],
  [users, '../../../protocols/oidc/index.ts'],
  [users, '../../tenancy/sessions/sessions.repository.ts'],
  [users, '../groups/groups.service.ts'],
  [users, '../../access/sign-in/index.ts'],
  [`${server}/protocols/oidc/adapter.ts`, '../../modules/identity/users/users.repository.ts'],
  [`${server}/app.ts`, './modules/identity/users/users.service.ts'],
  [`${modules}/gadgets/widgets/widgets.routes.ts`, 'zod'],
])('refuses that %s imports %s', (path, specifier) => {
  expect(pathsAtFault(serverHouse, { [path]: importing(specifier) })).toEqual([path])
})

test.each([
  [`${server}/kit/routes.ts`, '../platform/clock.ts'],
  [users, '../../../kit/context.ts'],
  [users, './users.repository.ts'],
  [users, '../groups/index.ts'],
  [users, '../../tenancy/sessions/index.ts'],
  [`${server}/protocols/oidc/adapter.ts`, '../../modules/identity/users/index.ts'],
  [`${server}/app/areas.ts`, '../modules/identity/users/module.ts'],
])('allows that %s imports %s', (path, specifier) => {
  expect(check(serverHouse, { [path]: importing(specifier) })).toEqual([])
})

test.each([
  ['packages/contract/src/identity/users.ts', '../access/self-users.ts', 1],
  ['packages/contract/src/kit/endpoint.ts', '../identity/users.ts', 1],
  ['packages/contract/src/access/self-users.ts', '../identity/users.ts', 0],
  ['packages/contract/src/identity/users.ts', '../kit/endpoint.ts', 0],
])('%s may import only lower areas of the contract: %s', (path, specifier, count) => {
  expect(check(contractHouse, { [path]: importing(specifier) })).toHaveLength(count)
})

test.each([
  [`${consoleFolder}/ui/Button.tsx`, '../lib/call.ts', 1],
  [`${consoleFolder}/pickers/UserPicker.tsx`, '../features/identity/users/users.queries.ts', 1],
  [usersPage, '../groups/groups.queries.ts', 1],
  [usersPage, '../../../shell/TopBar.tsx', 1],
  [usersPage, './users.queries.ts', 0],
  [usersPage, '../../../pickers/UserPicker.tsx', 0],
  [`${consoleFolder}/lib/call.ts`, '../ui/theme/theme.ts', 0],
])('%s importing %s breaks the floors of the console %i times', (path, specifier, count) => {
  expect(check(consoleHouse, { [path]: importing(specifier) })).toHaveLength(count)
})
