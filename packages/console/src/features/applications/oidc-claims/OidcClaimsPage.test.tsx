import {
  createOidcClaim,
  deleteOidcClaim,
  listOidcClaims,
  readOidcClaim,
} from '@signet/contract/applications/oidc-claims'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Claim } from './oidc-claims.queries.ts'
import { oidcClaimsFeature } from './oidc-claims.screens.ts'

const list = '/applications/oidccustomclaims'
const claim: Claim = {
  id: '018f0000-0000-7000-8000-000000000088',
  name: 'cost_center',
  description: '',
  scope: 'profile',
  source: 'CONSTANT',
  value: '42',
  format: 'NUMBER',
  createdAt: '2026-01-02T03:04:05.000Z',
}

describe('custom claims', () => {
  it('are listed with what fills them, and opened', {
    meta: { covers: ['screen:applications/oidccustomclaims'] },
  }, async () => {
    serve(
      answering(listOidcClaims, () => [claim]),
      answering(readOidcClaim, () => claim),
      answering(deleteOidcClaim, () => undefined),
    )
    const { container, user } = await showScreens(oidcClaimsFeature, list)
    await user.click(await screen.findByRole('link', { name: 'cost_center' }))
    expect(await screen.findByDisplayValue('42')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByLabelText('Actions for cost_center'))
    await user.click(await screen.findByText('Delete'))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Custom claims' })
  })

  it('are added with a fixed text', async () => {
    const asked = serve(
      answering(listOidcClaims, () => []),
      answering(listUserAttributes, () => []),
      answering(createOidcClaim, () => claim),
    )
    const { user } = await showScreens(oidcClaimsFeature, `${list}/add`)
    await user.type(await screen.findByLabelText(/^Name/), 'cost_center')
    await user.selectOptions(screen.getByLabelText(/^Comes from/), 'CONSTANT')
    await user.type(await screen.findByLabelText(/^Text/), '42')
    await user.click(screen.getByRole('button', { name: 'Add claim' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createOidcClaim)
    await waitFor(() => expect(sent()?.body).toMatchObject({ source: 'CONSTANT', value: '42' }))
  })
})
