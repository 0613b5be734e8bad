import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, signedInState, textAt, tokenOf } from './api.ts'
import { newVisitor, openAnew, type Visitor } from './browser.ts'
import { demonstrationPerson, mailTo } from './demonstration.ts'
import type { Scene } from './scene.ts'
import { givePassword, type Person } from './sign-in.ts'

export type Whoever = Pick<Person, 'userId' | 'password'>

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Presses in the question that is open. */
export const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Chooses in a field that searches what is typed: an option may move while others go. */
export const choose = async (
  page: Page,
  field: string,
  typed: string,
  name: RegExp,
): Promise<void> => {
  await page.getByRole('combobox', { name: field }).fill(typed)
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: name }).waitFor()
  await options.filter({ hasNotText: name }).first().waitFor({ state: 'detached' })
  await options.filter({ hasText: name }).click()
}

/** Somebody is in once their menu is there. */
export const expectArrival = async (page: Page): Promise<void> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  expect(await menu.isVisible()).toBe(true)
}

export const fromMenu = async (page: Page, what: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${what}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export const mailbox = (userId: string): string => `${userId}@acme.example`

/** A browser in which one of the demonstration's people has signed in; it has opened nothing yet. */
export const visitAs = async ({ browser, service }: Scene, userId: string): Promise<Visitor> =>
  newVisitor(browser, { storageState: await signedInState(service, userId) })

const closing = (page: Page, which: { hasText?: string; hasNotText?: string }): Locator =>
  page.getByRole('status').filter(which).getByRole('button', { name: 'Close', exact: true })

/** Closes the first message of these, if one is there still: each goes by itself after a while. */
const closeFirst = (buttons: Locator): Promise<void> =>
  buttons.evaluateAll((all: HTMLElement[]) => {
    for (const button of all.slice(0, 1)) button.click()
  })

const startingWith = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`)

/**
 * Waits for a message, or for a notice that begins so: a text that only holds the word is not taken for it.
 * Three messages show at a time: those before it are closed where more wait.
 */
export const hear = async (page: Page, said: string): Promise<void> => {
  const wanted = page
    .getByRole('status')
    .filter({ hasText: said })
    .or(page.getByText(startingWith(said)))
    .first()
  const other = closing(page, { hasNotText: said })
  while (!(await wanted.isVisible())) {
    await wanted.or(other).first().waitFor()
    await closeFirst(other)
  }
}

/** Presses a button, and waits until the page says what came of it, not of something before. */
export const pressAndHear = async (page: Page, name: string, said: string): Promise<void> => {
  await closeFirst(closing(page, { hasText: said }))
  await press(page, name)
  await hear(page, said)
}

/** An administrator and people of the demonstration, each in a browser of their own. */
export const startWalk = async (scene: Scene) => {
  const visitors: Visitor[] = []
  const watched = (visitor: Visitor): Visitor => {
    visitors.push(visitor)
    return visitor
  }
  const open = (page: Page, path: string): Promise<void> =>
    openAnew(page, `${scene.service.url}${path}`)

  const leave = async (page: Page): Promise<void> => {
    await open(page, '/#/logout')
    const isOut = page.getByRole('heading', { name: 'You are signed out' })
    const question = page.getByRole('heading', { name: 'Sign out?' })
    // A session that the service has ended is not asked about; who had none is told so.
    await isOut.or(question).or(page.getByLabel('User ID')).waitFor()
    if (await question.isVisible()) await press(page, 'Sign out')
    else if (await isOut.isVisible()) await open(page, '/#/')
    await page.getByLabel('User ID').waitFor()
  }

  const administrator = watched(await visitAs(scene, 'ada'))
  const idOf = async (userId: string): Promise<string> => {
    const as = await tokenOf(scene.service, 'ada')
    return textAt(await call(scene.service, 'v3/users/userid', { as, body: { userId } }), 'id')
  }

  const acquainted = (visitor: Visitor, userId: string) => {
    const { page } = visitor
    const whoever: Whoever = demonstrationPerson(userId)
    const knock = async (): Promise<void> => {
      await leave(page)
      await givePassword(page, whoever)
    }
    return { visitor, page, whoever, knock }
  }

  return {
    administrator,
    open,
    leave,
    /** One of the demonstration's people, at the sign-in page. */
    meet: async (userId: string) => {
      const met = acquainted(watched(await newVisitor(scene.browser)), userId)
      await open(met.page, '/#/')
      return met
    },
    /** One of the demonstration's people, who has signed in and opened nothing yet. */
    enter: async (userId: string) => acquainted(watched(await visitAs(scene, userId)), userId),
    ownWays: async (page: Page): Promise<void> => {
      await open(page, '/#/myprofile/authenticators')
      await page.getByRole('heading', { level: 1, name: 'Sign-in methods' }).waitFor()
    },
    /** What an administrator sees of somebody's authenticators. */
    waysOf: async (userId: string): Promise<Page> => {
      const { page } = administrator
      await open(page, `/#/user/${await idOf(userId)}/authenticators`)
      await page.getByRole('heading', { name: 'Grid cards' }).waitFor()
      return page
    },
    /** What a pattern finds in the newest mail to somebody, once another one has come. */
    mailed: async (userId: string, pattern: RegExp, before = ''): Promise<string> => {
      const found = async (): Promise<string> =>
        pattern.exec(await mailTo(scene.service.url, mailbox(userId), pattern))?.[0] ?? ''
      await expect.poll(async () => (await found()) !== before && (await found()) !== '').toBe(true)
      return found()
    },
    /** From now on everybody who may get a code signs in by one, beside the password. */
    askEverybodyForTwo: async (): Promise<void> => {
      const { page } = administrator
      await open(page, '/#/authenticationflow/add')
      await page.getByLabel('Name').fill('Two factors of everybody')
      await page.getByLabel('Add to: Second factors').selectOption('Code that is sent')
      await page.getByLabel('Second factor asked').selectOption('Of everybody')
      await page.getByRole('checkbox', { name: 'Everybody signs in by this flow' }).check()
      await press(page, 'Save')
      await page.getByRole('link', { name: 'Two factors of everybody' }).waitFor()
    },
    /** What went wrong in any of the pages. */
    faults: (): string[] => visitors.flatMap(({ faults }) => faults),
  }
}

export type Walk = Awaited<ReturnType<typeof startWalk>>
