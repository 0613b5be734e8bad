import {
  createWhatIf,
  listWhatIfPeople,
  publishWhatIf,
  readWhatIf,
} from '@signet/contract/access/what-ifs'
import { readGeneralSettings, updateGeneralSettings } from '@signet/contract/settings/general'
import { readLockoutSettings, updateLockoutSettings } from '@signet/contract/settings/lockout'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { workOnWhatIf } from './index.ts'
import { readAnswers } from './noted-answers.repository.ts'

// Guards: the right of the settings themselves (`needOf`), the look before (`expectSeen`), and the
// bound of guessing at publishing (`weighed`).

let test: TestApp
let as: string
/** Time goes by, and sessions with it. */
const signIn = async (): Promise<void> => {
  as = (await buildAdmin(test.ctx)).token
}
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(async () => {
  await test.platform.queue.stop()
  await test.close()
})

const usual = { passwordAttempts: 5, passwordLockMillis: 15 * 60_000 }
beforeEach(async () => {
  await signIn()
  await test.call(updateGeneralSettings, { as, body: usual })
  await test.call(updateLockoutSettings, { as, body: { authenticators: {} } })
})

type Settings = Record<string, unknown>

const tries = async (settings: Settings, token = as) =>
  test.call(createWhatIf, { as: token, body: { change: { kind: 'LOCKOUT', settings } } })

/** As the queue would have it worked. */
const tried = async (settings: Settings): Promise<string> => {
  const made = await tries(settings)
  expect(made.status, made.text).toBe(201)
  const id = String(made.body.id)
  const job = { content: { id }, signal: new AbortController().signal, isLast: true }
  await workOnWhatIf(test.ctx, job)
  expect((await test.call(readWhatIf, { as, params: { id } })).body).toMatchObject({
    state: 'DONE',
    name: 'lockout',
    progress: 100,
  })
  return id
}

const looksAt = async (id: string, effect: 'BLOCKED' | 'LET_THROUGH') => {
  const answer = await test.call(listWhatIfPeople, { as, params: { id }, body: { effect } })
  expect(answer.status, answer.text).toBe(200)
  const results: Settings[] = JSON.parse(answer.text).results
  return results
}

/** Somebody who types a password wrong so often, and maybe right then. */
const types = async (wrong: number, right: boolean) => {
  const person = await buildPerson(test.ctx)
  const browser = browserOf(test.call)
  for (let times = 0; times < wrong; times += 1) {
    await browser.query(person.userId)
    await browser.prove('PASSWORD', `wrong ${times}`)
    test.clock.advance(20 * 60_000)
  }
  if (right) {
    await browser.query(person.userId)
    await browser.prove('PASSWORD', goodPassword)
  }
  await signIn()
  return person
}

const named = ({ id }: { readonly id: string }, rows: readonly Settings[]) =>
  rows.filter(({ userId }) => userId === id)

describe('a changed lockout that is tried', () => {
  it('tells who would newly be locked out, and changes nothing', async () => {
    const [often, seldom] = [await types(4, false), await types(2, true)]
    const id = await tried({ passwordAttempts: 3 })
    const blocked = await looksAt(id, 'BLOCKED')
    expect(named(often, blocked)).toMatchObject([{ before: 'ALLOW', after: 'DENY' }])
    expect(named(seldom, blocked)).toEqual([])
    const read = await test.call(readGeneralSettings, { as })
    expect(read.body).toMatchObject(usual)
  })

  it('tells who would be let through a lock that there was', async () => {
    await test.call(updateGeneralSettings, { as, body: { passwordAttempts: 3 } })
    const person = await types(3, true)
    const id = await tried({ passwordAttempts: 10 })
    expect(named(person, await looksAt(id, 'LET_THROUGH'))).toMatchObject([
      { before: 'DENY', after: 'ALLOW' },
    ])
    expect(named(person, await looksAt(id, 'BLOCKED'))).toEqual([])
  })

  it('keeps no more answers of a person in mind than it can, whoever has been guessed at', async () => {
    const { id } = await types(1, false)
    const { db } = test.ctx
    await sql`with told as (
        select e.*, d.salt, d.actor_name, d.entity_name, d.request_id, d.detail, d.search_text
        from audit_events e join audit_details d on d.tenant_id = e.tenant_id
          and d.occurred_at = e.occurred_at and d.event_id = e.id
        where e.tenant_id = ${test.tenant.id} and e.entity_id = ${id}
          and e.action = 'AUTHENTICATION' limit 1),
      copies as (
        insert into audit_events (tenant_id, occurred_at, id, actor_kind, actor_id, entity,
          entity_id, action, outcome, digest)
        select tenant_id, occurred_at + n * interval '1 millisecond', gen_random_uuid(), actor_kind,
          actor_id, entity, entity_id, action, outcome, digest
        from told, generate_series(1, 2500) n returning tenant_id, occurred_at, id)
      insert into audit_details (tenant_id, occurred_at, event_id, salt, actor_name, entity_name,
        request_id, detail, search_text)
      select c.tenant_id, c.occurred_at, c.id, t.salt, t.actor_name, t.entity_name, t.request_id,
        t.detail, t.search_text from copies c, told t`.execute(db)
    const until = new Date(test.clock.now().getTime() + 60_000)
    const answers = await readAnswers(test.ctx, { userIds: [id], since: new Date(0), until })
    expect(answers).toHaveLength(2000)
    expect(answers.at(-1)?.authenticator).toBe('PASSWORD')
  })

  it('leaves alone whom it does not concern: another authenticator', async () => {
    const person = await types(4, false)
    const id = await tried({ authenticators: { GRID: { attempts: 1, lockMillis: 900_000 } } })
    expect(named(person, await looksAt(id, 'BLOCKED'))).toEqual([])
  })
})

describe('a lockout that was tried', () => {
  const publish = (id: string, body: Settings = {}) =>
    test.call(publishWhatIf, { as, params: { id }, body })

  it('is published once somebody has looked, and no sooner', async () => {
    const id = await tried({ passwordAttempts: 4, passwordLockMillis: 30 * 60_000 })
    expect((await publish(id)).body.errorCode).toBe('what_if_not_viewed')
    await looksAt(id, 'BLOCKED')
    const done = await publish(id)
    expect(done.status, done.text).toBe(200)
    expect((await test.call(readGeneralSettings, { as })).body).toMatchObject({
      passwordAttempts: 4,
      passwordLockMillis: 30 * 60_000,
    })
    expect((await test.call(readLockoutSettings, { as })).body).toEqual({ authenticators: {} })
  })

  it('is outdated where lockouts have changed since', async () => {
    const id = await tried({ passwordAttempts: 4 })
    await looksAt(id, 'BLOCKED')
    const authenticators = { GRID: { attempts: 2, lockMillis: 900_000 } }
    await test.call(updateLockoutSettings, { as, body: { authenticators } })
    expect((await publish(id)).body.errorCode).toBe('what_if_outdated')
  })

  it('is taken back where guessing would go beyond its bound', {
    meta: { covers: ['S6'] },
  }, async () => {
    const settings = { authenticators: { TOKEN: { attempts: 10, lockMillis: 300_000 } } }
    const direct = await test.call(updateLockoutSettings, { as, body: settings })
    expect(direct.body.errorCode).toBe('guess_budget_exceeded')
    const id = await tried(settings)
    await looksAt(id, 'BLOCKED')
    expect((await publish(id)).body.errorCode).toBe('guess_budget_exceeded')
    expect((await test.call(readLockoutSettings, { as })).body).toEqual({ authenticators: {} })
  })

  it('is for whoever may change settings', async () => {
    const permissions = [
      ['CONTEXTRULES', 'VIEW'],
      ['CONTEXTRULES', 'EDIT'],
    ] as const
    const limited = await buildAdmin(test.ctx, { permissions })
    expect((await tries({ passwordAttempts: 4 }, limited.token)).status).toBe(403)
  })
})
