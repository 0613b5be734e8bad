import { updateUser } from '@signet/contract/identity/users'
import { bulkCalls, listBulkOperations } from '@signet/contract/operations/bulk-operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { type BulkDriver, bulkDriver, workOn } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/** Of `correct-Horse-42-staple`, by another system. */
const foreignHash =
  '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$L6TuwUYcbGEDS1Ax0C4A0Xy0cBGa8RJmcmuIp3a5hLE'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let imports: BulkDriver
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  admin = await buildAdmin(test.ctx)
  imports = bulkDriver('importusers', test.call, admin.token)
})
afterAll(() => test.close())

const done = async (driver: BulkDriver, id: string, body: object = {}) => {
  const started = await driver.start(id, body)
  expect(started.status, started.text).toBe(200)
  await workOn(test, id)
  return (await driver.read(id)).body
}

const userNamed = (userId: string) =>
  test.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

describe('an import of users', () => {
  it('says what would happen, then does it, each row with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    await buildUser(test.ctx, { userId: 'there' })
    const { id, body } = await imports.upload(
      'User name;Given name;Surname;Mail;Password hash\r\n' +
        `ada;Ada;"Love;lace";ada@example.test;${foreignHash}\r\n` +
        'there;Now;Changed;;\r\n' +
        'bad;Bad;Mail;nobody;\r\n',
    )
    expect(body).toMatchObject({
      operation: { state: 'UPLOADED', format: 'csv;' },
      samples: [['ada', 'Ada', 'Love;lace', 'ada@example.test', '••••'], {}, {}],
    })
    const { mapping } = Object(body.operation)
    await imports.map(id, { mapping, existing: 'UPDATE' })

    expect(await done(imports, id, { dryRun: true })).toMatchObject({
      state: 'CHECKED',
      checked: { rows: 3, changed: 2, skipped: 0, failed: 1 },
    })
    expect(await userNamed('ada')).toBeUndefined()
    const wanted = [
      { line: 2, name: 'ada', action: 'CREATE' },
      { line: 3, name: 'there', action: 'UPDATE' },
      { line: 4, name: 'bad', action: 'ERROR', errorCode: 'invalid_parameters', column: 'email' },
    ]
    expect(await imports.rows(id)).toMatchObject(wanted)

    expect(await done(imports, id)).toMatchObject({
      state: 'COMPLETED',
      done: { rows: 3, changed: 2, skipped: 0, failed: 1 },
      progressPercent: 100,
    })
    expect(await imports.rows(id)).toMatchObject(wanted)
    expect(await userNamed('ada')).toMatchObject({ last_name: 'Love;lace', state: 'ACTIVE' })
    expect(await userNamed('there')).toMatchObject({ first_name: 'Now' })
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('tenant_id', '=', test.tenant.id)
      .where('action', 'in', ['USER_CREATED', 'USER_UPDATED'])
      .execute()
    expect(events.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toEqual([
      { action: 'USER_CREATED', actor_id: admin.id },
      { action: 'USER_UPDATED', actor_id: admin.id },
    ])
  })

  it('keeps no file once it is done', async () => {
    const { id } = await imports.upload('userId\nnofile\n')
    await done(imports, id)
    const { fileBytes } = (await imports.read(id)).body
    expect(fileBytes).toBe(0)
  })

  it('takes a password by the rules and hashes it', async () => {
    const { id } = await imports.upload(
      'userId,password\nwithpass,Long-enough-Passw0rd-9\nweak,abc\n',
    )
    await done(imports, id)
    expect(await imports.rows(id)).toMatchObject([
      { action: 'CREATE' },
      { action: 'ERROR', errorCode: 'password_invalid', column: 'password' },
    ])
    const user = await userNamed('withpass')
    const stored = await test.ctx.db
      .selectFrom('passwords')
      .select(['hash', 'force_change'])
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user?.id ?? '')
      .executeTakeFirst()
    expect(stored?.force_change).toBe(true)
    const isRight = await test.platform.hashes.verify(stored?.hash ?? '', 'Long-enough-Passw0rd-9')
    expect(isRight).toBe(true)
  })

  it('refuses hashes of other kinds, and such as would stop the service', {
    meta: { covers: ['S44'] },
  }, async () => {
    const dear = foreignHash.replace('m=8192', 'm=9999999')
    const { id } = await imports.upload(
      `userId,passwordHash\nmd5,5f4dcc3b5aa765d61d8327deb882cf99\ndear,"${dear}"\n`,
    )
    await done(imports, id)
    expect(await imports.rows(id)).toMatchObject([
      { action: 'ERROR', column: 'passwordHash' },
      { action: 'ERROR', column: 'passwordHash' },
    ])
  })

  it('tells duplicates in the file and in the database by line and column', async () => {
    await buildUser(test.ctx, { userId: 'taken' })
    await buildUser(test.ctx, { userId: 'owned' })
    const { id } = await imports.upload(
      'userId,userAliases,externalId\nTAKEN,,\ntwin,,e1\nTwin,,\nthird,twin,\nfourth,,e1\nfifth,Owned,\n',
    )
    await done(imports, id)
    expect(await imports.rows(id)).toMatchObject([
      { line: 2, errorCode: 'user_exists', column: 'userId' },
      { line: 3, action: 'CREATE' },
      { line: 4, errorCode: 'bulk_row_repeated', message: '3' },
      { line: 5, errorCode: 'bulk_row_repeated', message: '3' },
      { line: 6, errorCode: 'bulk_row_repeated', message: '3' },
      { line: 7, errorCode: 'user_exists', column: 'userAliases' },
    ])
  })

  it('needs the columns it cannot do without', async () => {
    const { id, body } = await imports.upload('Name,Mail\nAda,a@example.test\n')
    expect(body).toMatchObject({ operation: { headers: ['Name', 'Mail'] } })
    const refused = await imports.start(id)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('body.mapping.userId')
  })

  it('sends its results as CSV that runs no formula', { meta: { covers: ['S45'] } }, async () => {
    const { id } = await imports.upload('userId\n=1+2\n"-x@y"\n')
    await done(imports, id)
    const file = await test.call(imports.calls.downloadBulkResult, {
      as: admin.token,
      params: { id },
    })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.text.split('\r\n')).toMatchObject([
      '\uFEFFline,name,action,id,error,column,message,assumed',
      expect.stringMatching(/^2,'=1\+2,CREATE,/),
      expect.stringMatching(/^3,'-x@y,CREATE,/),
      '',
    ])
  })
})

describe('checkpoints', () => {
  const people = (prefix: string, count: number): string =>
    `userId\n${Array.from({ length: count }, (_, at) => `${prefix}${at}\n`).join('')}`

  it('end an operation where it was cancelled; what is done stays and is listed', {
    meta: { covers: ['lifecycle.bulk-cancellable'] },
  }, async () => {
    const { id } = await imports.upload(people('cancel', 1200))
    await imports.start(id)
    const { ctx } = test
    let rounds = 0
    const stopping: TestApp['platform'] = {
      ...test.platform,
      database: new Proxy(test.platform.database, {
        get: (database, name) => {
          const value: unknown = Reflect.get(database, name)
          if (name !== 'transaction')
            return typeof value === 'function' ? value.bind(database) : value
          return async (...given: Parameters<typeof database.transaction>) => {
            rounds += 1
            // The first batch is kept, the second may be on its way.
            if (rounds === 3) {
              const cancelled = await test.call(imports.calls.cancelBulk, {
                as: admin.token,
                params: { id },
              })
              expect(cancelled.status, cancelled.text).toBe(200)
            }
            return database.transaction(...given)
          }
        },
      }),
    }
    await workOn({ platform: stopping, tenant: test.tenant }, id)
    const { body } = await imports.read(id)
    expect(body.state).toBe('CANCELLED')
    const listed = (await imports.rows(id)).length
    expect([500, 1000]).toContain(listed)
    expect(body.done).toMatchObject({ rows: listed, changed: listed })
    const { count } = await ctx.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', 'like', 'cancel%')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(listed)
  })

  it('let two workers do each row once', { meta: { covers: ['S46'] } }, async () => {
    const { id } = await imports.upload(people('twice', 1100))
    await imports.start(id)
    await Promise.all([workOn(test, id), workOn(test, id)])
    await workOn(test, id)
    expect((await imports.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: 1100, changed: 1100, failed: 0 },
    })
  })
})

describe('the rights that were lent', () => {
  it('end with a change of roles, until somebody renews them', {
    meta: { covers: ['lifecycle.bulk', 'S43'] },
  }, async () => {
    const lender = await buildAdmin(test.ctx)
    const driver = bulkDriver('importusers', test.call, lender.token)
    const { id } = await driver.upload('userId\nlent1\n')
    await driver.start(id)
    await test.ctx.db
      .deleteFrom('user_roles')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', lender.id)
      .execute()
    await workOn(test, id)
    expect((await imports.read(id)).body).toMatchObject({
      state: 'PAUSED',
      reason: 'ROLES_CHANGED',
      done: { rows: 0 },
    })
    const renewed = await test.call(imports.calls.renewBulkCredentials, {
      as: admin.token,
      params: { id },
    })
    expect(renewed.body).toMatchObject({ state: 'RUNNING', startedBy: admin.userId })
    await workOn(test, id)
    expect((await imports.read(id)).body).toMatchObject({ state: 'COMPLETED' })
  })

  it('end with a lock, and after a day', { meta: { covers: ['S43'] } }, async () => {
    const lender = await buildAdmin(test.ctx)
    const driver = bulkDriver('importusers', test.call, lender.token)
    const locked = await driver.upload('userId\nlent2\n')
    const late = await imports.upload('userId\nlent3\n')
    await driver.start(locked.id)
    await imports.start(late.id)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', lender.id)
      .execute()
    await workOn(test, locked.id)
    expect((await imports.read(locked.id)).body).toMatchObject({ reason: 'LENDER_LOCKED' })
    await test.ctx.db
      .updateTable('bulk_operations')
      .set({ grant_until: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', late.id)
      .execute()
    await workOn(test, late.id)
    expect((await imports.read(late.id)).body).toMatchObject({ reason: 'GRANT_EXPIRED' })
  })

  it('hold row by row: nobody changes or locks whoever holds more', {
    meta: { covers: ['S43'] },
  }, async () => {
    const helper = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKUSERS', 'VIEW'],
        ['BULKUSERS', 'ADD'],
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
    })
    const plain = await buildUser(test.ctx)
    const driver = bulkDriver('setuserstate', test.call, helper.token)
    const { id } = await driver.upload(
      `userId,state\n${plain.userId},LOCKED\n${admin.userId},LOCKED\n${helper.userId},LOCKED\nnobody,LOCKED\n`,
    )
    await done(driver, id)
    expect(await driver.rows(id)).toMatchObject([
      { action: 'UPDATE', name: plain.userId },
      { action: 'ERROR', errorCode: 'rights_not_held' },
      { action: 'ERROR', errorCode: 'user_edit_restricted' },
      { action: 'ERROR', errorCode: 'user_not_found' },
    ])
    expect(await userNamed(plain.userId)).toMatchObject({ locked: true })
    const creating = bulkDriver('importusers', test.call, helper.token)
    const other = await creating.upload('userId\nnotallowed\n')
    await done(creating, other.id)
    expect(await creating.rows(other.id)).toMatchObject([{ errorCode: 'access_denied' }])
  })

  it('show an administrator limited to groups their own operations and no user', {
    meta: { covers: ['S43'] },
  }, async () => {
    const limited = await buildAdmin(test.ctx)
    await test.ctx.db
      .updateTable('roles')
      .set({ group_management: 'SOME', super_administrator: false })
      .set({ permissions: JSON.stringify({ BULKUSERS: ['ALL'], USERS: ['ALL'] }) })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', limited.roleId)
      .execute()
    const target = await buildUser(test.ctx)
    const driver = bulkDriver('deleteusers', test.call, limited.token)
    const { id } = await driver.upload(`userId\n${target.userId}\n`)
    await done(driver, id)
    expect(await driver.rows(id)).toMatchObject([{ errorCode: 'user_not_found' }])
    const seen: unknown = JSON.parse(
      (await test.call(listBulkOperations, { as: limited.token })).text,
    )
    expect(seen).toMatchObject([{ id }])
    expect(seen).toHaveLength(1)
  })
})

describe('users taken by a filter', () => {
  it('are locked, and unlocked again by taking it back', async () => {
    const some = await Promise.all(
      ['filter-a', 'filter-b'].map((userId) => buildUser(test.ctx, { userId })),
    )
    const states = bulkDriver('setuserstate', test.call, admin.token)
    const begin = async (body: object) => {
      const made = await test.call(states.calls.initialiseBulk, { as: admin.token, body })
      expect(made.status, made.text).toBe(200)
      return String(made.body.id)
    }
    const locking = await begin({ users: { search: 'filter-' }, values: { state: 'LOCKED' } })
    expect(await done(states, locking)).toMatchObject({ done: { rows: 2, changed: 2 } })
    for (const { userId } of some) expect(await userNamed(userId)).toMatchObject({ locked: true })
    const undo = await begin({ operationId: locking })
    expect(await done(states, undo)).toMatchObject({ done: { rows: 2, changed: 2 } })
    for (const { userId } of some) expect(await userNamed(userId)).toMatchObject({ locked: false })
  })
})

describe('the other kinds', () => {
  it('set flags, assign and reset passwords, delete', async () => {
    const { id: userId, userId: name } = await buildUser(test.ctx)
    const run = async (kind: Parameters<typeof bulkDriver>[0], content: string) => {
      const driver = bulkDriver(kind, test.call, admin.token)
      const { id } = await driver.upload(content)
      await done(driver, id)
      return driver.rows(id)
    }
    const changed = [{ action: 'UPDATE', subjectId: userId }]
    const flag = `userId,required\n${name},true\n`
    expect(await run('setregistration', flag)).toMatchObject(changed)
    expect(await run('setregistration', flag)).toMatchObject([{ action: 'SKIP' }])
    // As spreadsheets write it.
    const upper = flag.replace('true', 'TRUE')
    expect(await run('setverification', upper)).toMatchObject(changed)
    expect(await run('resetpasswords', `id\n${userId}\n`)).toMatchObject([{ action: 'SKIP' }])
    const hash = `id,passwordHash\n${userId},"${foreignHash}"\n`
    expect(await run('assignpasswords', hash)).toMatchObject(changed)
    expect(await run('resetpasswords', `id\n${userId}\n`)).toMatchObject(changed)
    expect(await userNamed(name)).toMatchObject({
      registration_required: true,
      verification_required: true,
    })
    expect(await run('deleteusers', `id\n${userId}\n`)).toMatchObject([{ action: 'DELETE' }])
    expect(await userNamed(name)).toBeUndefined()
  })

  it('keep the last super administrator', async () => {
    const other = await test.otherTenant()
    const only = await buildAdmin(other.ctx)
    const helper = await buildAdmin(other.ctx)
    const driver = bulkDriver('deleteusers', other.call, helper.token)
    const { id } = await driver.upload(`id\n${only.id}\n${helper.id}\n`)
    await driver.start(id)
    await workOn({ platform: test.platform, tenant: other.tenant }, id)
    expect(await driver.rows(id)).toMatchObject([
      { action: 'DELETE' },
      { errorCode: 'user_edit_restricted' },
    ])
    const gone = await test.call(bulkCalls('deleteusers').readBulk, {
      as: admin.token,
      params: { id },
    })
    expect(gone.status).toBe(404)
  })
})

describe('user ids with spaces in an import', () => {
  it('are rejected for new users, and still find existing ones', async () => {
    await buildUser(test.ctx, { userId: 'old name' })
    const alias = await buildUser(test.ctx, { userId: 'aliased' })
    const body = { userAliases: ['second name'] }
    await test.call(updateUser, { as: admin.token, params: { id: alias.id }, body })
    const { id, body: read } = await imports.upload(
      'userId,firstName\nold name,Kept\nnew name,None\nsecond name,Alias\n',
    )
    const { mapping } = Object(read.operation)
    await imports.map(id, { mapping, existing: 'UPDATE' })
    await done(imports, id)
    const refused = { action: 'ERROR', errorCode: 'invalid_parameters', column: 'userId' }
    expect(await imports.rows(id)).toMatchObject([
      { name: 'old name', action: 'UPDATE' },
      { name: 'new name', ...refused },
      { name: 'aliased', ...refused },
    ])
  })
})
