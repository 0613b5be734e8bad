import Verified from '@mui/icons-material/VerifiedUserOutlined'
import type { Feature } from '../../../kit/screen.ts'

const common = { conditions: ['notHiddenFeatureG', 'notFleetOnly'], help: 'applications' } as const

/** `saml` is the family; OpenID Connect applications have pages of their own. */
export const samlApplicationsFeature: Feature = {
  order: 190,
  screens: [
    {
      ...common,
      path: '/applications/add/saml/:templateId/:tab?',
      title: 'common:pages.newSamlApplication',
      parent: '/applications/add',
      needs: ['APPLICATIONS', 'ADD'],
      page: () => import('./NewSamlPage.tsx'),
    },
    {
      ...common,
      path: '/applications/saml/:templateId/:id/:tab?',
      title: 'common:pages.samlApplication',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      page: () => import('./SamlApplicationPage.tsx'),
    },
    {
      ...common,
      path: '/applications/certificates/saml',
      aliases: ['/applications/certificates/:type'],
      title: 'common:pages.samlCertificates',
      parent: '/applications',
      needs: ['APPLICATIONS', 'VIEW'],
      menu: { group: 'applications', icon: Verified },
      page: () => import('./SamlCertificatesPage.tsx'),
    },
  ],
}
