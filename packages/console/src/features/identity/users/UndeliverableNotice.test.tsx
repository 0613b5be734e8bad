import { updateUser } from '@signet/contract/identity/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { buildUserDetail } from '../../../../testing/users.ts'
import { UndeliverableNotice } from './UndeliverableNotice.tsx'

const bounced = buildUserDetail({
  email: 'gone@example.test',
  emailUndeliverable: { since: '2026-11-20T10:00:00.000Z', reply: '550 5.1.1 no such user' },
})

const show = (user = bounced) => {
  const read = { value: user, etag: '"7"' }
  const asked = serve(answering(updateUser, () => buildUserDetail()))
  const element = (
    <main>
      <UndeliverableNotice read={read} />
    </main>
  )
  return { ...renderRoutes([{ path: '/', element }]), asked }
}

it('tells that emails bounce with what the server said, and resumes them', async () => {
  const { user, asked } = show()
  expect(await screen.findByText(/gone@example\.test are rejected .* no such user/)).toBeDefined()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Resume notifications' }))
  await waitFor(() =>
    expect(asked).toMatchObject([{ body: { emailUndeliverable: null }, ifMatch: '"7"' }]),
  )
})

it('is not there for an address that works', async () => {
  show(buildUserDetail())
  await waitFor(() => expect(document.querySelector('main')).not.toBeNull())
  expect(screen.queryByRole('button')).toBeNull()
})
