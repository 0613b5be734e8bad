import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'

const periodMillis = 30_000

/** An authenticator app: codes of one secret, never the same code twice. */
export const createAuthenticatorApp = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let last = 0
  return {
    /** This period's code or, when that is used, the next one's, which is good already. */
    async code(): Promise<string> {
      const present = (): number => Math.floor(Date.now() / periodMillis)
      while (last > present()) await new Promise((resolve) => setTimeout(resolve, 500))
      last = Math.max(present(), last + 1)
      return totp.generate({ timestamp: last * periodMillis })
    },
  }
}

export type AuthenticatorApp = ReturnType<typeof createAuthenticatorApp>

export interface Person {
  readonly userId: string
  readonly password: string
  readonly app: AuthenticatorApp
}

/** On the sign-in page: user id and password. */
export const givePassword = async (
  page: Page,
  { userId, password }: Omit<Person, 'app'>,
): Promise<void> => {
  await page.getByLabel('User ID').fill(userId)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Takes a way that was not asked for first. */
export const chooseWay = async (page: Page, name: RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'Try another way' }).click()
  await page.getByRole('button', { name }).click()
}

/** On the sign-in page: user id, password, code; whoever has a passkey is asked for that first. */
export const signIn = async (page: Page, person: Person): Promise<void> => {
  await givePassword(page, person)
  const digits = page.getByLabel('Six-digit code')
  const passkey = page.getByRole('button', { name: 'Use passkey' })
  await digits.or(passkey).waitFor()
  if (await passkey.isVisible()) await chooseWay(page, /authenticator app/i)
  // Six digits are enough: the page sends them by itself.
  await digits.fill(await person.app.code())
}

/**
 * The link to a page in the console's menu, whose groups are opened until it shows. The menu is there
 * once a user is signed in.
 */
export const inMenu = async (page: Page, name: string): Promise<Locator> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const link = menu.getByRole('link', { name, exact: true })
  const closed = menu.getByRole('button', { expanded: false }).first()
  await menu.getByRole('button').first().waitFor()
  while (!(await link.isVisible()) && (await closed.isVisible())) await closed.click()
  return link
}

/** A part of the page that is open, in the list beside it. */
export const partOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('navigation').getByRole('link', { name, exact: true })
