import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import type { BuiltUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { bindAllPasswords } from '../../../app/upkeep/password-bindings.ts'

/* Guards: `isOwnHash` in `fitsHash`, `mayBeUnbound`, `unbind_password` in the database. */

let test: TestApp
let person: BuiltUser
const other = 'another long phrase 58 of mine'
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())
beforeEach(async () => {
  person = await buildPerson(test.ctx)
})

const signsIn = async (user: BuiltUser, password: string): Promise<boolean> => {
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  return (await browser.prove('PASSWORD', password)).status === 200
}

const passwordOf = (user: BuiltUser) =>
  test.ctx.db
    .selectFrom('passwords')
    .select(['hash', 'binding'])
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()

const store = (user: BuiltUser, set: { hash?: string; binding?: Buffer | null }) =>
  test.ctx.db
    .updateTable('passwords')
    .set(set)
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', user.id)
    .execute()

const setAge = (createdAt: Date) =>
  test.ctx.db
    .updateTable('tenants')
    .set({ created_at: createdAt })
    .where('tenant_id', '=', test.tenant.id)
    .execute()

describe('a password hash in the row of another user', () => {
  it('does not sign in, with or without the binding of its owner', {
    meta: { covers: ['S72'] },
  }, async () => {
    const victim = await buildPerson(test.ctx, { password: other })
    const { hash, binding } = await passwordOf(person)
    expect(await signsIn(victim, other)).toBe(true)
    const own = await passwordOf(victim)
    for (const set of [{ hash }, { hash, binding }, { hash, binding: own.binding }]) {
      await store(victim, set)
      expect(await signsIn(victim, goodPassword), JSON.stringify(Object.keys(set))).toBe(false)
    }
    await store(victim, { hash: own.hash })
    await store(victim, { binding: own.binding })
    expect(await signsIn(victim, other)).toBe(true)
  })

  it('is none without a binding either, nor is one that was made elsewhere', {
    meta: { covers: ['S72'] },
  }, async () => {
    await store(person, { binding: null })
    expect(await signsIn(person, goodPassword)).toBe(false)
    const hash = await test.platform.hashes.hash(other)
    await store(person, { hash })
    expect((await passwordOf(person)).binding).toBeNull()
    expect(await signsIn(person, other)).toBe(false)
  })

  it('costs as much work as a wrong password', { meta: { covers: ['S29'] } }, async () => {
    const work = async () => {
      const before = test.platform.hashes.computed
      await signsIn(person, goodPassword)
      return test.platform.hashes.computed - before
    }
    const right = await work()
    await store(person, { binding: Buffer.alloc(32) })
    expect(await work()).toBe(right)
  })
})

describe('a tenant that is older than bindings', () => {
  it('signs in by unbound hashes for a week, which are bound on the way', async () => {
    const old = await startTestApp({ ownDatabase: true })
    try {
      await old.ctx.db
        .updateTable('tenants')
        .set({ created_at: new Date(0) })
        .where('tenant_id', '=', old.tenant.id)
        .execute()
      const people = [
        await buildPerson(old.ctx),
        await buildPerson(old.ctx),
        await buildPerson(old.ctx),
      ]
      const unbound = () =>
        old.ctx.db
          .selectFrom('passwords')
          .select('user_id')
          .where('tenant_id', '=', old.tenant.id)
          .where('binding', 'is', null)
          .execute()
      const unbind = () =>
        old.ctx.db
          .updateTable('passwords')
          .set({ binding: null })
          .where('tenant_id', '=', old.tenant.id)
          .execute()
      const proves = async (user: BuiltUser) => {
        const browser = browserOf(old.call)
        await browser.query(user.userId)
        return (await browser.prove('PASSWORD', goodPassword)).status
      }
      const [first, second, third] = people
      if (first === undefined || second === undefined || third === undefined) throw new Error()
      await unbind()
      expect(await proves(first)).toBe(200)
      expect(await unbound()).toHaveLength(2)
      // Whenever the service starts after the migration: what was never bound is taken once.
      await unbind()
      old.clock.advance(30 * 86_400_000)
      expect(await bindAllPasswords(old.platform, async () => true)).toBe(3)
      expect(await unbound()).toEqual([])
      expect(await proves(second)).toBe(200)
      await old.ctx.db
        .updateTable('passwords')
        .set({ binding: null })
        .where('tenant_id', '=', old.tenant.id)
        .where('user_id', '=', third.id)
        .execute()
      expect(await proves(third)).toBe(401)
      expect(await bindAllPasswords(old.platform, async () => true)).toBe(0)
    } finally {
      await old.close()
    }
  })

  it('is none that was made since', async () => {
    await setAge(new Date(Date.now() + 86_400_000))
    await store(person, { binding: null })
    expect(await bindAllPasswords(test.platform, async () => true)).toBe(0)
  })
})
