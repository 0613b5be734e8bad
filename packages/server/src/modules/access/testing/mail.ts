import { vi } from 'vitest'
import type { TestApp } from '../../../testing/test-app.ts'

/** The newest mail to an address whose subject matches; waits until it is there. */
export const mailTo = (test: TestApp, address: string, subject: RegExp) =>
  vi.waitFor(
    () => {
      const found = test.outbox().find((mail) => mail.to === address && subject.test(mail.subject))
      if (found === undefined) throw new Error(`no mail to ${address} with ${subject}`)
      return found
    },
    { timeout: 3000, interval: 20 },
  )

/** The code in the newest mail to an address. */
export const mailedCode = async (test: TestApp, address: string): Promise<string> => {
  const { text } = await mailTo(test, address, /code$/)
  const code = /\b\d{6,8}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error('the mail holds no code')
  return code
}

export const mailsTo = (test: TestApp, address: string) =>
  test.outbox().filter(({ to }) => to === address)
