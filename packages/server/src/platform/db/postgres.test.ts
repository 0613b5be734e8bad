import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createLog } from '../log.ts'
import { listMigrationNames, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { openPostgres, withClient } from './postgres.ts'
import { describeUrl, withDatabase, withSessionSettings } from './postgres-url.ts'
import { DatabaseUnreachable } from './sql-errors.ts'

const log = createLog({ level: 'silent' })

describe('a database address', () => {
  test('is told without user and password', () => {
    expect(describeUrl('postgres://me:secret@db.example:6432/signet')).toBe(
      'db.example:6432/signet',
    )
    expect(describeUrl('postgres:///signet?host=/run/postgresql')).toBe('/run/postgresql/signet')
  })

  test('keeps the options it came with', () => {
    const url = new URL(
      withSessionSettings('postgres://me@db/signet?options=-c%20a%3Db', 'someone'),
    )
    expect(url.searchParams.get('options')).toBe(
      '-c a=b -c TimeZone=UTC -c DateStyle=ISO -c plan_cache_mode=force_generic_plan ' +
        '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0 -c role=someone',
    )
  })

  test.each(['', 'signet', 'mysql://db/signet'])('is refused when it is "%s"', (url) => {
    expect(() => describeUrl(url)).toThrow('must have the form postgres://')
  })
})

const open = (url: string) => openPostgres({ url, ownerUrl: null, log })

test('refuses the start in one sentence when the server does not answer', async () => {
  await expect(open('postgres://me:secret@127.0.0.1:1/signet')).rejects.toMatchObject({
    name: 'StartRefused',
    message: 'The database 127.0.0.1:1/signet does not answer (ECONNREFUSED)',
  })
})

// Needs a PostgreSQL server, which the suite on the embedded database does without.
if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
  const roles: string[] = []
  let opened: TestDatabase
  let ownerUrl: string

  beforeAll(async () => {
    opened = await openTestDatabase()
    ownerUrl = opened.ownerUrl ?? ''
  })

  afterAll(async () => {
    await opened.asOwner(async (owner) => {
      for (const role of roles) {
        await owner.query(`drop owned by ${role} cascade`)
        await owner.query(`drop role ${role}`)
      }
    })
    await opened.drop()
  })

  /** A login and its address. */
  const createLogin = async (attributes: string, statements: readonly string[] = []) => {
    const role = `signet_login_${randomBytes(4).toString('hex')}`
    roles.push(role)
    await opened.asOwner(async (owner) => {
      await owner.query(`create role ${role} login password 'probe' ${attributes}`)
      for (const statement of statements) await owner.query(statement.replaceAll('$role', role))
    })
    const url = new URL(ownerUrl)
    url.username = role
    url.password = 'probe'
    return { role, url: url.href }
  }

  test('a read-only server is found before a change fails, until it takes one again', async () => {
    const { url } = await createLogin('', ['grant signet_runtime to $role'])
    const database = await open(url)
    const name = new URL(ownerUrl).pathname.slice(1)
    /** For the sessions that begin now: the pool's are ended. */
    const asked = (change: string) =>
      opened.asOwner(async (owner) => {
        await owner.query(`begin read write; alter database "${name}" ${change}; commit`)
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'signet'
              and pid <> pg_backend_pid()`,
        )
      })
    await database.ping()
    await asked('set default_transaction_read_only = on')
    await expect.poll(() => database.ping().catch((error) => error.reason)).toBe('read-only')
    expect(database.takesChanges).toBe(false)
    await asked('reset default_transaction_read_only')
    await expect
      .poll(
        () =>
          database.ping().then(
            () => 'ready',
            () => 'not ready',
          ),
        { timeout: 60_000, interval: 1000 },
      )
      .toBe('ready')
    expect(database.takesChanges).toBe(true)
    await database.close()
  })

  describe('the start on PostgreSQL', () => {
    test('is refused for a superuser', async () => {
      await expect(open(ownerUrl)).rejects.toThrow('is a superuser, so row-level security would')
    })

    test.each([
      ['bypassrls', [], 'has BYPASSRLS'],
      ['createrole', [], 'may create roles'],
      ['createdb', [], 'may create roles or databases'],
      ['', ['create table mine (a int)', 'alter table mine owner to $role'], 'owns public.mine'],
      ['', ['grant create on schema public to $role'], 'may create objects in the schema public'],
      ['', [], 'may not use the tables: run "grant signet_runtime to signet_login_'],
    ])('is refused for a role with "%s" %j', async (attributes, statements, message) => {
      const { url } = await createLogin(attributes, statements)
      await expect(open(url)).rejects.toThrow(message)
    })

    test('is refused for a member of the tables’ owner', async () => {
      const owner = new URL(ownerUrl).username
      const { url } = await createLogin('', [`grant ${owner} to $role`])
      await expect(open(url)).rejects.toThrow('owns')
    })

    test('is refused when there is no such database', async () => {
      const url = withDatabase(ownerUrl, 'signet_nowhere')
      await expect(open(url)).rejects.toThrow('has no such database')
    })

    test('is refused when the schema lacks migrations and only the runtime address is given', async () => {
      const { url } = await createLogin('', ['grant signet_runtime to $role'])
      const { rows } = await opened.asOwner((owner) =>
        owner.query('delete from migrations returning name, applied_at'),
      )
      const config = { databaseUrl: url, databaseOwnerUrl: null, databasePool: 2, dataDir: '' }
      await expect(openDatabase(config, log)).rejects.toThrow('migrations of this release')
      await opened.asOwner((owner) =>
        owner.query(
          'insert into migrations select * from json_populate_recordset(null::migrations, $1)',
          [JSON.stringify(rows)],
        ),
      )
    })

    test('succeeds for a login that was granted the runtime role', async () => {
      const { url, role } = await createLogin('', ['grant signet_runtime to $role'])
      const database = await open(url)
      expect(await database.runScript('select current_user::text as role')).toEqual([{ role }])
      await database.close()
    })

    test('migrates once when two nodes start at once, as an owner that is no superuser', async () => {
      const { role, url } = await createLogin('createrole')
      const name = `signet_test_${role}`
      const address = withDatabase(url, name)
      await opened.asOwner((owner) => owner.query(`create database ${name} owner ${role}`))
      const both = await Promise.all(
        [1, 2].map(() => withClient(address, (owner) => migrate(owner, log))),
      )
      const known = await listMigrationNames()
      await opened.asOwner((owner) => owner.query(`drop database ${name} with (force)`))
      expect(both.flat().toSorted()).toEqual(known)
    })

    test('grants the runtime role to the login when both addresses are given', async () => {
      const { url, role } = await createLogin('')
      const config = {
        databaseUrl: url,
        databaseOwnerUrl: ownerUrl,
        databasePool: 2,
        dataDir: '',
      }
      const database = await openDatabase(config, log)
      expect(await database.runScript('select current_user::text as role')).toEqual([{ role }])
      await database.close()
    })
  })

  test('tells a lost connection from a failed statement, and goes on after it', async () => {
    const cut = opened.database.runScript('select pg_sleep(30)').catch((error) => error)
    await opened.asOwner(async (owner) => {
      const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(30)'`
      while ((await owner.query(terminate)).rowCount === 0);
    })
    expect(await cut).toBeInstanceOf(DatabaseUnreachable)
    await expect(opened.database.ping()).resolves.toBeUndefined()
  })
}
