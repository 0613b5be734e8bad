import { listOwnRoles, readSelf, readSelfSettings } from '@signet/contract/access/self'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { buildRole, buildSettings, buildTheme } from '../../testing/facts.ts'
import { buildSelf } from '../../testing/self.ts'
import { loadPieces } from './load.ts'

it('the shell asks for the theme, which it keeps, then for the person, their roles, settings and bundles', {
  meta: { covers: ['session.persisted', 'session.shell-calls'] },
}, async () => {
  const asked = serve(
    answering(readSubscriber, () => buildTheme({ colours: { primary1: 'purple' } })),
    answering(readSelf, () => buildSelf()),
    answering(listOwnRoles, () => [buildRole()]),
    answering(readSelfSettings, () => ({
      ...buildSettings({ externalOtpAllowed: true }),
      asyncEnabled: true,
      authenticators: [],
      sdpEnabled: false,
    })),
    answering(listBundles, () => ({
      plan: null,
      moves: [],
      bundles: [],
      settings: {
        hasIssuance: false,
        hasIssuanceAPI: false,
        directTenant: true,
        directTenantLocked: false,
        hasFlashPassCounter: false,
        hasFleetManagement: true,
        hasPayToPrint: false,
        hasPrinterCounter: false,
      },
      features: [
        { name: 'idpProxy', enabled: true, quantity: 1 },
        { name: 'authApi', enabled: false, quantity: null },
      ],
    })),
  )
  const pieces = await loadPieces()
  const [first, ...others] = asked.map(({ endpoint }) => endpoint)
  expect(first).toBe(readSubscriber)
  expect(new Set(others)).toEqual(new Set([readSelf, listOwnRoles, readSelfSettings, listBundles]))
  expect(pieces).toMatchObject({
    theme: { companyName: 'Acme' },
    user: { userId: 'ada' },
    roles: [{ roleType: 'ADMIN' }],
    settings: { externalOtpAllowed: true },
    bundles: { directTenant: true, hasFleetManagement: true, fleetManagementOnly: true },
    features: ['idpProxy'],
    isMobile: false,
  })
  expect(JSON.parse(localStorage.getItem('signet.theme') ?? '')).toMatchObject({
    colours: { primary1: 'purple' },
  })
})
