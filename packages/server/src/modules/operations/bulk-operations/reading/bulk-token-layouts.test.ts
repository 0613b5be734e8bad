import { hotp, timeStep } from '@signet/algorithms/otp'
import { tryTokenFile } from '@signet/contract/authenticators/hardware-tokens'
import { tryBulkToken } from '@signet/contract/operations/bulk-operations'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed, pressed, secret } from '../../../../../testing/authenticators/hardware-tokens.ts'
import { container, keyPackage } from '../../../../../testing/authenticators/key-files.ts'
import { buildAdmin, buildGroup, buildUser } from '../../../../../testing/builders.ts'
import { type BulkDriver, bulkDriver, runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
let imports: BulkDriver
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  imports = bulkDriver('importhardwaretokens', test.call, as)
})
afterAll(() => test.close())

const kind = 'importhardwaretokens' as const
const hex = secret.toString('hex')
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const tokenNamed = (serial: string) =>
  test.ctx.db
    .selectFrom('tokens')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('serial', '=', serial)
    .executeTakeFirst()

const dryRun = (content: string) => runFile(test, { kind, as, content, dryRun: true })
const run = (content: string) => runFile(test, { kind, as, content })

const assumed = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([column, value]) => ({ column, value }))

const entra = 'upn,serial number,secret key,time interval,manufacturer,model\n'

describe('a file for Microsoft Entra', () => {
  it('is recognized, and makes clocks that go by its interval', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { userId, id } = await buildUser(test.ctx)
    const content = `${entra}${userId},E-1,${base32},60,Contoso,HardwareKey\n`
    const { body } = await imports.upload(content)
    expect(body.tokenLayout).toEqual({
      name: 'ENTRA',
      algorithmType: 'OATH_TOTP',
      periodSeconds: null,
      secretEncoding: 'BASE32',
    })
    const told = {
      action: 'CREATE',
      assumed: assumed({ algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6' }),
    }
    expect(await dryRun(content)).toMatchObject([told])
    expect(await tokenNamed('E-1')).toBeUndefined()
    expect(await run(content)).toMatchObject([told])
    expect(await tokenNamed('E-1')).toMatchObject({
      algorithm_type: 'OATH_TOTP',
      algorithm: 'SHA1',
      digits: 6,
      period_seconds: 60,
      user_id: id,
      state: 'ACTIVE',
      manufacturer: 'Contoso',
    })
  })

  it('waits for a receipt where the tenant wants one', async () => {
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: true } })
    const { userId } = await buildUser(test.ctx)
    await run(`${entra}${userId},E-2,${base32},30,,\n`)
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: false } })
    expect(await tokenNamed('E-2')).toMatchObject({ state: 'NEW' })
  })

  it('reads a secret of Base32 that could be hexadecimal, and says so', async () => {
    const [row] = await dryRun(`${entra},E-3,2234567abcdef2234567abcdef,60,Contoso,HardwareKey\n`)
    expect(row).toMatchObject({
      action: 'CREATE',
      assumed: expect.arrayContaining(assumed({ secretEncoding: 'BASE32' })),
    })
  })

  it('tells by line whom it cannot give a token', async () => {
    const full = await buildUser(test.ctx)
    const group = await buildGroup(test.ctx)
    const rows = Array.from({ length: 6 }, (_, at) => `${full.userId},F-${at},${base32},30,,`)
    const content = `${entra}${rows.join('\n')}\nnobody@contoso.test,F-7,${base32},30,,\n`
    const [, , , , , sixth, stranger] = await dryRun(content)
    expect(sixth).toMatchObject({ errorCode: 'token_limit_reached', column: 'userId' })
    expect(stranger).toMatchObject({ errorCode: 'user_not_found', column: 'userId' })
    const grouped = `upn,serial,secret,group\n${full.userId},F-8,${base32},${group.name}\n`
    expect(await dryRun(grouped)).toMatchObject([
      { errorCode: 'token_not_for_user', column: 'userId' },
    ])
  })

  it('gives nothing to people out of reach', { meta: { covers: ['S43'] } }, async () => {
    const mine = await buildGroup(test.ctx)
    const stranger = await buildUser(test.ctx)
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [mine.id],
      permissions: (['BULKUSERS', 'BULKHARDWARETOKENS', 'TOKENS'] as const).flatMap((entity) =>
        (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map((action) => [entity, action] as const),
      ),
    })
    const content = `upn,serial,secret,group\n${stranger.userId},L-1,${base32},${mine.name}\n`
    expect(await runFile(test, { kind, as: token, content })).toMatchObject([
      { errorCode: 'user_not_found', column: 'userId' },
    ])
  })

  it('gives tokens only by those who may change them', { meta: { covers: ['S43'] } }, async () => {
    const { userId } = await buildUser(test.ctx)
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKHARDWARETOKENS', 'VIEW'],
        ['BULKHARDWARETOKENS', 'ADD'],
        ['TOKENS', 'ADD'],
      ],
    })
    const content = `${entra}${userId},L-2,${base32},30,,\n,L-3,${base32},30,,\n`
    expect(await runFile(test, { kind, as: token, content })).toMatchObject([
      { errorCode: 'access_denied', column: 'userId' },
      { action: 'CREATE' },
    ])
  })
})

describe('files of makers', () => {
  it.each([
    [
      'Deepnet, in Base32',
      `serial number,secret key,time interval,manufacturer,model\nD-1,${base32},60,Deepnet Security,SafeID/Classic\n`,
      'DEEPNET',
      { algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6' },
    ],
    [
      'Deepnet, in hexadecimal',
      `serial number,secret key,time interval,manufacturer,model\nD-1,${hex},60,Deepnet Security,SafeID/Classic\n`,
      'DEEPNET',
      { algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6' },
    ],
    [
      'CyberArk, whose column Algorithm is the hash function',
      `User Name,Token Identifier,Secret Key (HEX),Issuer,Algorithm,OTP Digits,Type,Period\n,C-1,${hex},Acme,sha256,8,totp,30\n`,
      'CYBERARK',
      {},
    ],
    [
      'FortiToken, without a header',
      `FTK200AAAA000001,${hex}\nFTK200AAAA000002,${hex}\n`,
      'SERIAL_SEED',
      { algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6', periodSeconds: '60' },
    ],
    [
      'Duo, with counters and without a header',
      `2600000000001,${hex},5\n`,
      'SERIAL_SEED',
      { algorithmType: 'OATH_HOTP', hash: 'SHA1', digits: '6' },
    ],
    [
      'Duo, with intervals and without a header',
      `2600000000001,${hex},30\n`,
      'SERIAL_SEED',
      { algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6' },
    ],
    [
      'Feitian, by blanks, of clocks',
      `2600000000001 ${base32}\n2600000000002 ${base32}\n`,
      'FEITIAN',
      { algorithmType: 'OATH_TOTP', hash: 'SHA1', digits: '6', periodSeconds: '60' },
    ],
    [
      'Feitian, by blanks, of counters',
      `2600000000001 ${hex}\n`,
      'FEITIAN',
      { algorithmType: 'OATH_HOTP', hash: 'SHA1', digits: '6', counter: '0' },
    ],
    ['privacyIDEA and LinOTP', `OATH0001,${hex},totp,8,60\n`, 'OATH_LIST', { hash: 'SHA1' }],
  ])('%s', async (_, content, name, values) => {
    const { body, text } = await imports.upload(content)
    expect(body.tokenLayout).toMatchObject({ name })
    expect(text).not.toMatch(new RegExp(`${hex}|${base32}`, 'i'))
    const rows = await dryRun(content)
    // Every line but a header is a token: the first one, too.
    const isHeaded = name === 'DEEPNET' || name === 'CYBERARK'
    expect(rows).toHaveLength(content.trim().split('\n').length - (isHeaded ? 1 : 0))
    for (const row of rows) {
      expect(row).toMatchObject({ action: 'CREATE', assumed: assumed(values) })
    }
  })

  it('says in the columns beats what a layout usually has', async () => {
    const header = 'upn,serial number,secret key,time interval,type,hash function,digits\n'
    await run(`${header},X-1,${hex.toUpperCase()},30,HOTP,HMAC-SHA256,8\n`)
    expect(await tokenNamed('X-1')).toMatchObject({
      algorithm_type: 'OATH_HOTP',
      algorithm: 'SHA256',
      digits: 8,
    })
  })

  it('takes the OATH slots of a log of YubiKeys, and says why no others', async () => {
    const line = (type: string, id: string, digits: number): string =>
      `${type},1/1/26 10:00,1,${id},ab86c04de6a3,${hex},,,0,0,0,${digits},0,0,0,0,0,0`
    const content = `LOGGING START,1/1/26 10:00\n${line('OATH-HOTP', 'ubhe00000001', 8)}\n${line('Yubico OTP', 'vvgutbiedkvi', 0)}\n`
    expect(await run(content)).toMatchObject([
      { name: 'ubhe00000001', action: 'CREATE' },
      { name: 'vvgutbiedkvi', errorCode: 'yubico_otp_unsupported' },
    ])
    expect(await tokenNamed('ubhe00000001')).toMatchObject({
      algorithm_type: 'OATH_HOTP',
      digits: 8,
    })
  })
})

describe('a code that is tried before the import', () => {
  const codeOf = (
    period: number,
    {
      algorithm = 'SHA1',
      digits = 6,
      off = 0,
    }: { algorithm?: 'SHA1' | 'SHA256'; digits?: number; off?: number } = {},
  ): string => hotp({ secret, digits, algorithm }, timeStep(test.clock.now(), period) + off)

  const tried = async (content: string, response: string, serialNumber = 'T-1') => {
    const { id } = await imports.upload(content)
    const body = { serialNumber, response }
    return test.call(tryBulkToken, { as, params: { id }, body })
  }

  it('fits a token that is imported as it is', async () => {
    const { body } = await tried(`${entra},T-1,${base32},60,,\n`, codeOf(60, { off: 2 }))
    expect(body).toMatchObject({
      fits: true,
      imported: { algorithmType: 'OATH_TOTP', digits: 6, periodSeconds: 60 },
    })
    expect(body.found).toContainEqual({
      algorithmType: 'OATH_TOTP',
      hash: 'SHA1',
      digits: 6,
      periodSeconds: 60,
      counter: null,
      driftSeconds: 120,
      secretEncoding: 'BASE32',
    })
    expect(await tokenNamed('T-1')).toBeUndefined()
  })

  it('says as what it fits otherwise', async () => {
    const content = `serialNumber,secret\nT-1,${hex}\n`
    const found = async (code: string) => (await tried(content, code)).body
    expect(await found(pressed(3))).toMatchObject({
      fits: true,
      found: expect.arrayContaining([expect.objectContaining({ counter: 3 })]),
    })
    expect(await found(codeOf(30, { algorithm: 'SHA256', digits: 8 }))).toMatchObject({
      fits: false,
      found: [{ algorithmType: 'OATH_TOTP', hash: 'SHA256', digits: 8, periodSeconds: 30 }],
      imported: { algorithmType: 'OATH_HOTP', digits: 6 },
    })
    // Eight digits of the right counter: the token would show six.
    expect(await found(pressed(3, 8))).toMatchObject({ fits: false, found: [{ counter: 3 }] })
  })

  it('finds the reading of a secret that two encodings fit', async () => {
    const both = '2234567abcdef2234567abcdef234567'
    const code = hotp({ secret: Buffer.from(both, 'hex'), digits: 8, algorithm: 'SHA1' }, 0)
    const { body } = await tried(`${entra},T-1,${both},30,,\n`, code)
    expect(body).toMatchObject({
      fits: false,
      found: [{ algorithmType: 'OATH_HOTP', secretEncoding: 'HEX', counter: 0 }],
    })
  })

  it('is of a token of the file, in a file that can be read', async () => {
    const content = `serialNumber,secret\nT-1,${hex}\nT-2,short\n`
    expect((await tried(content, pressed(0), 'T-9')).body.code).toBe('not_found')
    const { body } = await tried(content, pressed(0), 'T-2')
    expect(body).toMatchObject({ code: 'invalid_parameters', fields: [{ path: 'file.secret' }] })
    const { id } = await imports.upload(content)
    await test.call(imports.calls.cancelBulk, { as, params: { id } })
    const over = { as, params: { id }, body: { serialNumber: 'T-1', response: pressed(0) } }
    expect((await test.call(tryBulkToken, over)).body.code).toBe('bulk_invalid_state')
  })

  it('is of a key file, too', async () => {
    const content = packed(
      container(keyPackage({ serial: 'K-1', algorithm: 'totp', digits: 6, counter: null })),
    )
    const attempt = async (response: string, serialNumber = 'K-1') =>
      (await test.call(tryTokenFile, { as, body: { content, serialNumber, response } })).body
    expect(await attempt(codeOf(30))).toMatchObject({
      fits: true,
      imported: { assumed: assumed({ hash: 'SHA1', periodSeconds: '30' }) },
    })
    expect(await attempt(codeOf(60))).toMatchObject({ fits: false })
    expect(await attempt(codeOf(30), 'K-2')).toMatchObject({ code: 'not_found' })
  })
})
