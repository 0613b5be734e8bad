import {
  assignOwnToken,
  confirmOwnToken,
  unlockOwnToken,
} from '@signet/contract/access/own-hardware-tokens'
import {
  completeOwnTokenRegistration,
  createOwnToken,
  readOwnAuthenticators,
  startOwnOfflineActivation,
  startOwnTokenActivation,
  synchroniseOwnToken,
} from '@signet/contract/access/self-authenticators'
import { assignOwnGrid, challengeOwnGrid } from '@signet/contract/access/self-grids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildSettings } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { buildToken } from '../../../../testing/tokens.ts'
import { messages } from '../../../lib/messages.ts'
import type { OwnAuthenticators } from './authenticators.queries.ts'
import { authenticatorsFeature } from './authenticators.screens.ts'

const token = buildToken()
const own = (change: Partial<OwnAuthenticators> = {}) =>
  answering(readOwnAuthenticators, () => ({
    password: {
      present: true,
      compromised: false,
      forceUpdate: false,
      expiryTime: null,
      changedAt: token.createDate,
      status: 'ACTIVE' as const,
      lockoutExpiry: null,
    },
    tokens: [token],
    fidoTokens: [],
    recoveryCodes: { remaining: 0, createDate: null },
    kba: noQuestions,
    ...change,
  }))
const list = '/myprofile/authenticators'
type Shown = Awaited<ReturnType<typeof showScreens>>

const choose = async (user: Shown['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: /^Actions for Hardware token/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('alertdialog')
}

describe('my hardware token', () => {
  it('is taken over by its number and a code', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const asked = serve(
      own({ tokens: [] }),
      answering(assignOwnToken, () => token),
    )
    const { user, container } = await showScreens(authenticatorsFeature, list)
    await user.click(await screen.findByRole('button', { name: 'Add token' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Add token' })
    const add = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add token' })
    await user.type(within(dialog).getByLabelText(/^Serial number/), ' 40710007 ')
    expect(add.disabled).toBe(true)
    await user.type(within(dialog).getByLabelText(/^Code that the token shows now/), '123 456')
    await expectAccessible(container)
    await user.click(add)
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === assignOwnToken)?.body).toEqual({
        serialNumber: '40710007',
        response: '123456',
      }),
    )
  })

  it('is not offered where people take over none, nor what else an administrator gives', async () => {
    serve(own({ tokens: [] }))
    const settings = buildSettings({ authenticators: ['PASSWORD'] })
    const session = buildConsoleSession({ settings })
    await showScreens(authenticatorsFeature, list, { session })
    await screen.findByRole('heading', { name: 'Hardware tokens' })
    for (const name of ['Add token', 'New card', 'I have a card', 'Add passkey', 'Add app']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
      expect(screen.queryByRole('link', { name })).toBeNull()
    }
  })

  it('says that what was typed is not that of a token', async () => {
    serve(
      own(),
      answering(assignOwnToken, () => new Refusal('invalid_user_response')),
    )
    const { user } = await showScreens(authenticatorsFeature, list)
    await user.click(await screen.findByRole('button', { name: 'Add token' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Add token' })
    await user.type(within(dialog).getByLabelText(/^Serial number/), '1')
    await user.type(within(dialog).getByLabelText(/^Code that the token shows now/), '123456')
    await user.type(within(dialog).getByLabelText('The next code'), '654321')
    await user.click(within(dialog).getByRole('button', { name: 'Add token' }))
    expect(await within(dialog).findByText(/That did not match/)).toBeDefined()
  })

  it('that was sent works once a code of it was shown', async () => {
    const asked = serve(
      own({ tokens: [buildToken({ state: 'NEW' })] }),
      answering(confirmOwnToken, () => token),
    )
    const { user } = await showScreens(authenticatorsFeature, list)
    const dialog = await choose(user, 'It has arrived')
    await user.type(within(dialog).getByLabelText(/^Code that the token shows now/), '123456')
    await user.click(within(dialog).getByRole('button', { name: 'It has arrived' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === confirmOwnToken)?.body).toEqual({
        response: '123456',
      }),
    )
  })

  it('is synchronised, and spoken of as a token', async () => {
    const asked = serve(
      own(),
      answering(synchroniseOwnToken, () => ({ ...token, lockedOutUntil: '2030-01-01T10:00:00Z' })),
    )
    const { user } = await showScreens(authenticatorsFeature, list)
    const dialog = await choose(user, 'Synchronise')
    expect(within(dialog).getByText('Synchronise the token')).toBeDefined()
    await user.type(within(dialog).getByLabelText(/^Code that the token shows now/), '123456')
    await user.type(within(dialog).getByLabelText(/^The next code/), '654321')
    await user.click(within(dialog).getByRole('button', { name: 'Synchronise' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === synchroniseOwnToken)?.body).toEqual({
        response: '123456',
        nextResponse: '654321',
      }),
    )
    await waitFor(() =>
      expect(messages.get().map(({ text }) => text)).toEqual([
        'Saved',
        expect.stringMatching(/^Your codes are still locked .*, until 01 Jan 2030/),
      ]),
    )
  })

  it('that has locked itself is opened by the answer to its number', async () => {
    serve(
      own(),
      answering(unlockOwnToken, () => ({ ...token, unlockResponse: '08123344' })),
    )
    const { user } = await showScreens(authenticatorsFeature, list)
    const dialog = await choose(user, 'Unlock')
    await user.type(within(dialog).getByLabelText('Number that the token shows'), '12345678')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('08123344')).toBeDefined()
  })
})

describe('my grid card', () => {
  it('is taken over by what stands in the cells that are asked', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const asked = serve(
      own(),
      answering(challengeOwnGrid, () => ({
        challenge: [{ column: 'B', row: 4 }],
        cellLength: 2,
        serialNumbers: [],
        expiresAt: token.createDate,
      })),
      answering(assignOwnGrid, () => new Refusal('invalid_user_response')),
    )
    const { user } = await showScreens(authenticatorsFeature, list)
    await user.click(await screen.findByRole('button', { name: 'I have a card' }))
    await user.type(await screen.findByLabelText('Serial number'), '123456789')
    await user.click(screen.getByRole('button', { name: 'Ask for cells' }))
    expect(await screen.findByText('B4')).toBeDefined()
    await user.type(screen.getByLabelText('Contents of the cells'), 'k7')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === assignOwnGrid)?.body).toEqual({
        serialNumber: '123456789',
        response: 'k7',
      }),
    )
  })
})

describe('the Signet Authenticator', () => {
  const soft = buildToken({ type: 'ENTRUST_SOFT_TOKEN', algorithmType: 'OATH_TOTP', state: 'NEW' })
  const link = 'https://app.example.test/authenticator/#/add?service=x&claim=y'
  const begun = answering(startOwnTokenActivation, () => ({
    otpauthUri: null,
    secret: null,
    softToken: { link, expiresAt: token.createDate },
  }))
  const at = `${list}/signet`

  it('opens by a picture or a link, and proves itself by a code', async () => {
    const asked = serve(
      own({ tokens: [] }),
      begun,
      answering(createOwnToken, () => soft),
      answering(completeOwnTokenRegistration, () => ({ ...soft, state: 'ACTIVE' as const })),
    )
    const { user, router, container } = await showScreens(authenticatorsFeature, at)
    const picture = 'QR code that opens Signet Authenticator'
    expect(await screen.findByRole('img', { name: picture })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open on this device' })).toHaveProperty('href', link)
    await expectAccessible(container)
    await user.type(screen.getByLabelText('Code'), '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(asked.find(({ endpoint }) => endpoint === createOwnToken)?.params).toEqual({
      type: 'ENTRUST_SOFT_TOKEN',
    })
    expect(asked.find(({ endpoint }) => endpoint === completeOwnTokenRegistration)).toMatchObject({
      params: { tokenid: soft.id },
      body: { registrationCode: '123456' },
    })
  })

  it('gets its secret from the picture where the phone has no network', async () => {
    const asked = serve(
      own({ tokens: [soft] }),
      begun,
      answering(startOwnOfflineActivation, () => ({
        otpauthUri: 'otpauth://totp/Acme:ada?secret=ABCDEFGH',
        secret: 'ABCDEFGH',
        softToken: null,
      })),
    )
    const { user } = await showScreens(authenticatorsFeature, at)
    await user.click(await screen.findByRole('button', { name: 'My phone has no network' }))
    expect(
      await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Open on this device' })).toBeNull()
    expect(asked.find(({ endpoint }) => endpoint === startOwnOfflineActivation)?.body).toEqual({
      tokenid: soft.id,
    })
    expect(asked.some(({ endpoint }) => endpoint === createOwnToken)).toBe(false)
  })

  it('goes to the service of managed devices, which may not take it', async () => {
    let takes = false
    const asked = serve(
      own({ tokens: [soft] }),
      answering(startOwnTokenActivation, ({ body }) => {
        const wish = JSON.stringify(body).includes('handOver')
        const named = wish ? `${link}${takes}` : link
        const softToken = { link: named, expiresAt: token.createDate }
        return { otpauthUri: null, secret: null, softToken, handedOver: wish ? takes : null }
      }),
    )
    const session = buildConsoleSession({ settings: buildSettings({ sdpEnabled: true }) })
    const { user, container } = await showScreens(authenticatorsFeature, at, { session })
    const button = await screen.findByRole('button', { name: 'Send to my managed device' })
    await user.click(button)
    expect(await screen.findByText(/did not take the link/)).toBeDefined()
    takes = true
    await user.click(button)
    expect(await screen.findByText(/took the link/)).toBeDefined()
    expect(asked.at(-1)?.body).toEqual({ handOver: true })
    // The picture and the link are those of the last asking: the former ones ended with it.
    const shown = screen.getByRole('link', { name: 'Open on this device' })
    expect(shown).toHaveProperty('href', `${link}true`)
    await expectAccessible(container)
  })

  it('goes to no such service where the tenant has none', async () => {
    serve(own({ tokens: [soft] }), begun)
    await showScreens(authenticatorsFeature, at)
    expect(await screen.findByRole('link', { name: 'Open on this device' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send to my managed device' })).toBeNull()
  })

  it('is not offered where people do not enrol it', async () => {
    serve(own())
    const settings = buildSettings({ authenticators: ['PASSWORD', 'GOOGLE_AUTHENTICATOR'] })
    const session = buildConsoleSession({ settings })
    await showScreens(authenticatorsFeature, list, { session })
    expect(await screen.findByRole('link', { name: 'Add app' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Add Signet Authenticator' })).toBeNull()
  })
})
