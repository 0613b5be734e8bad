import type { Page } from 'playwright-core'
import { acceptTerms } from '../support/demonstration.ts'
import { createAuthenticatorApp, type Person } from '../support/sign-in.ts'

/** Sets up the first administrator as the page of the printed link asks for it. */
export const setUpAdministrator = async (
  page: Page,
  link: string,
  { userId, password }: Omit<Person, 'app'>,
): Promise<Person> => {
  await page.goto(link)
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /authenticator app/i }).click()
  await page.getByText('Enter the key by hand').click()
  const shown = page.getByText(/^[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}$/)
  const app = createAuthenticatorApp((await shown.innerText()).replaceAll(' ', ''))
  await page
    .getByLabel(/code/i)
    .first()
    .fill(await app.code())
  await page.getByText('I have kept the codes').click()
  await acceptTerms(page)
  return { userId, password, app }
}
