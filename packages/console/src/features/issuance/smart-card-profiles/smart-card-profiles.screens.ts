import CreditCard from '@mui/icons-material/CreditCardOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { profilesPath } from './profile-paths.ts'

const common = { conditions: ['issuanceAccount', 'notHiddenFeatureG'], help: 'smartcards' } as const

export const smartCardProfilesFeature: Feature = {
  screens: [
    {
      ...common,
      path: profilesPath,
      title: 'common:pages.smartCardProfiles',
      needs: ['SMARTCARDS', 'VIEW'],
      menu: { group: 'issuance', icon: CreditCard },
      page: () => import('./ProfilesPage.tsx'),
    },
    {
      ...common,
      path: '/smartcard/create/:cardType',
      title: 'common:pages.addSmartCardProfile',
      parent: profilesPath,
      needs: ['SMARTCARDS', 'ADD'],
      page: () => import('./NewProfilePage.tsx'),
    },
    {
      ...common,
      path: '/smartcard/edit/:id/:cardType',
      title: 'common:pages.smartCardProfile',
      parent: profilesPath,
      needs: ['SMARTCARDS', 'EDIT'],
      page: () => import('./ProfilePage.tsx'),
    },
  ],
}
