import {
  authenticateContactVerification,
  challengeContactVerification,
  challengeSystemAttribute,
  completeSystemAttribute,
} from '@signet/contract/access/contact-verification'
import { SelfUser } from '@signet/contract/access/self'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { renderRoutes } from '../../../../testing/render.tsx'
import { buildSelf } from '../../../../testing/self.ts'
import { ContactSection } from './ContactSection.tsx'

const show = (change: Parameters<typeof buildSelf>[0] = {}) => {
  const profile = SelfUser.parse(buildSelf(change))
  return renderRoutes([{ path: '/', element: <ContactSection profile={profile} /> }], { at: '/' })
}
const sent = () => ({
  hint: 'a•••@example.com',
  expiresAt: '2026-11-21T10:00:00.000Z',
  resendAfter: '2026-11-21T10:00:00.000Z',
})

describe('the own address', () => {
  it('becomes another once its code was entered', {
    meta: { covers: ['purpose.end-users-self-service'] },
  }, async () => {
    const asked = serve(
      answering(challengeSystemAttribute, sent),
      answering(completeSystemAttribute, () => buildSelf()),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Change address' }))
    const first = await screen.findByRole('alertdialog', { name: 'Change address' })
    await user.type(within(first).getByLabelText('New email address'), 'new@example.com')
    await user.click(within(first).getByRole('button', { name: 'Send code' }))
    const second = await screen.findByRole('alertdialog', { name: 'Enter the code' })
    await user.type(within(second).getByLabelText('Code'), '123456')
    await user.click(within(second).getByRole('button', { name: 'Confirm' }))
    await waitFor(() =>
      expect(asked.map(({ body }) => body)).toEqual([
        { attribute: 'email', value: 'new@example.com' },
        { attribute: 'email', response: '123456' },
      ]),
    )
  })

  it('that is not confirmed can be', async () => {
    const asked = serve(
      answering(challengeContactVerification, sent),
      answering(authenticateContactVerification, () => buildSelf()),
    )
    const { user } = show({ emailVerified: false })
    expect(await screen.findByText('Not confirmed')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Confirm address' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Enter the code' })
    await user.type(within(dialog).getByLabelText('Code'), '123456')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(asked).toHaveLength(2))
  })
})
