import People from '@mui/icons-material/PeopleOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { findUsers } from './users.queries.ts'

const list = '/users'

export const usersFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.users',
      needs: ['USERS', 'VIEW'],
      help: 'users',
      menu: { group: 'people', icon: People, letter: 'u' },
      page: () => import('./UsersPage.tsx'),
    },
    {
      path: '/user/add',
      title: 'common:pages.addUser',
      parent: list,
      needs: ['USERS', 'ADD'],
      help: 'users',
      page: () => import('./NewUserPage.tsx'),
    },
    {
      path: '/user/:userId/:tab?',
      title: 'common:pages.user',
      parent: list,
      needs: ['USERS', 'VIEW'],
      help: 'users',
      page: () => import('./UserPage.tsx'),
    },
  ],
  palette: [{ heading: 'common:pages.users', needs: ['USERS', 'VIEW'], find: findUsers }],
}
