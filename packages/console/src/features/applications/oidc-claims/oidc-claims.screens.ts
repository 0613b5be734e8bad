import Fingerprint from '@mui/icons-material/BadgeOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

const list = '/applications/oidccustomclaims'

export const oidcClaimsFeature: Feature = {
  order: 200,
  screens: screensOf(
    { conditions: ['notHiddenFeatureG', 'notFleetOnly'], help: 'applications' },
    {
      path: list,
      title: 'common:pages.oidcClaims',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      menu: { group: 'applications', icon: Fingerprint },
      page: () => import('./OidcClaimsPage.tsx'),
    },
    {
      path: `${list}/add`,
      title: 'common:pages.addOidcClaim',
      needs: ['APPLICATIONS', 'ADD'],
      page: () => import('./NewOidcClaimPage.tsx'),
    },
    {
      path: `${list}/:claimId`,
      title: 'common:pages.oidcClaim',
      needs: ['APPLICATIONS', 'VIEW'],
      page: () => import('./OidcClaimPage.tsx'),
    },
  ),
}
