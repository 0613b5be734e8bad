import { confirmOwnToken } from '@signet/contract/access/own-hardware-tokens'
import { assignToken, unassignToken } from '@signet/contract/authenticators/hardware-tokens'
import { deleteToken } from '@signet/contract/authenticators/tokens'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { updateUserNotificationSettings } from '@signet/contract/settings/user-notification'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverNotices, mailsTo, noticeTo } from '../../../../testing/access/mail.ts'
import { buildStock, pressed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const assigned = async (email: string) => {
  const user = await buildUser(test.ctx, { email })
  const { id: tokenid, serial } = await buildStock(test.ctx)
  const params = { tokenid }
  const { status } = await test.call(assignToken, { as, params, body: { userId: user.id } })
  expect(status).toBe(200)
  return { user, params, serial }
}

it('owners are told of a token that they are given, that works and that is taken back, by its number', async () => {
  await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: true } })
  const { user, params, serial } = await assigned('keeper@example.test')
  const given = await noticeTo(test, 'keeper@example.test', /hardware token was assigned/)
  expect(given.text).toContain(`the hardware token ${serial} was assigned`)
  const own = await signInAs(test.ctx, user)
  const receipt = { as: own, params, body: { response: pressed(0) } }
  expect((await test.call(confirmOwnToken, receipt)).body).toMatchObject({ state: 'ACTIVE' })
  const works = await noticeTo(test, 'keeper@example.test', /works now/)
  expect(works.text).toContain(serial)
  await test.call(unassignToken, { as, params })
  const taken = await noticeTo(test, 'keeper@example.test', /was taken from/)
  expect(taken.text).toContain(serial)
  expect(mailsTo(test, 'keeper@example.test')).toHaveLength(3)
  await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: false } })
})

it('owners are told of a token that is deleted; of one in stock nobody is', async () => {
  const { params } = await assigned('lost@example.test')
  await test.call(deleteToken, { as, params })
  await noticeTo(test, 'lost@example.test', /was taken from/)
  const { id: tokenid } = await buildStock(test.ctx)
  const { status } = await test.call(deleteToken, { as, params: { tokenid } })
  expect(status).toBe(204)
  await deliverNotices(test)
  expect(mailsTo(test, 'lost@example.test')).toHaveLength(2)
})

it('nobody is told where the tenant does not want it', async () => {
  const body = { tokenAdded: false, tokenRemoved: false }
  await test.call(updateUserNotificationSettings, { as, body })
  const { params } = await assigned('quiet@example.test')
  await test.call(unassignToken, { as, params })
  await deliverNotices(test)
  expect(mailsTo(test, 'quiet@example.test')).toEqual([])
})
