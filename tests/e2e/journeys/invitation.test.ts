import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor } from '../support/browser.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { createAuthenticatorApp } from '../support/sign-in.ts'
import { mailbox, press, startWalk, type Walk } from '../support/walk.ts'

let scene: Scene
let walk: Walk
beforeAll(async () => {
  scene = await openDemonstration()
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

it('an invited user chooses a password, enrolls an app and is signed in', async () => {
  const { page: office } = walk.administrator
  await walk.open(office, '/#/user/add')
  await office.getByLabel('User ID').fill('iris')
  await office.getByLabel('First name').fill('Iris')
  await office.getByLabel('Email').fill(mailbox('iris'))
  await press(office, 'Add user')
  await office.getByText(`Sent to ${mailbox('iris')}`).waitFor()
  await office.getByText('Invited', { exact: true }).waitFor()
  const link = await walk.mailed('iris', /\/setup\/[\w-]{22}/)
  const visitor = await newVisitor(scene.browser)
  const { page } = visitor
  await walk.open(page, link)
  await page.getByRole('heading', { level: 1, name: 'Set up your account' }).waitFor()
  const seen = await faultsSeen(page, 'an invitation')
  await page.getByLabel('Password', { exact: true }).fill('Abend-Ziegel-31-Moos')
  await press(page, 'Continue')
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await page.getByText('Enter the key by hand').click()
  const key = /\b([A-Z2-7]{4}(?: ?[A-Z2-7]{4}){7})\b/.exec(await page.locator('body').innerText())
  const app = createAuthenticatorApp((key?.[1] ?? '').replaceAll(' ', ''))
  await page.getByLabel('Six-digit code').fill(await app.code())
  await press(page, 'I have kept the codes')
  await page.getByRole('heading', { level: 1, name: 'Your account is ready' }).waitFor()
  await press(page, 'Continue')
  await page.waitForURL(/#\/(?!redirect)/)
  await walk.open(page, link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(seen).toEqual([])
  expect([...walk.faults(), ...visitor.faults]).toEqual([])
})
