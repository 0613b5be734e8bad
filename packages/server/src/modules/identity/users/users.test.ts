import {
  changeUserState,
  createUser,
  deleteUser,
  findUserByExternalId,
  findUserByUserId,
  readUser,
  unlockUser,
  updateUser,
} from '@signet/contract/identity/users'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { reserve } from '../../authenticators/attempts/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const create = async (body: Record<string, unknown> = {}) => {
  const answer = await test.call(createUser, {
    as,
    body: { userId: `person-${(count += 1)}`, ...body },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const created = async (body: Record<string, unknown> = {}): Promise<string> =>
  String((await create(body)).body.id)
const read = (id: string) => test.call(readUser, { as, params: { id } })
const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  test.call(updateUser, { as, params: { id }, body, headers })

describe('creating a user', () => {
  it('answers the user, with the display name, an ETag and every field as it was sent', {
    meta: { covers: ['users.display-name'] },
  }, async () => {
    const answer = await create({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.test',
      mobile: '+44 20 7946 0958',
      externalId: 'hr-1',
      locale: 'fr',
      userAliases: ['countess'],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      displayName: 'Ada Lovelace',
      email: 'ada@example.test',
      emailVerified: false,
      mobile: '+442079460958',
      externalId: 'hr-1',
      locale: 'fr',
      state: 'ACTIVE',
      status: 'ACTIVE',
      severity: 'OK',
      type: 'MGMT_UI',
      userAliases: ['countess'],
      roles: [],
    })
    expect((await read(String(answer.body.id))).body).toEqual(answer.body)
  })

  it('gives whoever has none the language of the tenant, for good', {
    meta: { covers: ['users.default-state', 'users.required-attributes'] },
  }, async () => {
    const { body } = await create({})
    expect(body).toMatchObject({ locale: 'en', state: 'ACTIVE', displayName: body['userId'] })
    const id = String(body['id'])
    expect((await change(id, { locale: 'ja' })).body.locale).toBe('ja')
    expect((await change(id, { locale: null })).body.locale).toBe('en')
  })

  /* Guards: `Language` and `asciiMail` of the contract's user. */
  it('reads language tags and mail domains as other systems write them', async () => {
    const tags = { 'de-AT': 'de', de_CH: 'de', ' EN-gb ': 'en', 'zh-Hant-HK': 'zh-tw', nn: 'nb' }
    for (const [locale, known] of Object.entries(tags)) {
      expect((await create({ locale })).body).toMatchObject({ locale: known })
    }
    for (const wrong of [{ locale: 'tlh' }, { email: 'a@-bücher.example' }]) {
      const answer = await test.call(createUser, { as, body: { userId: 'wrong', ...wrong } })
      expect(answer.status, answer.text).toBe(400)
    }
    const { body } = await create({ email: 'Info@Bücher.example' })
    expect(body['email']).toBe('Info@xn--bcher-kva.example')
    const changed = await change(String(body['id']), {
      email: 'info@例え.example',
      locale: 'pt_BR',
    })
    expect(changed.body).toMatchObject({ email: 'info@xn--r8jz45g.example' })
    expect(changed.body.locale).toMatch(/^pt/)
  })

  it('takes one hash and one round trip', async () => {
    const hash = vi.spyOn(test.platform.hashes, 'hash')
    const flush = vi.spyOn(test.platform.database, 'flush')
    const transaction = vi.spyOn(test.platform.database, 'transaction')
    await create({ password: 'correct horse battery staple', passwordChangeRequired: false })
    expect(hash).toHaveBeenCalledTimes(1)
    expect(flush).toHaveBeenCalledTimes(1)
    expect(transaction).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('writes nothing of a user whose password is refused', {
    meta: { covers: ['errors.special-user-not-found'] },
  }, async () => {
    const body = { userId: 'weak', password: 'short' }
    expect((await test.call(createUser, { as, body })).body.errorCode).toMatch(/^password_invalid/)
    const found = await test.call(findUserByUserId, { as, body: { userId: 'weak' } })
    expect(found.body.errorCode).toBe('user_not_found')
  })

  it.each([
    ['another case', 'GRACE'],
    ['full-width letters', 'ｇｒａｃｅ'],
    ['spaces around', '  grace '],
  ])('refuses the user id of another user in %s', async (_name, userId) => {
    await test.call(createUser, { as, body: { userId: 'Grace' } })
    const answer = await test.call(createUser, { as, body: { userId } })
    expect(answer.body).toMatchObject({ errorCode: 'user_exists', status: 409 })
  })

  it('refuses an alias of another user as user id, and the other way about', async () => {
    await create({ userId: 'Hedy', userAliases: ['h.lamarr'] })
    const asId = await test.call(createUser, { as, body: { userId: 'H.Lamarr' } })
    const asAlias = await test.call(createUser, {
      as,
      body: { userId: 'someone', userAliases: ['HEDY'] },
    })
    expect([asId.body.errorCode, asAlias.body.errorCode]).toEqual(['user_exists', 'user_exists'])
  })

  it('refuses an external id that is taken', async () => {
    await create({ externalId: 'crm-1' })
    const answer = await test.call(createUser, { as, body: { userId: 'x9', externalId: 'crm-1' } })
    expect(answer.body.fields).toEqual([{ path: 'body.externalId', message: 'is taken' }])
  })

  it('takes nothing but the fields it names', async () => {
    const foreign = {
      id: '01890000-0000-7000-8000-000000000009',
      locked: true,
      version: 9,
      migrated: true,
      roles: [{ id: '01890000-0000-7000-8000-000000000009', name: 'x' }],
      superAdministrator: true,
      attributes: { x: 'y' },
    }
    const answer = await test.call(createUser, { as, body: { userId: 'strange', ...foreign } })
    expect(answer.body).toMatchObject({
      errorCode: 'unrecognized_keys',
      fields: Object.keys(foreign).map((name) => ({ path: `body.${name}` })),
    })
    expect((await create({ userId: 'strange' })).body).toMatchObject({ locked: false, version: 1 })
  })

  it.each([
    ['a directory user', { type: 'LDAP_AD' }, 'body.type'],
    ['a mobile without country code', { mobile: '020 7946 0958' }, 'body.mobile'],
    ['a number of no country', { phone: '+999 1234567' }, 'body.phone'],
    ['a mail address without domain', { email: 'ada@' }, 'body.email'],
    ['an invisible joiner', { userId: 'a\u200db' }, 'body.userId'],
    ['a user id with a space', { userId: 'ada lovelace' }, 'body.userId'],
    ['a user id with a wide space', { userId: 'ada\u3000lovelace' }, 'body.userId'],
  ])(
    'refuses %s',
    { meta: { covers: ['validation.per-form-open'] } },
    async (_name, body, path) => {
      const answer = await test.call(createUser, { as, body: { userId: 'refused', ...body } })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body.fields)).toContain(path)
    },
  )
})

describe('a user id with spaces, of before', () => {
  it('stays and is found, while another one is chosen without', async () => {
    const { id } = await buildUser(test.ctx, { userId: 'grace hopper' })
    const kept = await change(id, { userId: 'grace hopper', firstName: 'Grace' })
    expect(kept.body).toMatchObject({ userId: 'grace hopper', firstName: 'Grace' })
    const found = await test.call(findUserByUserId, { as, body: { userId: ' Grace  Hopper' } })
    expect(found.body.id).toBe(id)
    const respelled = await change(id, { userId: 'grace b hopper' })
    expect(respelled.status).toBe(400)
    expect(respelled.body.fields).toEqual([
      { path: 'body.userId', message: 'holds characters no identifier may hold' },
    ])
    expect((await change(id, { userId: 'grace-hopper' })).body.userId).toBe('grace-hopper')
  })
})

describe('finding a user', () => {
  it.each(['Emmy', 'emmy', 'ＥＭＭＹ', 'noether', ' NOETHER '])('knows %s', async (userId) => {
    await test.call(createUser, { as, body: { userId: 'Emmy', userAliases: ['Noether'] } })
    const answer = await test.call(findUserByUserId, { as, body: { userId } })
    expect(answer.body.userId).toBe('Emmy')
  })

  it('goes by external id too', async () => {
    const id = await created({ externalId: 'crm-7' })
    const answer = await test.call(findUserByExternalId, { as, body: { externalId: 'crm-7' } })
    expect(answer.body.id).toBe(id)
  })
})

describe('changing a user', () => {
  it('leaves out what is left out, and takes away what is null', async () => {
    const id = await created({ firstName: 'Ada', lastName: 'L', mobile: '+442079460958' })
    const answer = await change(id, { lastName: null, locale: 'de' })
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.body).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      displayName: 'Ada',
      locale: 'de',
      mobile: '+442079460958',
    })
  })

  it('counts a new mail address as unproven', async () => {
    const id = await created({ email: 'one@example.test' })
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', id)
      .execute()
    expect((await change(id, { email: 'one@example.test' })).body.emailVerified).toBe(true)
    expect((await change(id, { email: 'two@example.test' })).body.emailVerified).toBe(false)
  })

  it('frees the former user id and aliases', async () => {
    const id = await created({ userId: 'first-name', userAliases: ['one'] })
    await change(id, { userId: 'second-name', userAliases: ['two'] })
    await create({ userId: 'first-name', userAliases: ['one'] })
    const answer = await test.call(createUser, { as, body: { userId: 'TWO' } })
    expect(answer.body.errorCode).toBe('user_exists')
  })

  it('refuses a version that has moved on', async () => {
    const id = await created()
    await change(id, { firstName: 'New' }, { 'if-match': '"1"' })
    const answer = await change(id, { firstName: 'Late' }, { 'if-match': '"1"' })
    expect(answer.status).toBe(412)
    expect(answer.headers.etag).toBe('"2"')
    expect((await read(id)).body.firstName).toBe('New')
  })

  // Guards: `ifMatchOf` of kit/pipeline.ts (RFC 9110, section 13.1.1).
  it.each([
    ['"999", "1"', 200],
    ['W/"7" ,"1"', 200],
    ['*', 200],
    ['"abc", "1"', 200],
    ['"999", "998"', 412],
    ['"11"', 412],
    ['1', 412],
    ['"abc"', 412],
    ['', 412],
  ])('answers a change under If-Match %s with %i', async (ifMatch, status) => {
    const id = await created()
    const answer = await change(id, { firstName: 'New' }, { 'if-match': ifMatch })
    expect(answer.status).toBe(status)
  })

  it('changes nothing, nor the version, when nothing differs', async () => {
    const id = await created({ firstName: 'Same' })
    expect((await change(id, { firstName: 'Same' })).headers.etag).toBe('"1"')
  })

  it.each(['LDAP_AD', 'EXTERNAL'] as const)(
    'leaves to its source what a user of type %s has from there',
    {
      meta: { covers: ['permissions.edit-restriction-open', 'permissions.edit-restriction-type'] },
    },
    async (type) => {
      const id = await created({ firstName: 'Dir', email: 'dir@example.test' })
      await test.ctx.db.updateTable('users').set({ type }).where('id', '=', id).execute()
      const refused = await change(id, { firstName: 'Mine', email: 'x@example.test', locale: 'fr' })
      expect(refused.body.errorCode).toBe('user_edit_restricted')
      expect(JSON.stringify(refused.body.fields)).toBe(
        '[{"path":"body.firstName","message":"is not changed here"},{"path":"body.email","message":"is not changed here"}]',
      )
      const allowed = await change(id, {
        firstName: 'Dir',
        locale: 'fr',
        userAliases: [`d-${type}`],
      })
      expect(allowed.body).toMatchObject({ locale: 'fr', userAliases: [`d-${type}`] })
    },
  )

  it('lets administrators change of themselves only name and language', {
    meta: { covers: ['permissions.edit-restriction-open', 'permissions.edit-restriction-self'] },
  }, async () => {
    const admin = await buildAdmin(test.ctx)
    const own = (body: object) =>
      test.call(updateUser, { as: admin.token, params: { id: admin.id }, body })
    expect((await own({ firstName: 'Me', locale: 'fr' })).status).toBe(200)
    for (const body of [
      { email: 'else@example.test' },
      { userId: 'else' },
      { userAliases: ['else'] },
      { registrationRequired: true },
      { mobile: '+442079460958' },
    ]) {
      expect((await own(body)).body.errorCode, JSON.stringify(body)).toBe('user_edit_restricted')
    }
  })
})

describe('states and locks', () => {
  it('a lock ends every session at once and shows', async () => {
    const user = await buildUser(test.ctx)
    const token = await signInAs(test.ctx, user)
    const answer = await test.call(changeUserState, {
      as,
      params: { id: user.id },
      body: { locked: true, lockReason: 'Lost their badge' },
    })
    expect(answer.body).toMatchObject({
      locked: true,
      status: 'LOCKED',
      severity: 'WARNING',
      state: 'ACTIVE',
      lockReason: 'Lost their badge',
    })
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(401)
  })

  it('INACTIVE ends every session at once', {
    meta: { covers: ['lifecycle.state-change-call'] },
  }, async () => {
    const user = await buildUser(test.ctx)
    const token = await signInAs(test.ctx, user)
    const params = { id: user.id }
    await test.call(changeUserState, { as, params, body: { state: 'INACTIVE' } })
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(401)
    const back = await test.call(changeUserState, { as, params, body: { state: 'ACTIVE' } })
    expect(back.body.status).toBe('ACTIVE')
  })

  it('unlocking takes the lock away and forgets wrong answers', {
    meta: { covers: ['lifecycle.user-unlock'] },
  }, async () => {
    const id = await created()
    const attempt = { userId: id, factor: 'PASSWORD', device: null } as const
    while ((await reserve(test.ctx, attempt)) !== null);
    await test.call(changeUserState, { as, params: { id }, body: { locked: true } })
    const locked = await read(id)
    expect(locked.body.lockedAuthenticators).toMatchObject([
      { type: 'PASSWORD', device: 'STRANGE' },
    ])
    expect(locked.body.lockoutExpiry).not.toBeNull()
    const answer = await test.call(unlockUser, { as, params: { id } })
    expect(answer.body).toMatchObject({
      locked: false,
      lockReason: null,
      lockedAuthenticators: [],
      lockoutExpiry: null,
    })
  })

  it('a state call names a state or a lock', {
    meta: { covers: ['lifecycle.state-change-call', 'lifecycle.state-values-open'] },
  }, async () => {
    const id = await created()
    expect((await test.call(changeUserState, { as, params: { id }, body: {} })).status).toBe(400)
  })
})

describe('deleting a user', () => {
  it('takes everything of them, ends their sessions and frees their names, not their id', {
    meta: { covers: ['S21'] },
  }, async () => {
    const user = await buildUser(test.ctx, { userId: 'gone' })
    const token = await signInAs(test.ctx, user)
    const answer = await test.call(deleteUser, { as, params: { id: user.id } })
    expect(answer.status).toBe(204)
    expect((await read(user.id)).body.errorCode).toBe('user_not_found')
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(401)
    const next = await create({ userId: 'gone' })
    expect(next.body.id).not.toBe(user.id)
    const ended = await test.ctx.db
      .selectFrom('sessions')
      .select('revoked_everywhere')
      .where('user_id', '=', user.id)
      .execute()
    expect(ended).toEqual([{ revoked_everywhere: true }])
  })

  it('leaves no row of theirs in any table that names users', async () => {
    const id = await created({ password: 'correct horse battery staple', userAliases: ['leaving'] })
    await test.call(deleteUser, { as, params: { id } })
    await test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ name: string; user: string }>(
        `select c.relname as name, a.attname as user
         from pg_constraint k join pg_class c on c.oid = k.conrelid
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
         where k.contype = 'f' and k.confrelid = 'users'::regclass and a.attname <> 'tenant_id'`,
      )
      expect(rows.length).toBeGreaterThan(5)
      for (const { name, user } of rows) {
        const left = await owner.query(`select from ${name} where ${user} = $1`, [id])
        expect(left.rowCount, name).toBe(0)
      }
    })
  })

  it('refuses a version that has moved on', async () => {
    const id = await created()
    const answer = await test.call(deleteUser, {
      as,
      params: { id },
      headers: { 'if-match': '"7"' },
    })
    expect(answer.status).toBe(412)
    expect((await read(id)).status).toBe(200)
  })
})

describe('another tenant', () => {
  it('sees and changes nothing of a user, and says not found', async () => {
    const other = await test.otherTenant()
    const admin = await buildAdmin(other.ctx)
    const id = await created({ userId: 'ours', externalId: 'ours-1', email: 'ours@example.test' })
    const params = { id }
    const answers = [
      await other.call(readUser, { as: admin.token, params }),
      await other.call(updateUser, { as: admin.token, params, body: { firstName: 'X' } }),
      await other.call(deleteUser, { as: admin.token, params }),
      await other.call(changeUserState, { as: admin.token, params, body: { locked: true } }),
      await other.call(unlockUser, { as: admin.token, params }),
      await other.call(findUserByUserId, { as: admin.token, body: { userId: 'ours' } }),
      await other.call(findUserByExternalId, { as: admin.token, body: { externalId: 'ours-1' } }),
    ]
    expect(answers.map(({ body }) => body.errorCode)).toEqual(answers.map(() => 'user_not_found'))
    expect((await read(id)).body).toMatchObject({ version: 1, locked: false })
  })

  it('may have a user of the same name', async () => {
    const other = await test.otherTenant()
    const admin = await buildAdmin(other.ctx)
    const body = { userId: 'ours', externalId: 'ours-1' }
    expect((await other.call(createUser, { as: admin.token, body })).status).toBe(200)
  })
})
