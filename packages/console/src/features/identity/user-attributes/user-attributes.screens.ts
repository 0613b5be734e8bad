import Badge from '@mui/icons-material/BadgeOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/userattributes'

export const userAttributesFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.userAttributes',
      needs: ['USERATTRIBUTES', 'VIEW'],
      help: 'userattributes',
      menu: { group: 'people', icon: Badge },
      page: () => import('./UserAttributesPage.tsx'),
    },
    {
      path: '/userattribute/add',
      title: 'common:pages.addUserAttribute',
      parent: list,
      needs: ['USERATTRIBUTES', 'ADD'],
      help: 'userattributes',
      page: () => import('./NewUserAttributePage.tsx'),
    },
    {
      path: '/userattribute/:attributeId',
      title: 'common:pages.userAttribute',
      parent: list,
      needs: ['USERATTRIBUTES', 'VIEW'],
      help: 'userattributes',
      page: () => import('./UserAttributePage.tsx'),
    },
  ],
}
