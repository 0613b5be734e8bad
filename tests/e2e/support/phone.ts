import type { Browser, Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { newVisitor, type Visitor } from './browser.ts'

/** A phone with the Signet Authenticator; it hears of requests while the app is open. */
export const startPhone = async (browser: Browser) => {
  const visitor: Visitor = await newVisitor(browser)
  const { page } = visitor
  const code = async (): Promise<string> =>
    (await page.locator('.code').last().innerText()).replaceAll(/\D/g, '')
  return {
    visitor,
    code,
    /** Opens the link of an activation; the code to be typed where it was begun. */
    takeOver: async (link: string): Promise<string> => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Type this code where you set up the app').waitFor()
      // The text is there before the first code is calculated.
      await expect.poll(code).toMatch(/^\d{6}$/)
      return code()
    },
    /** Waits until the app has heard that its code was typed. */
    isConfirmed: (): Promise<void> =>
      page.getByText('Type this code where you set up the app').waitFor({ state: 'hidden' }),
    /** What a service answers as soon as the app tells it where notices reach it. */
    subscribed: (): Promise<Response> =>
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/softtokens/subscription') &&
          response.request().method() === 'PUT',
      ),
    approve: async (desk: Page): Promise<void> => {
      const number = desk.getByText(/^\d\d$/)
      await number.waitFor()
      await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
      await page.getByLabel('Number in the browser').fill(await number.innerText())
      await page.getByRole('button', { name: 'Approve' }).click()
    },
    tellThatItWasNotMe: async (): Promise<void> => {
      await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
      await page.getByRole('button', { name: 'It was not me' }).click()
      await page.getByText('Reported.').waitFor()
    },
  }
}

export type Phone = Awaited<ReturnType<typeof startPhone>>
