import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { begin } from '../src/boot.ts'
import { accountLocked } from '../src/calls/call.ts'
import { connect } from '../src/calls/connection.ts'
import { replaceExits } from '../src/leave.ts'
import { Root } from '../src/Root.tsx'
import { sessionToken } from '../src/session/stored-session.ts'
import { createTenantService } from './answers.ts'
import type { Service } from './service.ts'

const makeKey = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const key = makeKey()

/** What the browser was told: pages that were opened, and reloads as `reload`. */
export const exits: string[] = []

export const stand = {
  /** Renewed for each test. */
  service: createTenantService(),
}

/** Before each test (`setup.ts`). */
export const renewStand = (): void => {
  exits.length = 0
  accountLocked.set(false)
  stand.service = createTenantService()
  connect({
    fetch: (...request) => stand.service.fetch(...request),
    proofKey: () => key,
    readToken: sessionToken,
    random: () => 0,
    repeatsAttempts: () => false,
  })
  replaceExits({
    assign: (address) => exits.push(address),
    post: (address) => exits.push(`POST ${address}`),
    reload: () => exits.push('reload'),
  })
}

/** Opens an address as the boot script does, and gives a visitor's hands. */
export const openPage = async (address: string) => {
  history.replaceState(null, '', address)
  const start = await begin(undefined)
  const view = render(<Root {...start} />)
  // Pages that wait for an answer are there only after it.
  await act(() => Promise.resolve())
  const visitor = userEvent.setup()
  return { visitor, view }
}

export const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 })
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)

export const press = async (
  { visitor }: Awaited<ReturnType<typeof openPage>>,
  name: string | RegExp,
): Promise<void> => {
  const found = await button(name)
  // One that is at work takes no press.
  await waitFor(() => {
    if (found.getAttribute('aria-busy') === 'true') throw new Error('busy')
  })
  await visitor.click(found)
}

type Page = Awaited<ReturnType<typeof openPage>>

/** Says who signs in, up to the first factor. */
export const identify = async (page: Page, userId: string): Promise<void> => {
  await page.visitor.type(await field('User ID or email'), `${userId}{Enter}`)
  await heading('Enter your password')
}

export const givePassword = async (page: Page, password: string): Promise<void> =>
  page.visitor.type(await field('Password'), `${password}{Enter}`)

/** Waits until the browser was sent somewhere. */
export const left = (): Promise<string> =>
  waitFor(() => {
    const [address] = exits
    if (address === undefined) throw new Error('nobody left')
    return address
  })

export type { Service }
