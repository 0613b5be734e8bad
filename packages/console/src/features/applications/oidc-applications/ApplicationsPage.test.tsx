import {
  createOidcApplication,
  deleteOidcApplication,
  generateClientSecret,
  readOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { createSamlApplication } from '@signet/contract/applications/saml-applications'
import {
  listApplicationInfo,
  listApplicationTemplates,
} from '@signet/contract/applications/templates'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { address, id, portal } from '../../../../testing/oidc-applications.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { oidcApplicationsFeature } from './oidc-applications.screens.ts'

const info = (name: string, applicationType = 'OIDC_WEB', enabled = true) => ({
  id: name,
  name,
  applicationType,
  templateId: applicationType,
  enabled,
  logo: null,
  selfRegistered: false,
})

const template = (more: object) => ({
  id: 'x',
  name: 'x',
  protocol: 'OIDC' as const,
  description: '',
  applicationType: 'OIDC_WEB',
  category: null,
  parameters: [],
  redirectUris: [],
  entityId: null,
  attributes: [],
  postLogoutRedirectUris: [],
  initiateLoginUri: null,
  place: null,
  idTokenSigningAlgorithm: null,
  pkceOptional: false,
  claimsInIdTokens: false,
  ...more,
})

const show = (at: string, session = buildConsoleSession()) =>
  showScreens(oidcApplicationsFeature, at, { session })
const rowNames = () => screen.getAllByRole('link', { name: /portal|kiosk/i })
const viewer = buildConsoleSession({
  roles: [
    buildRole({
      permissions: [
        { entityType: 'APPLICATIONS', view: true, add: false, edit: false, remove: false },
      ],
    }),
  ],
})

describe('the list of applications', () => {
  const two = answering(listApplicationInfo, () => [
    info('Customer portal'),
    { ...info('Branch kiosk', 'OIDC_DEVICE', false), selfRegistered: true },
  ])

  it('orders by name, says the kind and whether people may sign in', {
    meta: { covers: ['screen:applications'] },
  }, async () => {
    serve(two)
    await show('/applications')
    expect(await screen.findAllByText('Registered by itself')).toHaveLength(1)
    expect(rowNames().map(({ textContent }) => textContent)).toEqual([
      'Branch kiosk',
      'Customer portal',
    ])
    expect(screen.getByText('Device')).toBeDefined()
    expect(screen.getByText('Off')).toBeDefined()
  })

  it('keeps the search in the address and says when nothing matches', async () => {
    serve(two)
    const { user, router } = await show('/applications')
    await screen.findByRole('link', { name: 'Branch kiosk' })
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await screen.findByText('Nothing matches')
    expect(router.state.location.search).toBe('?q=zzz')
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(await screen.findByRole('link', { name: 'Customer portal' })).toBeDefined()
  })

  it('offers to add the first one, but not to somebody who may only look', async () => {
    serve(answering(listApplicationInfo, () => []))
    const first = await show('/applications')
    await screen.findByText('No applications yet')
    expect(screen.getAllByRole('link', { name: 'Add application' })).toHaveLength(2)
    first.unmount()
    await show('/applications', viewer)
    await screen.findByText('No applications yet')
    expect(screen.queryByRole('link', { name: 'Add application' })).toBeNull()
  })

  it('says when it may not be seen', async () => {
    serve(answering(listApplicationInfo, () => new Refusal('access_denied')))
    await show('/applications')
    expect(await screen.findByText('You do not have access to this')).toBeDefined()
  })
})

describe('adding an application', () => {
  it('begins with a choice of kinds, each with an address of its own', {
    meta: { covers: ['screen:applications/add'] },
  }, async () => {
    serve(answering(listApplicationTemplates, () => [template({ id: 'OIDC_WEB' })]))
    const { user, router } = await show('/applications/add')
    await user.click(await screen.findByRole('link', { name: /Web application/ }))
    expect(router.state.location.pathname).toBe('/applications/add/oidc/OIDC_WEB/general')
  })

  it('sends what was filled in, shows the secret once, and opens the application', {
    meta: { covers: ['screen:applications/add/{applicationType}/{templateId}/{tab}'] },
  }, async () => {
    const asked = serve(
      answering(createOidcApplication, () => ({ application: portal(), clientSecret: 's3cret' })),
      answering(readOidcApplication, () => portal()),
    )
    const { user, router } = await show('/applications/add/oidc/OIDC_WEB/general')
    await user.type(await screen.findByLabelText(/^Name/), 'Customer portal')
    await user.type(screen.getByLabelText('Redirect addresses 1'), address)
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    const dialog = await screen.findByRole('dialog', { name: 'Client secret' })
    expect(within(dialog).getByText('s3cret')).toBeDefined()
    expect(asked[0]?.body).toMatchObject({
      name: 'Customer portal',
      applicationType: 'OIDC_WEB',
      redirectUris: [address],
      postLogoutRedirectUris: [],
    })
    await user.keyboard('{Escape}')
    expect(screen.getByText('s3cret')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/applications/oidc/OIDC_WEB/${id}`),
    )
    expect(screen.queryByText('s3cret')).toBeNull()
  })

  it('names the fields at fault and sends nothing', async () => {
    const asked = serve()
    const { user } = await show('/applications/add/oidc/OIDC_WEB/general')
    await user.click(await screen.findByRole('button', { name: 'Add application' }))
    expect(await screen.findByText(/needs your attention/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Name: Fill in this field' })).toBeDefined()
    expect(asked).toEqual([])
  })

  it('says which address was refused', async () => {
    serve(
      answering(
        createOidcApplication,
        () => new Refusal('invalid_redirect_uri', { uri: 'http://evil.test' }),
      ),
    )
    const { user } = await show('/applications/add/oidc/OIDC_WEB/general')
    await user.type(await screen.findByLabelText(/^Name/), 'x')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(await screen.findByText(/not accepted: http:\/\/evil\.test/)).toBeDefined()
  })
})

describe('an application', () => {
  it('saves one tab with the version that was read', {
    meta: { covers: ['screen:applications/{applicationType}/{templateId}/{id}/{tab}'] },
  }, async () => {
    const asked = serve(
      answering(readOidcApplication, () => portal()),
      answering(updateOidcApplication, () => portal({ accessTokenTtlSeconds: 7200 })),
    )
    const { user } = await show(`/applications/oidc/OIDC_WEB/${id}/tokens`)
    const hours = await screen.findByLabelText('Access tokens last')
    await user.clear(hours)
    await user.type(hours, '2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint.method)).toContain('PUT'))
    const saved = asked.find(({ endpoint }) => endpoint.method === 'PUT')
    expect(saved).toMatchObject({
      ifMatch: '"1"',
      body: { name: 'Customer portal', applicationType: 'OIDC_WEB', accessTokenTtlSeconds: 7200 },
    })
  })

  it('makes a new secret only after it was confirmed, and shows it', async () => {
    const asked = serve(
      answering(readOidcApplication, () => portal()),
      answering(generateClientSecret, () => ({ clientSecret: 'brand-new' })),
    )
    const { user } = await show(`/applications/oidc/OIDC_WEB/${id}/tokens`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Customer portal' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New client secret' }))
    expect(asked.some(({ endpoint }) => endpoint.method === 'POST')).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }))
    expect(await screen.findByText('brand-new')).toBeDefined()
  })

  it('is deleted only when its name was typed', async () => {
    const asked = serve(
      answering(readOidcApplication, () => portal()),
      answering(deleteOidcApplication, () => undefined),
      answering(listApplicationInfo, () => []),
    )
    const { user, router } = await show(`/applications/oidc/OIDC_WEB/${id}/tokens`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Customer portal' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const confirm = await screen.findByRole('button', { name: 'Delete' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Type Customer portal to confirm'), 'Customer portal')
    await user.click(confirm)
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications'))
    expect(asked.some(({ endpoint }) => endpoint.method === 'DELETE')).toBe(true)
  })

  it('is only shown to somebody who may not change it', async () => {
    serve(answering(readOidcApplication, () => portal()))
    await show(`/applications/oidc/OIDC_WEB/${id}/tokens`, viewer)
    expect(await screen.findByText('1 hour')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions for Customer portal' })).toBeNull()
  })

  it('has no fault that axe finds', async () => {
    serve(answering(readOidcApplication, () => portal()))
    const { container } = await show(`/applications/oidc/OIDC_WEB/${id}/protocol`)
    await screen.findByLabelText('Redirect addresses 1')
    await expectAccessible(container)
  })
})

it('demands the right to see applications on each of its screens', () => {
  expect(oidcApplicationsFeature.screens.map(({ needs }) => needs?.[0])).toEqual(
    Array.from({ length: 4 }, () => 'APPLICATIONS'),
  )
})

describe('a product', () => {
  const wikis = answering(listApplicationTemplates, () => [
    template({ id: 'OIDC_WEB' }),
    template({ id: 'SYSLOG', protocol: 'SYSLOG' as const, applicationType: 'SYSLOG' }),
    template({
      id: 'gitea',
      name: 'Gitea',
      category: 'development' as const,
      parameters: ['host', 'provider'] as const,
      redirectUris: ['https://{host}/user/oauth2/{provider}/callback'],
      initiateLoginUri: 'https://{host}/user/oauth2/{provider}',
      place: 'Site Administration, Authentication Sources',
    }),
    template({ id: 'odoo', name: 'Odoo', category: 'business' as const }),
  ])

  it('is found by name among the others, each under its kind of work', async () => {
    serve(wikis)
    const { user, router } = await show('/applications/add')
    expect(await screen.findByRole('link', { name: 'Odoo' })).toBeDefined()
    expect(screen.getByRole('link', { name: /^Syslog/ }).getAttribute('href')).toContain(
      '/applications/add/syslog/SYSLOG/general',
    )
    await user.type(screen.getByRole('searchbox', { name: 'Find a product' }), 'git')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Odoo' })).toBeNull())
    expect(router.state.location.search).toBe('?q=git')
    await user.click(screen.getByRole('link', { name: 'Gitea' }))
    expect(router.state.location.pathname).toBe('/applications/add/oidc/gitea/general')
  })

  it('is registered with the addresses it has where it runs', async () => {
    const asked = serve(
      wikis,
      answering(createOidcApplication, () => ({
        application: portal({ name: 'Gitea', templateId: 'gitea' }),
        clientSecret: 'only-now',
      })),
      answering(readOidcApplication, () => portal({ name: 'Gitea', templateId: 'gitea' })),
    )
    const { user, router } = await show('/applications/add/oidc/gitea')
    expect(await screen.findByText(/Site Administration, Authentication Sources/)).toBeDefined()
    await user.type(screen.getByLabelText(/^Host name/), 'not a host')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(asked.some(({ endpoint }) => endpoint === createOidcApplication)).toBe(false)
    await user.clear(screen.getByLabelText(/^Host name/))
    await user.type(screen.getByLabelText(/^Host name/), 'git.example.test')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    expect(await screen.findByText('only-now')).toBeDefined()
    const made = asked.find(({ endpoint }) => endpoint === createOidcApplication)
    expect(made?.body).toMatchObject({
      name: 'Gitea',
      templateId: 'gitea',
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://git.example.test/user/oauth2/signet/callback'],
      initiateLoginUri: 'https://git.example.test/user/oauth2/signet',
    })
    await user.click(screen.getByRole('button', { name: 'I have copied it' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/applications/oidc/gitea/${id}`),
    )
  })

  it('that speaks SAML is registered by its entity id and where it takes responses', async () => {
    const figma = template({
      id: 'figma',
      name: 'Figma',
      protocol: 'SAML' as const,
      applicationType: 'SAML',
      category: 'collaboration' as const,
      parameters: ['tenant'] as const,
      redirectUris: ['https://www.figma.com/saml/{tenant}/consume'],
      entityId: 'https://www.figma.com/saml/{tenant}',
      attributes: [],
      place: 'Admin, Settings',
    })
    const asked = serve(
      answering(listApplicationTemplates, () => [figma]),
      answering(createSamlApplication, () => new Refusal('entity_id_exists')),
    )
    const { user } = await show('/applications/add/oidc/figma')
    await user.type(await screen.findByLabelText(/^Organization/), 'acme')
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createSamlApplication)?.body).toMatchObject({
        name: 'Figma',
        entityId: 'https://www.figma.com/saml/acme',
        attributes: [],
        assertionConsumers: [{ index: 0, url: 'https://www.figma.com/saml/acme/consume' }],
        idpInitiated: true,
      }),
    )
  })
})
