import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor, sharedBrowser, type Visitor } from '../support/browser.ts'
import { createAuthenticatorApp, inMenu, type Person, signIn } from '../support/sign-in.ts'
import { type Clone, cloneCheckout } from './clone.ts'
import { needsDemonstration } from './commands.ts'
import { readDocuments } from './documents.ts'
import { setUpAdministrator } from './first-start.ts'
import { startEnvironment } from './ports.ts'
import { hasStarted, type Printed, type PrintedAccount, readPrinted, setupLink } from './printed.ts'
import { runBlocks } from './run-blocks.ts'
import { type Running, type } from './shell.ts'

const documents = readDocuments()
const [start = '', demo = '', sample = '', ...others] = documents
  .filter(({ path }) => path === 'README.md')
  .flatMap(({ blocks }) => blocks.map(({ text }) => text))

let clone: Clone
let port: Readonly<Record<string, string>>
const visitors: Visitor[] = []
const running: Running[] = []

beforeAll(async () => {
  clone = await cloneCheckout()
  port = await startEnvironment()
})
afterAll(async () => {
  for (const each of running) await each.interrupt()
  for (const { context } of visitors) await context.close()
  await clone?.remove()
})

const run = (commands: string, environment = port): Running => {
  const started = type({ commands, folder: clone.path, environment })
  running.push(started)
  return started
}

const newPage = async (): Promise<Page> => {
  const visitor = await newVisitor(await sharedBrowser('whole'))
  visitors.push(visitor)
  return visitor.page
}

/** The main menu is there, behind the terms of use where an administrator comes for the first time. */
const arrive = async (page: Page): Promise<void> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const terms = page.getByRole('dialog', { name: 'Terms of use' })
  // The terms may come a moment after the menu, which they hide.
  do {
    await menu.or(terms).first().waitFor()
    if (!(await terms.isVisible())) continue
    await terms.getByRole('checkbox').check()
    await terms.getByRole('button', { name: 'OK' }).click()
    await terms.waitFor({ state: 'hidden' })
  } while (!(await menu.isVisible()))
}

const faults = (): string[] => visitors.flatMap((visitor) => visitor.faults)

describe('the first start of the README', () => {
  let service: Running
  let printed: Printed
  let page: Page
  let alice: Person

  it('prints a link for the first administrator', async () => {
    service = run(start)
    printed = readPrinted(await service.until(hasStarted))
    printed.used(printed.read(/^Signet \S+: (http\S+)$/m))
    expect(printed.read(setupLink)).toMatch(/^http/)
  })

  it('sets up the administrator by that link, with a password and a second factor', async () => {
    const link = printed.read(setupLink)
    page = await newPage()
    alice = await setUpAdministrator(page, link, {
      userId: 'alice',
      password: 'Quarz-Lampe-93-Fjord',
    })
    printed.used(link)
    expect(printed.unused()).toEqual([])
  })

  it('adds a user', async () => {
    await (await inMenu(page, 'Users')).click()
    await page.getByRole('link', { name: 'Add user' }).click()
    await page.getByLabel('User ID').fill('grace')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Holm')
    await page.getByRole('button', { name: 'Add user' }).click()
    const heading = page.getByRole('heading', { name: 'Grace Holm' })
    await heading.waitFor()
    expect(await heading.count()).toBe(1)
  })

  it('signs out and in again, and stops by Ctrl-C', async () => {
    await page.getByRole('button', { name: /^alice/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, alice)
    await arrive(page)
    await page.goto('about:blank')
    await service.interrupt()
    expect(faults()).toEqual([])
  })
})

describe('the demonstration of the README', () => {
  let service: Running
  let printed: Printed
  let home: string
  let people: ReadonlyMap<string, Person>
  const personOf = (userId: string): Person => {
    const person = people.get(userId)
    if (person === undefined) throw new Error(`${userId} is not printed`)
    return person
  }

  it('prints accounts with their secrets', async () => {
    service = run(demo)
    printed = readPrinted(await service.until(hasStarted))
    home = printed.read(/^Signet \S+: (http\S+)$/m)
    const password = printed.read(/^Accounts to try, all with the password (\S+):$/m)
    const secret = printed.read(/^For their second factor, add this secret .*: ([A-Z2-7]+)$/m)
    people = new Map(
      printed.accounts.map(({ userId }) => [
        userId,
        { userId, password, app: createAuthenticatorApp(secret) },
      ]),
    )
    expect(people.size).toBeGreaterThan(5)
    for (const item of [password, secret]) printed.used(item)
  })

  it('signs every account in, at its own link where it has one', async () => {
    const enter = async ({ userId, link }: PrintedAccount): Promise<void> => {
      const page = await newPage()
      await page.goto(link ?? home)
      await signIn(page, personOf(userId))
      await arrive(page)
      for (const item of [userId, link ?? home]) printed.used(item)
    }
    for (const account of printed.accounts) await enter(account)
    const owner = printed.read(/^(\S+)'s hardware token uses the same TOTP secret\.$/m)
    expect(printed.accounts.map(({ userId }) => userId)).toContain(owner)
    expect(faults()).toEqual([])
  })

  it('captures emails where it says', async () => {
    const outbox = printed.read(/^Emails are captured at (http\S+)$/m)
    const response = await fetch(outbox)
    expect(response.status).toBe(200)
    const mails: unknown = await response.json()
    expect(JSON.stringify(mails)).toContain('@acme.example')
    printed.used(outbox)
  })

  it('signs anna in to the sample application with its own registration', async () => {
    const command = printed.read(/^Sample application: (npm run \S+) \(asks anna which .*\)$/m)
    expect(command).toBe(sample)
    const [line = ''] = (await run(sample, {}).until(/^Sample application: /)).slice(-1)
    const page = await newPage()
    await page.goto(line.replace(/^.*: /, ''))
    const answered = page.waitForResponse(/[?&]client_id=/)
    await page.getByRole('link', { name: 'Sign in with Signet' }).click()
    expect((await answered).headers()['location']).not.toMatch(/error/)
    await signIn(page, personOf('anna'))
    await page.getByRole('heading', { level: 1, name: 'Choose an organization' }).waitFor()
    await page.getByRole('button', { name: /^Acme/ }).first().click()
    await page.getByRole('heading', { name: 'Hello Anna Berg' }).waitFor()
    expect(await page.locator('pre').innerText()).toContain('"org_id"')
    expect(faults()).toEqual([])
    printed.used(command)
  })

  it('prints nothing that was not used', () => {
    expect(printed.unused()).toEqual([])
  })

  it.each(documents.filter(needsDemonstration))(
    'leaves what the commands of $path read',
    async (document) => {
      await service.interrupt()
      expect(await runBlocks(document, { clone, environment: port })).toBeGreaterThan(0)
    },
  )
})

it('the README has no other commands', () => {
  expect(others).toEqual([])
})
