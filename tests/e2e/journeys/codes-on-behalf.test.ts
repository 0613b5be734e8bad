import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { confirm, expectArrival, mailbox, press, startWalk, type Walk } from '../support/walk.ts'

/* A code that an administrator has sent, as a person reads it in their mail. */

const userId = 'freya.andersson'

let mails: MailServer
let scene: Scene
let walk: Walk
beforeAll(async () => {
  mails = await startMailServer()
  scene = await openScene({ demo: true, environment: mails.environment })
  scene.onClose(() => mails.close())
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const newest = () => mails.newest(mailbox(userId), /\b\d{8}\b/)

it('is sent by an administrator, read in a real mail, and signs in once', async () => {
  await walk.askEverybodyForTwo()
  const ways = await walk.waysOf(userId)
  await press(ways, 'Send a code')
  await ways.getByRole('alertdialog').getByLabel('Way').selectOption('Email')
  await picture(ways, 'a code for the next sign-in', 'light')
  await confirm(ways, 'Send a code')
  await ways.getByText('A code is on its way to').waitFor()
  await expect.poll(newest).not.toBe('')
  const code = newest()

  const { page, whoever, knock } = await walk.meet(userId)
  const give = async (): Promise<void> => {
    // The page has one of its own sent; the other one is as good.
    await page.getByLabel('Code', { exact: true }).fill(code)
  }
  await givePassword(page, whoever)
  await give()
  await expectArrival(page)
  await knock()
  await give()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
}, 300_000)

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
