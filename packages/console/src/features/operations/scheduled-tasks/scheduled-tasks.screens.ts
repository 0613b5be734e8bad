import EventRepeat from '@mui/icons-material/EventRepeatOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/scheduledTasks'

export const scheduledTasksFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.scheduledTasks',
      needs: ['SCHEDULEDTASKS', 'VIEW'],
      help: 'scheduledtasks',
      menu: { group: 'operations', icon: EventRepeat },
      page: () => import('./ScheduledTasksPage.tsx'),
    },
    {
      path: '/scheduledTasks/add',
      title: 'common:pages.addScheduledTask',
      parent: list,
      needs: ['SCHEDULEDTASKS', 'ADD'],
      help: 'scheduledtasks',
      page: () => import('./NewTaskPage.tsx'),
    },
    {
      path: '/scheduledTasks/:id/:tab?',
      title: 'common:pages.scheduledTask',
      parent: list,
      needs: ['SCHEDULEDTASKS', 'VIEW'],
      help: 'scheduledtasks',
      page: () => import('./TaskPage.tsx'),
    },
  ],
}
