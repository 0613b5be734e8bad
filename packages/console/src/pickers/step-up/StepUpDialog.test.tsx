import {
  beginStepUp,
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../testing/render.tsx'
import { buildSession } from '../../../testing/sessions.ts'
import { call } from '../../lib/call.ts'
import { readStored, storeSession } from '../../session/stored.ts'
import { openSupportTab } from '../../session/support-tab.ts'
import { StepUpDialog } from './StepUpDialog.tsx'
import type { State } from './step-up-calls.ts'

const due = (...types: readonly State['authenticators'][number]['type'][]): State => ({
  authenticationCompleted: types.length === 0,
  authToken: `token-of-${types.join('-')}-transaction`,
  loginType: 'USER_LOGIN',
  applicationName: null,
  authenticators: types.map((type) => ({ type })),
  secondFactor: false,
  requiredActions: [],
  enrollableAuthenticators: [],
  session: null,
  redirect: null,
  machineNonce: null,
  sequenceNonce: null,
  userMachineSettings: null,
})

const stepped = {
  ...buildSession({ token: 'token-2' }),
  isStepAuth: true,
  stepUpAuthExpiry: 1_300_000,
}

/** A service that makes codes only after a proof: first the password, then a code of the app. */
const strict = () => {
  let isProven = false
  return serve(
    answering(createOwnRecoveryCodes, () =>
      isProven ? { codes: ['one'] } : new Refusal('step_up_required'),
    ),
    answering(beginStepUp, () => due('PASSWORD', 'RECOVERY_CODE')),
    answering(completeAuthentication, ({ params, body }) => {
      if (JSON.stringify(body).includes('wrong')) return new Refusal('invalid_user_response')
      if (params.authenticator === 'PASSWORD') return due('TOKEN')
      isProven = true
      return { ...due(), session: stepped }
    }),
  )
}

const show = async () => {
  const outcome: { codes?: readonly string[]; error?: unknown } = {}
  const view = await act(async () =>
    renderRoutes([{ path: '/', element: <StepUpDialog /> }], { at: '/' }),
  )
  await act(async () => {
    call(createOwnRecoveryCodes).then(
      ({ codes }) => Object.assign(outcome, { codes }),
      (error: unknown) => Object.assign(outcome, { error }),
    )
  })
  return { ...view, outcome }
}

const prove = async (
  user: Awaited<ReturnType<typeof show>>['user'],
  label: string,
  typed: string,
) => {
  await user.type(await screen.findByRole('textbox', { name: label }), typed)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
}

describe('a call that needs a fresh proof', () => {
  it('tells a provider to enter again, and asks for nothing', async () => {
    const asked = strict()
    openSupportTab(buildSession(), Date.now())
    const { user, outcome } = await show()
    const dialog = await screen.findByRole('dialog', { name: 'Enter again to make this change' })
    await user.click(within(dialog).getByText('Close'))
    await waitFor(() => expect(outcome.error).toMatchObject({ code: 'step_up_required' }))
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([createOwnRecoveryCodes])
  })

  it('is done again after every factor that was due is proven', async () => {
    const asked = strict()
    const { user, outcome } = await show()
    const password = await screen.findByLabelText('Password', { selector: 'input' })
    await expectAccessible()
    await user.type(password, 'secret')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await prove(user, 'Code from your authenticator app', '123456')
    await waitFor(() => expect(outcome.codes).toEqual(['one']))
    expect(screen.queryByRole('dialog')).toBeNull()
    const bodies = asked
      .filter(({ endpoint }) => endpoint.path === completeAuthentication.path)
      .map(({ body }) => body)
    expect(bodies).toMatchObject([
      { authToken: 'token-of-PASSWORD-RECOVERY_CODE-transaction', response: 'secret' },
      { authToken: 'token-of-TOKEN-transaction', response: '123456' },
    ])
  })

  it('takes back what was proven before, and keeps what is proven now', {
    meta: { covers: ['session.step-up-expiry', 'constant:session.step-up-reset'] },
  }, async () => {
    storeSession({ ...stepped, stepUpAuthExpiry: 900_000 }, Date.now())
    strict()
    const { user, outcome } = await show()
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'secret')
    expect(readStored().session).toMatchObject({ isStepAuth: false, stepUpAuthExpiry: 0 })
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await prove(user, 'Code from your authenticator app', '123456')
    await waitFor(() => expect(outcome.codes).toEqual(['one']))
    expect(readStored().session).toMatchObject({
      jwt: { token: 'token-2' },
      stepUpAuthExpiry: 1_300_000,
    })
  })

  it('stays open with the reason when a proof is wrong', async () => {
    strict()
    const { user, outcome } = await show()
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/That did not match/)).toBeDefined()
    expect(outcome).toEqual({})
  })

  it('can be proven another way', async () => {
    strict()
    const { user, outcome } = await show()
    await user.selectOptions(
      await screen.findByLabelText('How do you want to prove it?'),
      'Recovery code',
    )
    await prove(user, 'Recovery code', 'abcd')
    await waitFor(() => expect(outcome.codes).toEqual(['one']))
  })

  it('is refused, and not done, when the person turns away', async () => {
    const asked = strict()
    const { user, outcome } = await show()
    await screen.findByLabelText('Password', { selector: 'input' })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(outcome.error).toMatchObject({ code: 'step_up_required' }))
    expect(asked.filter(({ endpoint }) => endpoint === createOwnRecoveryCodes)).toHaveLength(1)
  })

  it('says where a code was sent before it is typed', async () => {
    let isProven = false
    serve(
      answering(createOwnRecoveryCodes, () =>
        isProven ? { codes: ['one'] } : new Refusal('step_up_required'),
      ),
      answering(beginStepUp, () => due('OTP')),
      answering(challengeAuthenticator, () => ({
        authToken: 'the-token-after-the-challenge',
        authenticationCompleted: false,
        fidoChallenge: null,
        otp: {
          hint: 'a***@example.test',
          expiresAt: '2026-11-21T12:05:00.000Z',
          resendAfter: '2026-11-21T12:01:00.000Z',
        },
        sequenceNonce: null,
      })),
      answering(completeAuthentication, () => {
        isProven = true
        return due()
      }),
    )
    const { user, outcome } = await show()
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    expect(await screen.findByText('A code was sent to a***@example.test.')).toBeDefined()
    await prove(user, 'Code by message', '123456')
    await waitFor(() => expect(outcome.codes).toEqual(['one']))
  })
})
