import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { browserOf, buildPerson, goodPassword } from '../testing/people.ts'
import { purgeSignIns } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const rows = async (table: 'sign_in_attempts' | 'sign_in_evidence' | 'attempt_budgets') =>
  (
    await test.ctx.db
      .selectFrom(table)
      .select('tenant_id')
      .where('tenant_id', '=', test.tenant.id)
      .execute()
  ).length

it('forgets sign-ins after a day, wrong answers after a year, of this tenant alone', async () => {
  const user = await buildPerson(test.ctx)
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', 'wrong')
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  const before = [await rows('sign_in_attempts'), await rows('sign_in_evidence')]
  expect(before).toEqual([2, 1])
  expect(await purgeSignIns(test.ctx)).toBe(0)
  const other = await test.otherTenant()
  test.clock.advance(25 * 3_600_000)
  expect(await purgeSignIns(other.ctx)).toBe(0)
  expect(await purgeSignIns(test.ctx)).toBe(3)
  expect([await rows('sign_in_attempts'), await rows('attempt_budgets')]).toEqual([0, 1])
  test.clock.advance(366 * 86_400_000)
  expect(await purgeSignIns(test.ctx)).toBe(1)
})
