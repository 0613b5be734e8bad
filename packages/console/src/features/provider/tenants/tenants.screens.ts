import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined'
import Domain from '@mui/icons-material/DomainOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

/** Loaded with the first search: no page waits for it. */
const findTenants: PaletteSource['find'] = async (typed, signal) =>
  (await import('./tenants.queries.ts')).findTenants(typed, signal)

const common = { help: 'tenants', conditions: ['serviceProvider'] } as const

const ofTenants = screensOf(
  common,
  {
    path: '/serviceprovider/tenants',
    title: 'common:pages.tenants',
    needs: ['TENANTS', 'VIEW'],
    menu: { group: 'provider', icon: Domain },
    page: () => import('./TenantsPage.tsx'),
  },
  {
    path: '/serviceprovider/tenants/add',
    title: 'common:pages.addTenant',
    needs: ['TENANTS', 'ADD'],
    page: () => import('./NewTenantPage.tsx'),
  },
  {
    path: '/serviceprovider/tenants/:id/:tab?',
    title: 'common:pages.tenant',
    needs: ['TENANTS', 'VIEW'],
    page: () => import('./TenantPage.tsx'),
  },
)

const ofDeletions = screensOf(
  common,
  {
    path: '/serviceprovider/tenantdeletions',
    title: 'common:pages.deletedTenants',
    needs: ['TENANTS', 'VIEW'],
    menu: { group: 'provider', icon: DeleteSweep },
    page: () => import('./DeletedTenantsPage.tsx'),
  },
  {
    path: '/serviceprovider/tenantdeletions/:id',
    title: 'common:pages.deletedTenant',
    needs: ['TENANTS', 'VIEW'],
    page: () => import('./DeletedTenantPage.tsx'),
  },
)

export const tenantsFeature: Feature = {
  order: 900,
  screens: [...ofTenants, ...ofDeletions],
  palette: [
    {
      heading: 'common:pages.tenants',
      needs: ['TENANTS', 'VIEW'],
      conditions: ['serviceProvider'],
      find: findTenants,
    },
  ],
}
