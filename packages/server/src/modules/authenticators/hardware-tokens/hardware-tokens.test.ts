import { assignOwnToken } from '@signet/contract/access/own-hardware-tokens'
import {
  assignToken,
  assignTokenBySerial,
  importTokens,
  listAssignedTokens,
  listUnassignedTokens,
  unassignToken,
} from '@signet/contract/authenticators/hardware-tokens'
import { startTokenActivation } from '@signet/contract/authenticators/tokens'
import { deleteUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStock, packed, pressed } from '../../../../testing/authenticators/hardware-tokens.ts'
import {
  container,
  keyPackage,
  preshared,
  several,
} from '../../../../testing/authenticators/key-files.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

it('imports a key file once, and finds its tokens by the beginning of their numbers', async () => {
  const body = { content: packed(several) }
  const { body: first } = await test.call(importTokens, { as, body })
  const kind = { algorithmType: 'OATH_HOTP', hash: 'SHA1', digits: 8, periodSeconds: 30 }
  const kinds = [{ ...kind, count: 3, assumed: [] }]
  expect(first).toEqual({ imported: 3, refused: [], layout: 'PSKC', kinds })
  const { body: again } = await test.call(importTokens, { as, body })
  expect(again).toMatchObject({ imported: 0, refused: [{ reason: 'EXISTS' }, {}, {}] })
  const found = await test.call(listUnassignedTokens, { as, body: { search: '9876543', limit: 2 } })
  expect(found.body).toMatchObject({
    results: [{ serialNumber: '987654321' }, { serialNumber: '987654322' }],
    paging: { total: 3 },
  })
  expect(found.text).not.toContain('MTIzNDU2')
})

it('takes a key file as it is, in UTF-8 or UTF-16, as well as compressed', async () => {
  const xml = container(keyPackage({ serial: 'plain-1' }))
  const utf16 = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  for (const bytes of [Buffer.from(xml), Buffer.from(`\ufeff${xml}`), utf16]) {
    const body = { content: bytes.toString('base64'), dryRun: true }
    expect((await test.call(importTokens, { as, body })).body).toEqual({
      imported: 1,
      refused: [],
      layout: 'PSKC',
      kinds: [expect.objectContaining({ count: 1, digits: 8 })],
    })
  }
})

it('says that a key file stays closed without its key', async () => {
  const { status, body } = await test.call(importTokens, {
    as,
    body: { content: packed(preshared.xml) },
  })
  expect([status, body.code]).toEqual([400, 'token_file_invalid'])
})

it('gives a token to a user, takes it back, and never shows its secret', {
  meta: { covers: ['lifecycle.token-assign'] },
}, async () => {
  const user = await buildUser(test.ctx)
  const { id: tokenid, serial } = await buildStock(test.ctx)
  const params = { tokenid }
  const given = await test.call(assignToken, { as, params, body: { userId: user.id } })
  expect(given.body).toMatchObject({ state: 'ACTIVE', userId: user.id })
  const twice = await test.call(assignToken, { as, params, body: { userId: user.id } })
  expect(twice.body.code).toBe('token_invalid_state')
  expect((await test.call(startTokenActivation, { as, params })).body.code).toBe(
    'token_invalid_state',
  )
  const page = await test.call(listAssignedTokens, { as, body: { search: user.userId } })
  expect(page.body).toMatchObject({ results: [{ serialNumber: serial, userName: user.userId }] })
  const back = await test.call(unassignToken, { as, params })
  expect(back.body).toMatchObject({ state: 'UNASSIGNED', userId: null })
})

it('keeps a token whose owner is deleted', {
  meta: { covers: ['lifecycle.token-assign'] },
}, async () => {
  const user = await buildUser(test.ctx)
  const { serial } = await buildStock(test.ctx)
  const params = { id: user.id }
  const body = { serialNumber: serial, response: pressed(0) }
  expect((await test.call(assignTokenBySerial, { as, params, body })).status).toBe(200)
  await test.call(deleteUser, { as, params })
  const { body: page } = await test.call(listUnassignedTokens, { as, body: { search: serial } })
  expect(page).toMatchObject({ results: [{ serialNumber: serial, state: 'UNASSIGNED' }] })
})

it('is taken over by who holds it, with its number and a code; all else is answered alike', {
  meta: { covers: ['lifecycle.token-assign'] },
}, async () => {
  const user = await buildUser(test.ctx)
  const own = await signInAs(test.ctx, user)
  const { serial } = await buildStock(test.ctx)
  const claim = async (serialNumber: string, response: string) =>
    (await test.call(assignOwnToken, { as: own, body: { serialNumber, response } })).body
  expect((await claim('nobody', pressed(0))).code).toBe('invalid_user_response')
  expect((await claim(serial, '000000')).code).toBe('invalid_user_response')
  expect(await claim(serial, pressed(1))).toMatchObject({ state: 'ACTIVE', userId: user.id })
})
