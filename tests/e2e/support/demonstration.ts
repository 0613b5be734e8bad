import type { Page } from 'playwright-core'
import { createAuthenticatorApp, inMenu, type Person } from './sign-in.ts'

/** As `npm start -- --demo` prints them. */
const password = 'correct-Horse-42-staple'
const secret = 'ONUWO3TFOQWWIZLNN5XHG5DSMF2GS33O'

export const demonstrationPerson = (userId: string): Person => ({
  userId,
  password,
  app: createAuthenticatorApp(secret),
})

/** An administrator's first visit begins with the terms of use. */
export const acceptTerms = async (page: Page): Promise<void> => {
  const terms = page.getByRole('dialog', { name: 'Terms of use' })
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button', { name: 'OK' }).click()
  await (await inMenu(page, 'Users')).waitFor()
}

/** A code on a line of its own, as the outbox writes lines: colours of a mail have as many digits. */
export const codeInMail = /(?<=\\n)\d{6,8}(?=\\n)/

/**
 * The newest mail to somebody that holds a pattern, from the outbox of a development server: notices
 * may come after it.
 */
export const mailTo = async (service: string, address: string, pattern = /^/): Promise<string> => {
  const list: unknown = await (await fetch(`${service}/dev/outbox`)).json()
  const mails = Array.isArray(list) ? list.map((mail) => JSON.stringify(mail)) : []
  return mails.find((mail) => mail.includes(address) && pattern.test(mail)) ?? ''
}
