import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../../testing/operations/bulk-files.ts'
import type { FileRow } from '../tables/file-rows.ts'
import { readBeginning, readRows } from '../tables/read-file.ts'

/** The records of a file by their headers, with their lines; or their faults. */
const told = async (content: string | Buffer, partBytes = 4096) => {
  const { format } = await readBeginning(fileOf(content, 4096))
  const file = fileOf(content, partBytes)
  const reading = await readBeginning(file, { format })
  const rows: FileRow[] = []
  for await (const read of readRows(file, reading)) rows.push(...read.rows)
  const [header, ...records] = rows
  expect(header?.cells).toEqual(reading.headers)
  return records.map(({ line, cells, fault, faultAt }) => {
    if (fault !== null) {
      const at = faultAt === undefined ? null : reading.headers[faultAt]
      return [line, fault, at]
    }
    const named = reading.headers.map((name, at) => [name, cells[at]] as const)
    return [line, Object.fromEntries(named.filter(([, cell]) => cell !== ''))]
  })
}

const meta = { covers: ['lifecycle.bulk'] }

const ldif = `version: 1
# people of the
  old server
dn: uid=zoe,ou=people,dc=acme,dc=example
changetype: add
objectClass: top
objectClass: inetOrgPerson
uid: zoe
cn:: Wm/DqyBaYQ==
sn: Za
givenName: Zoë
mail: zoe@acme.example
Mail: z@acme.example
telephoneNumber: +49 30 12
 3456
preferredLanguage: de-AT, en;q=0.5
userPassword:: e1NTSEF9YWJjZA==
jpegPhoto:: /9j/4AAQ

dn: ou=people,dc=acme,dc=example
objectClass: top
objectClass: organizationalUnit
ou: people

dn: uid=ada,ou=people,dc=acme,dc=example
objectClass: inetOrgPerson
uid: ada
cn: Ada
`

describe('LDIF', () => {
  it('is read with its continuations, Base64, comments and several values', { meta }, async () => {
    for (const partBytes of [7, 64, 4096]) {
      for (const content of [ldif, ldif.replaceAll('\n', '\r\n')]) {
        expect(await told(content, partBytes), `in parts of ${partBytes}`).toEqual([
          [
            4,
            {
              dn: 'uid=zoe,ou=people,dc=acme,dc=example',
              objectClass: 'top',
              'objectClass (list)': 'top; inetOrgPerson',
              uid: 'zoe',
              cn: 'Zoë Za',
              sn: 'Za',
              givenName: 'Zoë',
              mail: 'zoe@acme.example',
              'mail (list)': 'zoe@acme.example; z@acme.example',
              telephoneNumber: '+49 30 123456',
              preferredLanguage: 'de-AT',
              userPassword: '{SSHA}abcd',
            },
          ],
          [
            25,
            {
              dn: 'uid=ada,ou=people,dc=acme,dc=example',
              objectClass: 'inetOrgPerson',
              'objectClass (list)': 'inetOrgPerson',
              uid: 'ada',
              cn: 'Ada',
            },
          ],
        ])
      }
    }
  })

  it('loses one entry to what cannot be read in it', { meta }, async () => {
    const entries = [
      'dn: uid=a\nuid: a\ncn:: not Base64!',
      'dn: uid=b\nuid: b\ncn:< file:///etc/passwd',
      'dn: uid=c\nchangetype: modify\nreplace: cn\ncn: x\n-',
      'dn: uid=d\nchangetype: delete',
      'dn: uid=e\nno colon here',
      `dn: uid=f\ncn: ${'x'.repeat(1_100_000)}`,
      'dn: uid=g\nuid: g',
    ]
    expect(await told(entries.join('\n\n'), 65_536)).toEqual([
      [1, 'RECORD_BASE64', 'cn'],
      [5, 'RECORD_ELSEWHERE', 'cn'],
      [9, 'RECORD_CHANGE', 'changetype'],
      [15, 'RECORD_CHANGE', 'changetype'],
      [18, 'RECORD_BROKEN', null],
      [21, 'ROW_TOO_LONG', null],
      [24, { dn: 'uid=g', uid: 'g' }],
    ])
  })
})

const plain = [
  { id: 1, name: { givenName: 'Zoë' }, mail: ['z@acme.example', 'zoe@acme.example'], on: true },
  { id: 2, name: null, note: 'a "quote", a \\ and a }' },
]
const wanted = [
  [
    1,
    {
      id: '1',
      'name.givenName': 'Zoë',
      mail: 'z@acme.example',
      'mail (list)': 'z@acme.example; zoe@acme.example',
      on: 'true',
    },
  ],
  [2, { id: '2', note: 'a "quote", a \\ and a }' }],
]

describe('JSON', () => {
  it.each([
    ['an array', JSON.stringify(plain)],
    ['an array with line ends', JSON.stringify(plain, null, 2)],
    ['one object a line', plain.map((each) => JSON.stringify(each)).join('\n')],
    ['a list of an object', JSON.stringify({ totalResults: 2, Resources: plain })],
    [
      'a realm',
      JSON.stringify({
        realm: 'acme',
        roles: { realm: [{ name: 'users' }] },
        users: plain,
        x: [{}],
      }),
    ],
    [
      'realms in an array',
      JSON.stringify([{ realm: 'a', users: plain }, { realm: 'b' }]).replace('b"', 'b","users":[]'),
    ],
  ])('is read from %s', { meta }, async (_name, content) => {
    for (const partBytes of [5, 64, 4096]) {
      expect((await told(content, partBytes)).slice(0, 2), `in parts of ${partBytes}`).toEqual(
        wanted,
      )
    }
  })

  it('is read in UTF-16 too', async () => {
    expect(await told(Buffer.from(`\ufeff${JSON.stringify(plain)}`, 'utf16le'))).toEqual(wanted)
  })

  it('loses one record to what cannot be read in it', { meta }, async () => {
    const deep = `{"id":3,"a":${'['.repeat(50)}${']'.repeat(50)}}`
    const long = JSON.stringify({ id: 4, a: 'x'.repeat(1_100_000) })
    const content = `[{"id":1},{"id":02},${deep},${long},{"id":5,"a":[{"b":{"c":{"d":{"e":1}}}}]}]`
    expect(await told(content, 65_536)).toEqual([
      [1, { id: '1' }],
      [2, 'RECORD_BROKEN', null],
      [3, 'RECORD_TOO_DEEP', null],
      [4, 'ROW_TOO_LONG', null],
      [5, { id: '5' }],
    ])
  })

  it.each([
    ['an end that is missing', '[{"id":1},\n{"id":', 'JSON line 2'],
    ['a text that goes on to the end', '[{"id":1},\n{"id":"x}]', 'JSON line 2'],
    ['something else between records', '[{"id":1}\n, x]', 'JSON line 2'],
    ['lists within a list', '[{"id":1},\n[1]]', 'JSON line 2'],
    ['no record', '[]', 'EMPTY'],
  ])('with %s is rejected', async (_name, content, fault) => {
    await expect(readBeginning(fileOf(content, 4096))).rejects.toThrow(fault)
  })
})

describe('an export of another system', () => {
  const only = async (record: object) => (await told(JSON.stringify([record])))[0]?.[1]

  it('of Keycloak brings state and password hash', { meta }, async () => {
    const parts = {
      secretData: '{"value":"aGFzaA==","salt":"c2FsdA=="}',
      credentialData: '{"hashIterations":27500,"algorithm":"pbkdf2-sha256"}',
    }
    expect(
      await only({
        username: 'zoe',
        enabled: false,
        attributes: { locale: ['de'] },
        credentials: [
          { id: 'x', type: 'otp', secretData: '{"value":"secret"}' },
          { id: 'y', type: 'password', createdDate: 1, ...parts },
        ],
      }),
    ).toEqual({
      username: 'zoe',
      enabled: 'false',
      'attributes.locale': 'de',
      state: 'INACTIVE',
      passwordHash: JSON.stringify(parts),
    })
  })

  it('of Auth0 is named by user name or address', { meta }, async () => {
    const common = { Email: 'zoe@acme.example', 'Given Name': 'Zoë' }
    expect(await only({ Id: 'auth0|5f7c', ...common })).toEqual({
      ...common,
      userId: 'zoe@acme.example',
      externalId: 'auth0|5f7c',
    })
    const custom_password_hash = { algorithm: 'bcrypt', hash: { value: '$2b$10$x' } }
    expect(
      await only({ user_id: 'auth0|1', username: 'zoe', blocked: true, custom_password_hash }),
    ).toEqual({
      username: 'zoe',
      blocked: 'true',
      userId: 'zoe',
      externalId: 'auth0|1',
      state: 'INACTIVE',
      passwordHash: '$2b$10$x',
    })
  })

  it('of Okta has its profile beside its state', { meta }, async () => {
    const hash = { algorithm: 'BCRYPT', workFactor: 7, salt: 's'.repeat(22), value: 'v'.repeat(31) }
    const record = {
      id: '00u1',
      status: 'DEPROVISIONED',
      profile: { login: 'zoe', email: 'z@a.example' },
    }
    expect(await only({ ...record, credentials: { password: { hash } } })).toEqual({
      login: 'zoe',
      email: 'z@a.example',
      id: '00u1',
      status: 'DEPROVISIONED',
      externalId: '00u1',
      state: 'INACTIVE',
      passwordHash: `$2b$07$${'s'.repeat(22)}${'v'.repeat(31)}`,
    })
    const salted = {
      algorithm: 'SHA-256',
      saltOrder: 'POSTFIX',
      salt: 'c2FsdA==',
      value: Buffer.alloc(32, 'hash').toString('base64'),
    }
    expect(await only({ ...record, credentials: { password: { hash: salted } } })).toMatchObject({
      passwordHash: `{SSHA256}${Buffer.from(`${'hash'.repeat(8)}salt`).toString('base64')}`,
    })
  })

  it('of SCIM has its primary address', { meta }, async () => {
    const emails = [{ value: 'a@a.example' }, { value: 'b@a.example', type: 'work', primary: true }]
    expect(await only({ userName: 'zoe', active: true, emails })).toEqual({
      userName: 'zoe',
      active: 'true',
      emails: 'b@a.example',
      'emails.work': 'b@a.example',
      state: 'ACTIVE',
    })
  })
})
