import type { Feature } from '../../../kit/screen.ts'

export const fieldConnectionsFeature: Feature = {
  order: 360,
  screens: [
    {
      path: '/fieldconnections/:workflowId',
      title: 'common:pages.fieldConnections',
      parent: '/enrollmentdesigns',
      needs: ['ENROLLMENTDESIGNS', 'EDIT'],
      conditions: ['issuanceAccount', 'notDirectLocked', 'notMobile'],
      help: 'externaldatabases',
      page: () => import('./FieldConnectionsPage.tsx'),
    },
  ],
}
