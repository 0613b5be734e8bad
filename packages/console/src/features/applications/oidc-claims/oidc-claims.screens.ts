import Fingerprint from '@mui/icons-material/BadgeOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/applications/oidccustomclaims'
const common = { conditions: ['notHiddenFeatureG'], help: 'applications' } as const

export const oidcClaimsFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.oidcClaims',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      menu: { group: 'connections', icon: Fingerprint },
      page: () => import('./OidcClaimsPage.tsx'),
    },
    {
      ...common,
      path: `${list}/add`,
      title: 'common:pages.addOidcClaim',
      parent: list,
      needs: ['APPLICATIONS', 'ADD'],
      page: () => import('./NewOidcClaimPage.tsx'),
    },
    {
      ...common,
      path: `${list}/:claimId`,
      title: 'common:pages.oidcClaim',
      parent: list,
      needs: ['APPLICATIONS', 'VIEW'],
      page: () => import('./OidcClaimPage.tsx'),
    },
  ],
}
