import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'

/** An authenticator app: codes of one secret, never the same code twice. */
export const createAuthenticatorApp = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let used = ''
  return {
    /** Waits for the next code when this one has been given out: the service takes each once. */
    async code(): Promise<string> {
      while (totp.generate() === used) await new Promise((resolve) => setTimeout(resolve, 500))
      used = totp.generate()
      return used
    },
  }
}

export type AuthenticatorApp = ReturnType<typeof createAuthenticatorApp>

export interface Person {
  readonly userId: string
  readonly password: string
  readonly app: AuthenticatorApp
}

/** On the sign-in page: user id, password, code. */
export const signIn = async (page: Page, { userId, password, app }: Person): Promise<void> => {
  await page.getByLabel('User ID').fill(userId)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const digits = page.getByLabel('Six-digit code')
  const another = page.getByRole('button', { name: 'Try another way' })
  // Someone with a passkey is asked for that first.
  const isAsked = await digits.waitFor({ timeout: 6000 }).then(
    () => true,
    () => false,
  )
  if (!isAsked) {
    await another.click()
    await page.getByRole('button', { name: /authenticator app/i }).click()
  }
  // Six digits are enough: the page sends them by itself.
  await digits.fill(await app.code())
}
