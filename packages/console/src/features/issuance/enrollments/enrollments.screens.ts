import People from '@mui/icons-material/AssignmentIndOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { credentialsPath } from './enrollment-paths.ts'

const common = {
  conditions: ['issuanceAccount', 'notDirectLocked'],
  help: 'enrollments',
} as const
const parent = '/credentials/enrollment/search/:workflowId'

export const enrollmentsFeature: Feature = {
  order: 280,
  screens: [
    {
      ...common,
      path: credentialsPath,
      title: 'common:pages.credentials',
      needs: ['ENROLLMENTS', 'VIEW'],
      menu: { group: 'cards', icon: People },
      page: () => import('./CredentialsPage.tsx'),
    },
    {
      ...common,
      path: parent,
      title: 'common:pages.searchEnrollments',
      parent: credentialsPath,
      needs: ['ENROLLMENTS', 'VIEW'],
      page: () => import('./SearchPage.tsx'),
    },
    {
      ...common,
      path: '/credentials/enrollment/create/:workflowId',
      title: 'common:pages.newEnrollment',
      parent,
      needs: ['ENROLLMENTS', 'ADD'],
      page: () => import('./NewEnrollmentPage.tsx'),
    },
    {
      ...common,
      path: '/credentials/enrollment/edit/:workflowId/:enrollmentId',
      title: 'common:pages.editEnrollment',
      parent,
      needs: ['ENROLLMENTS', 'EDIT'],
      page: () => import('./EditEnrollmentPage.tsx'),
    },
  ],
}
