import { assignTokenBySerial, importTokens } from '@signet/contract/authenticators/hardware-tokens'
import { synchroniseToken } from '@signet/contract/authenticators/tokens'
import { updateLegacyTokenSettings } from '@signet/contract/settings/legacytoken'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import { packed, secret } from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../../testing/call.ts'
import { runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { createApp } from '../../../../app.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { TokenAlgorithm } from '../../../../platform/token-algorithms.ts'

const codeAt = (position: number): string => String(100_000 + position * 37)

/** A maker's algorithm: its codes grow by 37. */
const maker: TokenAlgorithm = {
  keyFileNames: ['urn:maker:otp'],
  find: ({ position }, codes, { window }) => {
    const reach = Array.from({ length: 2 * window + 1 }, (_, at) => position + 1 + at)
    const first = reach.find((at) => codes.every((code, next) => code === codeAt(at + next)))
    return first === undefined ? null : first + codes.length - 1
  },
}

let test: TestApp
let as: string
/** The same tenant, served by a process that has the maker's module. */
let adapted: { readonly call: Call; readonly platform: Platform; readonly close: () => unknown }
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  const platform = { ...test.platform, tokenAlgorithms: { VENDOR: maker } }
  const app = await createApp(platform)
  await app.ready()
  const call = createCall(app, new URL(test.tenant.publicUrl).host)
  adapted = { call, platform, close: () => app.close() }
})
afterAll(async () => {
  await adapted.close()
  await test.close()
})

const fileOf = (serial: string, type: string): string =>
  `serialNumber,secret,algorithmType\n${serial},${secret.toString('hex')},${type}\n`

const imported = (serial: string, type = 'VENDOR') =>
  runFile(
    { ...test, ...adapted },
    { kind: 'importhardwaretokens', as, content: fileOf(serial, type) },
  )

const keyFile = (serial: string): string =>
  packed(
    `<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc"><KeyPackage><DeviceInfo><SerialNo>${serial}</SerialNo></DeviceInfo><Key Id="1" Algorithm="urn:maker:otp"><Data><Secret><PlainValue>${secret.toString('base64')}</PlainValue></Secret></Data></Key></KeyPackage></KeyContainer>`,
  )

const signInAt = async (call: Call, userId: string, code: string): Promise<number> => {
  const browser = browserOf(call)
  await browser.query(userId)
  await browser.prove('PASSWORD', goodPassword)
  return (await browser.prove('TOKEN', code)).status
}

/** Somebody who has a token of the maker's, at position 1. */
const buildOwner = async (serialNumber: string) => {
  await imported(serialNumber)
  const user = await buildPerson(test.ctx)
  const body = { serialNumber, response: codeAt(1) }
  await adapted.call(assignTokenBySerial, { as, params: { id: user.id }, body })
  return { signIn: (code: string) => signInAt(adapted.call, user.userId, code) }
}

const change = (body: object) => adapted.call(updateLegacyTokenSettings, { as, body })

describe('a token whose algorithm is its maker’s', () => {
  it('is refused where nobody brought that, by file and by key file', async () => {
    const content = fileOf('V-1', 'VENDOR')
    const message = 'VENDOR: no adapter is configured'
    expect(await runFile(test, { kind: 'importhardwaretokens', as, content })).toMatchObject([
      { errorCode: 'bulk_value_unfit', column: 'algorithmType', message },
    ])
    expect(await imported('V-1', 'AT')).toMatchObject([{ message: 'AT: no adapter is configured' }])
    const { body } = await test.call(importTokens, { as, body: { content: keyFile('V-1') } })
    expect(body).toEqual({
      imported: 0,
      refused: [{ serialNumber: 'V-1', reason: 'UNSUPPORTED' }],
      layout: 'PSKC',
      kinds: [],
    })
  })

  it('signs its owner in where an adapter checks it, by each code once', async () => {
    expect(await imported('V-2')).toMatchObject([{ action: 'CREATE' }])
    const user = await buildPerson(test.ctx)
    const params = { id: user.id }
    const given = await adapted.call(assignTokenBySerial, {
      as,
      params,
      body: { serialNumber: 'V-2', response: codeAt(1) },
    })
    expect(given.body).toMatchObject({ state: 'ACTIVE', algorithmType: 'VENDOR' })
    const signIn = (call: Call, code: string) => signInAt(call, user.userId, code)
    expect(await signIn(adapted.call, codeAt(1))).toBe(401)
    expect(await signIn(test.call, codeAt(2))).toBe(401)
    expect(await signIn(adapted.call, codeAt(2))).toBe(200)
  })

  it('comes by a key file, too, and is brought back by two codes in a row', async () => {
    const body = { content: keyFile('V-3') }
    const { body: result } = await adapted.call(importTokens, { as, body })
    const kind = expect.objectContaining({ count: 1, assumed: ['digits'] })
    expect(result).toEqual({ imported: 1, refused: [], layout: 'PSKC', kinds: [kind] })
    const { id } = await buildPerson(test.ctx)
    const { body: token } = await adapted.call(assignTokenBySerial, {
      as,
      params: { id },
      body: { serialNumber: 'V-3' },
    })
    const params = { tokenid: String(token.id) }
    const synchronise = (response: string, nextResponse: string) =>
      adapted.call(synchroniseToken, { as, params, body: { response, nextResponse } })
    expect((await synchronise(codeAt(60), codeAt(62))).status).toBe(401)
    expect((await synchronise(codeAt(60), codeAt(61))).status).toBe(200)
  })

  /* Guard: `isOn` (adapted-codes.ts) and `usableAdapters` where tokens come in. */
  it('signs nobody in and is not imported while the tenant has switched it off', async () => {
    const owner = await buildOwner('V-5')
    expect((await change({ enabled: false })).status).toBe(200)
    expect(await owner.signIn(codeAt(2))).toBe(401)
    expect(await imported('V-6')).toMatchObject([{ message: 'VENDOR: no adapter is configured' }])
    const file = await adapted.call(importTokens, { as, body: { content: keyFile('V-6') } })
    expect(file.body).toMatchObject({ imported: 0 })
    await change({ enabled: true })
    expect(await owner.signIn(codeAt(2))).toBe(200)
  })

  /* Guards: the windows in `codes.ts`, and what they cost in `attempts.repository.ts`. */
  it('is looked for as far as its own settings say, and an answer costs as much', async () => {
    const owner = await buildOwner('V-7')
    const cost = async (): Promise<unknown> => {
      const { rows } = await sql<{ cost: number }>`
        select cost from sign_in_attempts where tenant_id = ${test.tenant.id}::uuid
          and factor = 'TOKEN' order by reserved_at desc, cost desc limit 1`.execute(test.ctx.db)
      return rows[0]?.cost
    }
    // Three positions are looked at: the fourth from where it stands is too far.
    expect(await owner.signIn(codeAt(5))).toBe(401)
    expect(await cost()).toBe(1)
    await change({ timeWindow: 3 })
    test.clock.advance(1000)
    expect(await owner.signIn(codeAt(5))).toBe(200)
    expect(await cost()).toBe(3)
    await change({ timeWindow: 1 })
  })

  it('takes no code twice, whatever its adapter says', async () => {
    const trusting = {
      ...test.platform,
      tokenAlgorithms: { VENDOR: { ...maker, find: () => 0 } },
    }
    const app = await createApp(trusting)
    await app.ready()
    try {
      const call = createCall(app, new URL(test.tenant.publicUrl).host)
      await imported('V-4')
      const { id } = await buildPerson(test.ctx)
      const body = { serialNumber: 'V-4', response: 'any code' }
      const first = await call(assignTokenBySerial, { as, params: { id }, body })
      expect(first.body).toMatchObject({ state: 'ACTIVE' })
      const params = { tokenid: String(first.body.id) }
      const codes = { response: 'any code', nextResponse: 'any code' }
      const again = await call(synchroniseToken, { as, params, body: codes })
      expect(again.status).toBe(401)
    } finally {
      await app.close()
    }
  })
})
