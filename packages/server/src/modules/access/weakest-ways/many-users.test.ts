import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { buildPerson } from '../../../../testing/access/people.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { insertUsers } from '../../identity/users/index.ts'
import { lookAt } from './landscape.ts'

let test: TestApp
let watch: Watched
let ctx: Context
beforeAll(async () => {
  test = await startTestApp()
  watch = watched(test.testDatabase.database)
  const db = watch.database.forTenant(test.tenant.id)
  ctx = { ...test.ctx, db }
})
afterAll(() => test.close())

const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = watch.work.statements
  await work()
  return watch.work.statements - before
}

/** Users without anything that signs them in. */
const addUsers = async (count: number) => {
  const name = (at: number): string => `many-${at}`
  const rows = Array.from({ length: count }, (_, at) => ({
    id: test.ctx.platform.ids.uuid(),
    userId: name(at),
    firstName: 'Many',
    lastName: name(at),
    locale: 'en',
  }))
  for (let at = 0; at < count; at += 1000) await insertUsers(test.ctx, rows.slice(at, at + 1000))
}

describe('ten thousand users', () => {
  it('are looked at by as many statements as one user', async () => {
    await buildPerson(test.ctx, { email: 'one@example.test' })
    const look = () => lookAt(ctx, { of: 'EVERYBODY' }, { application: null })
    /** Settings are read anew after a second: time stands from a first look to the counted one. */
    const counted = (): Promise<number> =>
      whileTimeStands(async () => {
        await look()
        return statementsOf(look)
      })
    const ofOne = await counted()
    await addUsers(10_000)
    expect(await counted()).toBe(ofOne)
    const seen = await look()
    expect(seen.kinds.length).toBeLessThan(5)
    expect(seen.complete).toBe(true)
  })
})
