import { listResourceRules, ResourceRuleChange } from '@signet/contract/access/resource-rules'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { listGroupsPaged } from '@signet/contract/identity/groups'
import { listOrganizationsPaged } from '@signet/contract/identity/organizations'
import { listRoles } from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import { listPrinters } from '@signet/contract/issuance/printers'
import { listTenantsPaged } from '@signet/contract/provider/tenants'
import { matchPath } from 'react-router'
import { afterAll, describe, expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { buildRole } from '../../testing/facts.ts'
import { features } from '../features.ts'
import { changeLocale } from '../lib/i18n.ts'

const sources = features.flatMap(({ palette = [] }) => palette)
const paths = features.flatMap(({ screens }) => screens.map(({ path }) => path))
const { signal } = new AbortController()
const id = '018f0000-0000-7000-8000-0000000000cc'
const noPage = {
  results: [],
  paging: { limit: 5, total: 0, estimated: false, nextCursor: null, prevCursor: null },
}

const ruleOfPortal = (name: string) => ({
  ...ResourceRuleChange.parse({ name, resourceId: 'USER_PORTAL' }),
  id,
  updatedAt: '2026-11-22T10:00:00.000Z',
})

const doors = [
  answering(listUsers, () => noPage),
  answering(listGroupsPaged, () => noPage),
  answering(listOrganizationsPaged, () => noPage),
  answering(listRoles, () => [buildRole({ id })]),
  answering(listApplicationInfo, () => [
    {
      id,
      name: 'Grafana',
      applicationType: 'SAML',
      templateId: 'SAML',
      enabled: true,
      logo: null,
      selfRegistered: false,
    },
  ]),
  answering(listPrinters, () => [{ id, name: 'Front desk' }]),
  answering(listCredentialDesigns, () => []),
  answering(listResourceRules, () => []),
  answering(listTenantsPaged, () => noPage),
]

afterAll(() => changeLocale('en'))

describe('what the palette finds by name', () => {
  it('are objects of these kinds, to those who may list them', () => {
    const asked = sources.map(({ heading, needs = [], conditions = [] }) => [
      heading.split('.')[1],
      [...needs, ...conditions].join(' '),
    ])
    expect(Object.fromEntries(asked)).toEqual({
      users: 'USERS VIEW',
      groups: 'GROUPS VIEW',
      organizations: 'ORGANIZATIONS VIEW authAccount',
      roles: 'ROLES VIEW',
      resourceRules: 'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly groupManagementAll',
      applications: 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      credentialDesigns: 'CREDENTIALDESIGNS EDIT issuanceAccount notDirectLocked notMobile',
      printers: 'PRINTERS VIEW issuanceAccount',
      tenants: 'TENANTS VIEW serviceProvider',
    })
  })

  it('is asked for by a call each, five rows at most', async () => {
    const asked = serve(...doors)
    await Promise.all(sources.map(({ find }) => find('front', signal)))
    const wanted = asked.map(({ body, query }) => ({ ...Object(body), ...query }))
    expect(wanted).toHaveLength(sources.length)
    for (const { search, limit } of wanted) {
      expect([search, Number(limit)]).toEqual(['front', 5])
    }
  })

  it('leads to the pages of the objects', async () => {
    serve(...doors)
    const found = (await Promise.all(sources.map(({ find }) => find('front', signal)))).flat()
    expect(found.map(({ label }) => label)).toEqual(['Site Administrator', 'Grafana', 'Front desk'])
    for (const { to } of found) {
      expect(paths.some((path) => matchPath(path, to) !== null)).toBe(true)
    }
  })

  it('calls the resource rules that every tenant starts with as the visitor knows them', async () => {
    await changeLocale('es')
    serve(
      answering(listResourceRules, () => [
        ruleOfPortal('User Portal - All Users'),
        ruleOfPortal('From abroad'),
      ]),
    )
    const rules = sources.find(({ heading }) => heading === 'common:pages.resourceRules')
    const found = (await rules?.find('portal', signal)) ?? []
    expect(found.map(({ label }) => label)).toEqual([
      'Portal de usuarios: todas las personas',
      'From abroad',
    ])
  })

  it('calls built-in roles as the visitor knows them', async () => {
    await changeLocale('es')
    serve(...doors)
    const roles = sources.find(({ heading }) => heading === 'common:pages.roles')
    const [found] = (await roles?.find('admin', signal)) ?? []
    expect(found?.label).toBe('Administrador de la cuenta')
  })
})
