import {
  completeOwnTokenActivation,
  createOwnRecoveryCodes,
  createOwnToken,
  deleteOwnFidoToken,
  readOwnAuthenticators,
  startOwnTokenActivation,
  updateOwnFidoToken,
} from '@signet/contract/access/self-authenticators'
import {
  listOwnFaces,
  readOwnFaceSettings,
  restartOwnFace,
} from '@signet/contract/access/self-faces'
import { addOwnQuestions, listOwnOfferedQuestions } from '@signet/contract/access/self-questions'
import { linkOwnWeChat, readOwnWeChat } from '@signet/contract/access/self-wechat'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildSettings } from '../../../../testing/facts.ts'
import { noQuestions } from '../../../../testing/kba.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { OwnAuthenticators } from './authenticators.queries.ts'
import { authenticatorsFeature } from './authenticators.screens.ts'

const instant = '2026-01-02T03:04:05.000Z'
const userId = '018f0000-0000-7000-8000-0000000000bb'
const tokenId = '018f0000-0000-7000-8000-000000000077'
const passkey = {
  id: '018f0000-0000-7000-8000-000000000088',
  userId,
  name: 'Laptop',
  state: 'ACTIVE' as const,
  rpId: 'example.test',
  aaguid: '00000000-0000-0000-0000-000000000000',
  attestationFormat: 'none',
  backupEligible: false,
  backupStatus: false,
  userVerified: true,
  attested: false,
  authenticatorName: null,
  authenticatorIcon: null,
  compromised: false,
  clonedDate: null,
  createDate: instant,
  lastUsedDate: null,
}
const token = {
  id: tokenId,
  serialNumber: 'SN-1',
  type: 'GOOGLE_AUTHENTICATOR' as const,
  algorithmType: 'OATH_TOTP' as const,
  userId,
  label: null,
  groups: [],
  state: 'NEW' as const,
  hasPin: false,
  manufacturer: null,
  model: null,
  createDate: instant,
  lastUsedDate: null,
  lockoutExpiry: null,
  clockDrift: null,
}
const own = (change: Partial<OwnAuthenticators> = {}) =>
  answering(readOwnAuthenticators, () => ({
    password: {
      present: true,
      compromised: false,
      forceUpdate: false,
      expiryTime: null,
      changedAt: instant,
      status: 'ACTIVE' as const,
      lockoutExpiry: null,
    },
    tokens: [],
    fidoTokens: [passkey],
    recoveryCodes: { remaining: 0, createDate: null },
    kba: noQuestions,
    ...change,
  }))
const show = (at = '/myprofile/authenticators') => showScreens(authenticatorsFeature, at)

describe('my sign-in methods', () => {
  it('say what there is and what is missing', {
    meta: { covers: ['purpose.end-users', 'purpose.end-users-self-service'] },
  }, async () => {
    serve(own())
    const { container } = await show()
    expect(await screen.findByText('Laptop')).toBeDefined()
    expect(screen.getByText('You have no authenticator app.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change password' })).toBeDefined()
    await expectAccessible(container)
  })

  it('are renamed', async () => {
    const asked = serve(
      own(),
      answering(updateOwnFidoToken, () => passkey),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const field = await screen.findByLabelText('Name')
    await user.clear(field)
    await user.type(field, 'Work laptop')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateOwnFidoToken)?.body).toEqual({
        name: 'Work laptop',
      }),
    )
  })

  it('are removed after a question', async () => {
    const asked = serve(
      own(),
      answering(deleteOwnFidoToken, () => undefined),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Laptop?' })
    expect(asked.some(({ endpoint }) => endpoint === deleteOwnFidoToken)).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === deleteOwnFidoToken)?.params).toEqual({
        fidoid: passkey.id,
      }),
    )
  })

  it('ask for answers that nobody else finds, each question another', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const kba = { ...noQuestions, state: 'ACTIVE' as const, maximumNumberOfQuestions: 5 }
    const offered = ['What was your first pet called?', 'Which book did you like best?'].map(
      (question, index) => ({
        id: `018f0000-0000-7000-8000-00000000001${index}`,
        locale: 'en' as const,
        question,
        createDate: instant,
      }),
    )
    const asked = serve(
      own({ kba: { ...kba, minimumNumberOfQuestions: 2 } }),
      answering(listOwnOfferedQuestions, () => offered),
      answering(addOwnQuestions, () => kba),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Answer questions' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Security questions' })
    const save = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await within(dialog).findByLabelText('Question 2')
    await user.type(within(dialog).getByLabelText('Answer 1'), 'pet')
    expect(await within(dialog).findByText(/Not this answer/)).toBeDefined()
    await user.clear(within(dialog).getByLabelText('Answer 1'))
    await user.type(within(dialog).getByLabelText('Answer 1'), 'Rex')
    await user.type(within(dialog).getByLabelText('Answer 2'), 'REX!')
    expect(await within(dialog).findByText(/Not this answer/)).toBeDefined()
    expect(save().disabled).toBe(true)
    await user.selectOptions(within(dialog).getByLabelText('Question 2'), 'A question of your own')
    await user.type(within(dialog).getByLabelText('A question of your own'), 'Where to?')
    await user.clear(within(dialog).getByLabelText('Answer 2'))
    await user.type(within(dialog).getByLabelText('Answer 2'), 'Samarkand')
    await expectAccessible(dialog)
    await user.click(save())
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === addOwnQuestions)?.body).toEqual({
        userQuestions: [
          { questionId: offered[0]?.id, answer: 'Rex' },
          { question: 'Where to?', answer: 'Samarkand' },
        ],
      }),
    )
  })

  it('give recovery codes once, and only leave them when they were kept', async () => {
    serve(
      own(),
      answering(createOwnRecoveryCodes, () => ({ codes: ['aaaa-1111', 'bbbb-2222'] })),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
    const question = await screen.findByRole('alertdialog', { name: 'Make new recovery codes?' })
    await user.click(within(question).getByRole('button', { name: 'Make new codes' }))
    expect(await screen.findByText('aaaa-1111')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.getByText('bbbb-2222')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'I have kept the codes' }))
    await waitFor(() => expect(screen.queryByText('aaaa-1111')).toBeNull())
  })
})

describe('a new authenticator app', () => {
  const activation = answering(startOwnTokenActivation, () => ({
    otpauthUri: 'otpauth://totp/Acme:ada?secret=ABCDEFGH',
    secret: 'ABCDEFGH',
  }))

  it('shows the picture and takes the first code as proof', async () => {
    const asked = serve(
      own(),
      activation,
      answering(createOwnToken, () => token),
      answering(completeOwnTokenActivation, () => ({ ...token, state: 'ACTIVE' as const })),
    )
    const { user, router, container } = await show('/myprofile/authenticators/app')
    expect(
      await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeDefined()
    await expectAccessible(container)
    await user.type(screen.getByLabelText('Code'), '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/myprofile/authenticators'))
    expect(asked.find(({ endpoint }) => endpoint === completeOwnTokenActivation)).toMatchObject({
      params: { tokenid: tokenId },
      body: { registrationCode: '123456' },
    })
  })

  it('is named as the tenant names it in the visitor’s language, with where to get it', {
    meta: { covers: ['i18n.google-override'] },
  }, async () => {
    serve(own({ tokens: [token] }), activation)
    const app = {
      name: 'Acme Codes',
      androidUrl: 'https://android.example.test/acme',
      iosUrl: 'https://ios.example.test/acme',
    }
    const other = { ...app, name: 'Codes Acme' }
    const settings = buildSettings({ googleAuthenticatorOverride: { en: app, fr: other } })
    const session = buildConsoleSession({ settings })
    await showScreens(authenticatorsFeature, '/myprofile/authenticators/app', { session })
    expect(await screen.findByText(/^Scan the picture with Acme Codes, then/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Acme Codes for Android' })).toHaveProperty(
      'href',
      app.androidUrl,
    )
    expect(screen.getByRole('link', { name: 'Acme Codes for iPhone' })).toHaveProperty(
      'href',
      app.iosUrl,
    )
  })

  it('takes up the one that was begun before, and says that a code was wrong', async () => {
    const asked = serve(
      own({ tokens: [token] }),
      activation,
      answering(completeOwnTokenActivation, () => new Refusal('invalid_user_response')),
    )
    const { user } = await show('/myprofile/authenticators/app')
    await user.type(await screen.findByLabelText('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/That did not match/)).toBeDefined()
    expect(asked.some(({ endpoint }) => endpoint === createOwnToken)).toBe(false)
  })
})

describe('my face', () => {
  it('is registered anew in the place of the former one', async () => {
    const face = {
      id: passkey.id,
      userId,
      state: 'ACTIVE' as const,
      createDate: instant,
      activatedDate: instant,
      lastUsedDate: null,
      registrationExpiry: instant,
    }
    const asked = serve(
      own(),
      answering(listOwnFaces, () => [face]),
      answering(readOwnFaceSettings, () => ({
        enabled: true,
        registrationFlows: ['WEB' as const, 'MOBILE' as const],
        registrationMinutes: 30,
      })),
      answering(restartOwnFace, () => ({
        ...face,
        state: 'REGISTERING' as const,
        registrationFlow: 'MOBILE' as const,
        url: 'https://id.provider.example/run',
      })),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Register again' }))
    expect(await screen.findByText(/that is registered ends at once/)).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Where'), 'On a phone, by a QR code')
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByRole('img', { name: 'QR code for the phone' })).toBeDefined()
    expect(asked.find(({ endpoint }) => endpoint === restartOwnFace)?.params).toEqual({
      faceid: face.id,
    })
  })
})

describe('my WeChat account', () => {
  const linked = (enabled: boolean, linkedDate: string | null) =>
    answering(readOwnWeChat, () => ({ enabled, linkedDate }))

  it('is linked by a QR code', async () => {
    const url = 'https://open.wechat.example/agree?state=s'
    serve(
      own(),
      linked(true, null),
      answering(linkOwnWeChat, () => ({ url, expiryDate: instant })),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Link account' }))
    expect(await screen.findByRole('img', { name: 'QR code to scan within WeChat' })).toBeDefined()
  })

  it('can still be removed where none is linked any more', async () => {
    serve(own(), linked(false, instant))
    await show()
    expect(await screen.findByText('Linked account')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Link account' })).toBeNull()
  })
})
