import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

/** Loaded with the first search: no page waits for it. */
const findGroups: PaletteSource['find'] = async (typed, signal) =>
  (await import('./groups.queries.ts')).findGroups(typed, signal)

export const groupsFeature: Feature = {
  order: 40,
  screens: screensOf(
    { help: 'groups' },
    {
      path: '/groups',
      title: 'common:pages.groups',
      needs: ['GROUPS', 'VIEW'],
      menu: { group: 'users', icon: GroupsIcon },
      page: () => import('./GroupsPage.tsx'),
    },
    {
      path: '/groups/add',
      title: 'common:pages.addGroup',
      needs: ['GROUPS', 'ADD'],
      page: () => import('./NewGroupPage.tsx'),
    },
    {
      path: '/groups/:groupId/:tab?',
      title: 'common:pages.group',
      needs: ['GROUPS', 'VIEW'],
      page: () => import('./GroupPage.tsx'),
    },
  ),
  palette: [{ heading: 'common:pages.groups', needs: ['GROUPS', 'VIEW'], find: findGroups }],
}
