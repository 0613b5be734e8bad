import type { Page } from 'playwright-core'

/**
 * The status of each answer to a wrong password, sent by the page that is open for one user ID after the
 * other: so many, and more until one is judged. Where a limit is reached, it then has nothing left.
 */
export const guess = async (page: Page, times: number): Promise<number[]> => {
  const statuses: unknown = await page.evaluate(`(async () => {
    const send = (path, body) => fetch('/api/web/' + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const statuses = []
    for (let n = 0; n < ${times} || statuses.at(-1) === 429; n += 1) {
      if (statuses.at(-1) === 429) await new Promise((resolve) => setTimeout(resolve, 200))
      const begun = await send('v2/authentication/users', { userId: 'guess-' + n })
      const { authToken } = await begun.json()
      const path = 'v1/authentication/users/authenticate/PASSWORD/complete'
      statuses.push((await send(path, { authToken, response: 'wrong' })).status)
    }
    return statuses
  })()`)
  return Array.isArray(statuses) ? statuses.map(Number) : []
}
