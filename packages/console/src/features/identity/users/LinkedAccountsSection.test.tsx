import {
  listUserLinkedIdentities,
  unlinkUserIdentity,
} from '@signet/contract/applications/identity-providers'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { Asked } from './AuthenticatorsTab.tsx'
import type { Question } from './authenticator-deeds.ts'
import { LinkedAccountsSection } from './LinkedAccountsSection.tsx'

const userid = '018f0000-0000-7000-8000-000000000001'
const link = '018f0000-0000-7000-8000-000000000002'
const account = {
  id: link,
  identityProviderId: '018f0000-0000-7000-8000-000000000003',
  identityProviderName: 'Acme Holding',
  type: 'GENERIC' as const,
  issuer: 'https://login.holding.example/saml',
  subject: 'x',
  label: 'ada@holding.example',
  linkedAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
}

const Part = ({ mayEdit }: { readonly mayEdit: boolean }) => {
  const [question, ask] = useState<Question | null>(null)
  return (
    <main>
      <LinkedAccountsSection {...{ userid, ask, mayEdit }} name="Ada" />
      {question !== null && <Asked question={question} onClose={() => ask(null)} />}
    </main>
  )
}

const show = (mayEdit = true) => {
  const asked = serve(
    answering(listUserLinkedIdentities, () => [account]),
    answering(unlinkUserIdentity, () => undefined),
  )
  return { ...renderRoutes([{ path: '/', element: <Part mayEdit={mayEdit} /> }]), asked }
}

it('shows the accounts elsewhere of a user, and takes one off after a question', async () => {
  const { user, asked } = show()
  expect(await screen.findByRole('heading', { name: 'Accounts elsewhere' })).toBeDefined()
  expect(screen.getByText(/ada@holding\.example/)).toBeDefined()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: /Acme Holding/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  expect(asked.some(({ endpoint }) => endpoint === unlinkUserIdentity)).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(asked.find(({ endpoint }) => endpoint === unlinkUserIdentity)?.params).toEqual({
      id: userid,
      linkid: link,
    }),
  )
})

it('only shows them to who may not edit', async () => {
  show(false)
  expect(await screen.findByText(/ada@holding\.example/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Acme Holding/ })).toBeNull()
})
