import {
  readSupportAndResources,
  readSupportContact,
  updateSupportContact,
} from '@signet/contract/provider/support'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { supportFeature } from './support.screens.ts'

const contact = {
  name: 'Help desk',
  email: 'help@reseller.example',
  telephone: '+1 202 555 0142',
  hours: 'Monday to Friday, 9 to 17',
}
const nothing = { name: null, email: null, telephone: null, hours: null }
const support = (change: object = {}) =>
  answering(readSupportAndResources, () => ({
    version: '1.2.3',
    acceptsChanges: true,
    contact: { companyName: 'Reseller', ...contact },
    ...change,
  }))

const rights = { entityType: 'TENANTS', view: true, add: true, edit: true, remove: true } as const
const provider = buildConsoleSession({
  theme: buildTheme({ isSp: true }),
  roles: [buildRole({ permissions: [rights] })],
})

describe('support and resources', () => {
  it('show a tenant the contact of its provider, the version and what there is to read', {
    meta: { covers: ['screen:supportandresources'] },
  }, async () => {
    serve(support())
    const { container } = await showScreens(supportFeature, '/supportandresources')
    expect(await screen.findByText('Reseller')).toBeDefined()
    const mail = screen.getByRole('link', { name: 'help@reseller.example' })
    expect(mail.getAttribute('href')).toBe('mailto:help@reseller.example')
    const telephone = screen.getByRole('link', { name: '+1 202 555 0142' })
    expect(telephone.getAttribute('href')).toBe('tel:+12025550142')
    expect(screen.getByText('1.2.3')).toBeDefined()
    expect(screen.getByText('Ready')).toBeDefined()
    const guide = screen.getByRole('link', { name: 'Administration guide' })
    expect(guide.getAttribute('href')).toBe('/documentation/help/en/admin')
    expect(screen.queryByRole('heading', { name: 'Contact for your tenants' })).toBeNull()
    await expectAccessible(container)
  })

  it('say that no contact is configured, and that the service is read-only', async () => {
    serve(support({ acceptsChanges: false, contact: null }))
    await showScreens(supportFeature, '/supportandresources')
    expect(await screen.findByText('No support contact is configured.')).toBeDefined()
    expect(screen.getByText('Read-only')).toBeDefined()
  })

  it('let a provider name the contact of its tenants, and remove a part of it', {
    meta: { covers: ['screen:serviceprovider/supportandresources'] },
  }, async () => {
    const asked = serve(
      answering(readSupportContact, () => ({ ...nothing, telephone: contact.telephone })),
      answering(updateSupportContact, () => ({ ...nothing, name: 'Help desk' })),
    )
    expect(supportFeature.screens[0]?.aliases).toEqual(['/serviceprovider/supportandresources'])
    const at = '/supportandresources'
    const { user } = await showScreens(supportFeature, at, { session: provider })
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Help desk')
    await user.clear(screen.getByRole('textbox', { name: /^Telephone/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint)).toContain(updateSupportContact),
    )
    const saved = asked.find(({ endpoint }) => endpoint === updateSupportContact)
    expect(saved?.body).toEqual({ ...nothing, name: 'Help desk' })
    // Without the permission for settings, the state of the service is not asked for.
    expect(asked.map(({ endpoint }) => endpoint)).not.toContain(readSupportAndResources)
  })
})
