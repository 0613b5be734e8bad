import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { foreignHashes, foreignPassword } from '../../../../testing/foreign-hashes.ts'
import {
  type BulkDriver,
  bulkDriver,
  workBriefly,
  workOn,
} from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let imports: BulkDriver
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  imports = bulkDriver('importusers', test.call, as)
})
afterAll(() => test.close())

const meta = { covers: ['lifecycle.bulk'] }

const userNamed = (userId: string) =>
  test.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

const passwordOf = async (userId: string): Promise<boolean> => {
  const user = await userNamed(userId)
  const { hash } = await test.ctx.db
    .selectFrom('passwords')
    .select('hash')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', user?.id ?? '')
    .executeTakeFirstOrThrow()
  return test.platform.hashes.verify(hash, foreignPassword)
}

/** Tries a file, then imports it; what a dry run says is what the import does. */
const imported = async (content: string | Buffer) => {
  const { id, body, text } = await imports.upload(content)
  expect(body.operation, text).toBeDefined()
  await imports.start(id, { dryRun: true })
  await workOn(test, id)
  const tried = await imports.rows(id)
  expect((await imports.read(id)).body.state).toBe('CHECKED')
  await imports.start(id)
  await workOn(test, id)
  const rows = await imports.rows(id)
  const verdicts = (all: typeof rows) =>
    all.map(({ line, action, errorCode }) => [line, action, errorCode])
  expect(verdicts(tried)).toEqual(verdicts(rows))
  return { body, rows }
}

describe('an import of users from another system', () => {
  it('reads a realm of Keycloak with states and password hashes', { meta }, async () => {
    const pbkdf2 = JSON.parse(foreignHashes['PBKDF2 of Keycloak'] ?? '')
    const argon2 = JSON.parse(foreignHashes['argon2id of Keycloak'] ?? '')
    const users = [
      {
        username: 'kc-zoe',
        enabled: true,
        firstName: 'Zoë',
        lastName: 'Müller',
        email: 'zoe@acme.example',
        attributes: { locale: ['de'] },
        credentials: [{ id: 'a', ...pbkdf2 }],
      },
      { username: 'kc-off', enabled: false, credentials: [{ id: 'b', ...argon2 }] },
      { username: 'kc-none', enabled: true, email: 'nobody', credentials: [] },
    ]
    const { body, rows } = await imported(JSON.stringify({ realm: 'acme', roles: {}, users }))
    expect(body).toMatchObject({ operation: { format: 'json', encoding: 'utf-8' } })
    expect(JSON.stringify(body)).not.toContain('secretData')
    expect(rows).toMatchObject([
      { line: 1, name: 'kc-zoe', action: 'CREATE' },
      { line: 2, name: 'kc-off', action: 'CREATE' },
      { line: 3, name: 'kc-none', action: 'ERROR', column: 'email' },
    ])
    expect(await userNamed('kc-zoe')).toMatchObject({
      first_name: 'Zoë',
      last_name: 'Müller',
      locale: 'de',
      state: 'ACTIVE',
    })
    expect(await userNamed('kc-off')).toMatchObject({ state: 'INACTIVE' })
    expect(await passwordOf('kc-zoe')).toBe(true)
    expect(await passwordOf('kc-off')).toBe(true)
  })

  it('reads LDIF of a directory', { meta }, async () => {
    const hash = Buffer.from(foreignHashes.SSHA512 ?? '').toString('base64')
    const entry = (uid: string, more: string): string =>
      `dn: uid=${uid},dc=acme,dc=example\nobjectClass: inetOrgPerson\nuid: ${uid}\n${more}\n`
    const ldif = [
      'version: 1',
      'dn: dc=acme,dc=example\nobjectClass: dcObject\nobjectClass: organization\ndc: acme\n',
      entry(
        'ldif-zoe',
        `sn:: TcO8bGxlcg==\ngivenName: Zoe\nmail: z@acme.example\nuserPassword:: ${hash}`,
      ),
      entry('ldif-bad', 'sn:: ***'),
      entry('ldif-new', 'changetype: modify\nreplace: sn\nsn: x\n-'),
    ].join('\n')
    const { body, rows } = await imported(ldif)
    expect(body).toMatchObject({ operation: { format: 'ldif', encoding: 'utf-8' } })
    expect(JSON.stringify(body)).not.toContain('{SSHA')
    expect(rows).toMatchObject([
      { line: 7, name: 'ldif-zoe', action: 'CREATE' },
      { line: 15, action: 'ERROR', errorCode: 'bulk_record_base64', column: 'sn' },
      { line: 20, action: 'ERROR', errorCode: 'bulk_record_change' },
    ])
    expect(await userNamed('ldif-zoe')).toMatchObject({ last_name: 'Müller' })
    expect(await passwordOf('ldif-zoe')).toBe(true)
  })

  it('reads one object a line of Auth0, and profiles of Okta', { meta }, async () => {
    const passwordHash = foreignHashes['bcrypt of Okta and Auth0']
    const lines = [
      { user_id: 'auth0|1', email: 'a0@acme.example', passwordHash },
      { user_id: 'auth0|2', email: 'a1@acme.example', blocked: true },
    ]
    expect(
      (await imported(lines.map((each) => JSON.stringify(each)).join('\n'))).rows,
    ).toMatchObject([
      { name: 'a0@acme.example', action: 'CREATE' },
      { name: 'a1@acme.example', action: 'CREATE' },
    ])
    expect(await userNamed('a0@acme.example')).toMatchObject({ external_id: 'auth0|1' })
    expect(await userNamed('a1@acme.example')).toMatchObject({ state: 'INACTIVE' })
    expect(await passwordOf('a0@acme.example')).toBe(true)
    const okta = [
      {
        id: '00u1',
        status: 'SUSPENDED',
        profile: { login: 'okta-zoe', firstName: 'Zoë', mobilePhone: '+49 30 901820' },
      },
    ]
    await imported(JSON.stringify(okta))
    expect(await userNamed('okta-zoe')).toMatchObject({
      first_name: 'Zoë',
      mobile: '+4930901820',
      external_id: '00u1',
      state: 'INACTIVE',
    })
  })

  // Guard: `notTaken` of exported-hashes.ts.
  it('takes hashes of Okta and Auth0 in either order of salt, and names those it cannot take', {
    meta,
  }, async () => {
    const salt = 'AAECAwQFBgc='
    const okta: readonly (readonly [object, fault: string | null])[] = [
      [
        {
          algorithm: 'SHA-256',
          saltOrder: 'PREFIX',
          salt,
          value: 'JLhJiSh41x29NuVq6GoATWnawwcCLBdPxy0OP4ZXrDo=',
        },
        null,
      ],
      [
        {
          algorithm: 'SHA-512',
          saltOrder: 'POSTFIX',
          salt,
          value:
            'pPL6GiqYl2HWFWZSuv8bpRODBdaPaz/qfeTzQF69WFBbUjY20YRYKUXraG5VGInHj2fj0YkQQUWUwKFUDDZ5SA==',
        },
        null,
      ],
      [
        {
          algorithm: 'PBKDF2',
          digestAlgorithm: 'SHA256_HMAC',
          iterationCount: 1000,
          keySize: 32,
          salt,
          value: 'gbXnFWMtWf/vGkxTXphuJDdTPkcxNAly2CTDuQ2OAwE=',
        },
        null,
      ],
      [
        { algorithm: 'SHA-256', saltOrder: 'PREFIX', salt, value: 'aGFzaA==' },
        'SHA-256 with a hash',
      ],
      [
        { algorithm: 'SHA-256', salt, value: 'JLhJiSh41x29NuVq6GoATWnawwcCLBdPxy0OP4ZXrDo=' },
        'SHA-256 without saltOrder',
      ],
      [{ algorithm: 'SHA-1', value: 'o1qB3RiZJc884/9TCJ7uoFux9s8=' }, 'SHA-1 without salt'],
      [{ algorithm: 'MD5', saltOrder: 'PREFIX', salt, value: 'eHh4eHh4eHh4eHh4eHh4eA==' }, 'MD5'],
      [
        {
          algorithm: 'PBKDF2',
          digestAlgorithm: 'MD5_HMAC',
          salt,
          value: 'eHh4eHh4eHh4eHh4eHh4eA==',
        },
        'PBKDF2 MD5_HMAC',
      ],
      [{}, 'unnamed'],
    ]
    const profiles = okta.map(([hash], at) => ({
      id: `00h${at}`,
      status: 'ACTIVE',
      profile: { login: `okta-${at}` },
      credentials: { password: { hash } },
    }))
    const shown = async (records: readonly object[], faults: readonly (string | null)[]) => {
      const { rows } = await imported(JSON.stringify(records))
      for (const [at, fault] of faults.entries()) {
        const row = rows[at]
        expect(row?.action, `${at}: ${row?.message}`).toBe(fault === null ? 'CREATE' : 'ERROR')
        if (fault === null) expect(await passwordOf(String(row?.name))).toBe(true)
        else
          expect(row).toMatchObject({
            column: 'passwordHash',
            message: expect.stringContaining(`cannot be imported: ${fault}`),
          })
      }
    }
    await shown(
      profiles,
      okta.map(([, fault]) => fault),
    )

    const value = '24b849892878d71dbd36e56ae86a004d69dac307022c174fc72d0e3f8657ac3a'
    const salted = (position: string) => ({ value: salt, encoding: 'base64', position })
    const auth0: readonly (readonly [object, fault: string | null])[] = [
      [{ algorithm: 'sha256', hash: { value, encoding: 'hex' }, salt: salted('prefix') }, null],
      [{ algorithm: 'md5', hash: { value: 'ab'.repeat(16), encoding: 'hex' } }, 'md5'],
      [{ algorithm: 'hmac', hash: { value, encoding: 'hex' }, salt: salted('suffix') }, 'hmac'],
      [
        { algorithm: 'sha256', hash: { value }, password: { encoding: 'utf16le' } },
        'sha256 of another encoding',
      ],
    ]
    const people = auth0.map(([custom_password_hash], at) => ({
      user_id: `auth0|h${at}`,
      username: `auth0-h${at}`,
      custom_password_hash,
    }))
    await shown(
      people,
      auth0.map(([, fault]) => fault),
    )
  })

  it('reads CSV of Excel in Windows-1252, and another encoding where it is chosen', {
    meta,
  }, async () => {
    const western = Buffer.from('userId;lastName\nexcel-zoe;M\u00fcller\n', 'latin1')
    const { body } = await imported(western)
    expect(body).toMatchObject({ operation: { encoding: 'windows-1252', format: 'csv;' } })
    expect(await userNamed('excel-zoe')).toMatchObject({ last_name: 'Müller' })

    const polish = Buffer.concat([
      Buffer.from('userId;lastName\nexcel-ewa;'),
      Buffer.from([0xaf, 0xf3, 0xb3, 0xe6, 0x0a]),
    ])
    const { id, body: guessed } = await imports.upload(polish)
    expect(guessed.samples).toEqual([['excel-ewa', '¯ó³æ']])
    const query = { encoding: 'windows-1250' }
    const chosen = await test.call(imports.calls.completeBulkFile, { as, params: { id }, query })
    expect(chosen.body).toMatchObject({
      operation: { encoding: 'windows-1250' },
      samples: [['excel-ewa', 'Żółć']],
    })
    await imports.start(id)
    await workOn(test, id)
    expect(await userNamed('excel-ewa')).toMatchObject({ last_name: 'Żółć' })
  })

  it('says where JSON is broken', { meta }, async () => {
    const { status, body } = await imports.upload('[{"userId":"x"},\n{"userId":')
    expect([status, body]).toMatchObject([
      400,
      { code: 'bulk_file_invalid', fields: [{ message: 'JSON line 2' }] },
    ])
  })

  it('goes on where it was, with the same records', { meta }, async () => {
    const many = Array.from({ length: 1200 }, (_, at) => ({ userId: `many-${at}` }))
    const { id } = await imports.upload(JSON.stringify(many))
    await imports.start(id)
    await workBriefly(test, id)
    expect((await imports.read(id)).body).toMatchObject({ state: 'RUNNING', done: { rows: 500 } })
    await workOn(test, id)
    expect((await imports.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: 1200, changed: 1200, failed: 0 },
    })
    const lines = (await imports.rows(id)).map(({ line }) => line)
    expect(lines).toEqual(many.map((_, at) => at + 1))
  })
})
