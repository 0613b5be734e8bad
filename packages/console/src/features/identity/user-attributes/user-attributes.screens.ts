import Badge from '@mui/icons-material/BadgeOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const userAttributesFeature: Feature = {
  order: 70,
  screens: screensOf(
    { help: 'userattributes' },
    {
      path: '/userattributes',
      title: 'common:pages.userAttributes',
      needs: ['USERATTRIBUTES', 'VIEW'],
      menu: { group: 'users', icon: Badge },
      page: () => import('./UserAttributesPage.tsx'),
    },
    {
      path: '/userattribute/add',
      title: 'common:pages.addUserAttribute',
      needs: ['USERATTRIBUTES', 'ADD'],
      page: () => import('./NewUserAttributePage.tsx'),
    },
    {
      path: '/userattribute/:attributeId',
      title: 'common:pages.userAttribute',
      needs: ['USERATTRIBUTES', 'VIEW'],
      page: () => import('./UserAttributePage.tsx'),
    },
  ),
}
