import CreditCard from '@mui/icons-material/CreditCardOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { profilesPath } from './profile-paths.ts'

export const smartCardProfilesFeature: Feature = {
  order: 320,
  screens: screensOf(
    { conditions: ['issuanceAccount', 'notHiddenFeatureG', 'notMobile'], help: 'smartcards' },
    {
      path: profilesPath,
      title: 'common:pages.smartCardProfiles',
      needs: ['SMARTCARDS', 'VIEW'],
      menu: { group: 'cards', icon: CreditCard },
      page: () => import('./ProfilesPage.tsx'),
    },
    {
      path: '/smartcard/create/:cardType',
      title: 'common:pages.addSmartCardProfile',
      needs: ['SMARTCARDS', 'ADD'],
      page: () => import('./NewProfilePage.tsx'),
    },
    {
      path: '/smartcard/edit/:id/:cardType',
      title: 'common:pages.smartCardProfile',
      needs: ['SMARTCARDS', 'EDIT'],
      page: () => import('./ProfilePage.tsx'),
    },
  ),
}
