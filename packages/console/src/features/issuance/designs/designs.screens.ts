import Badge from '@mui/icons-material/BadgeOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { designsPath } from './design-paths.ts'

export const designsFeature: Feature = {
  screens: screensOf(
    {
      conditions: ['issuanceAccount', 'notDirectLocked', 'notMobile'],
      help: 'credentialdesigns',
    },
    {
      path: designsPath,
      title: 'common:pages.credentialDesigns',
      needs: ['CREDENTIALDESIGNS', 'VIEW'],
      menu: { group: 'cards', icon: Badge },
      page: () => import('./DesignsPage.tsx'),
    },
    {
      path: '/credentialdesigns/add',
      title: 'common:pages.addCredentialDesign',
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./NewDesignPage.tsx'),
    },
    {
      path: '/credentialdesigns/create',
      title: 'common:pages.credentialDesigner',
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./CreateDesignPage.tsx'),
    },
    {
      path: '/credentialdesigns/create/:designId',
      title: 'common:pages.credentialDesigner',
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./CreateDesignPage.tsx'),
    },
    {
      path: '/credentialdesigns/edit/:designId',
      title: 'common:pages.editCredentialDesign',
      needs: ['CREDENTIALDESIGNS', 'EDIT'],
      page: () => import('./EditDesignPage.tsx'),
    },
  ),
}
