import Badge from '@mui/icons-material/BadgeOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'
import { designsPath } from './design-paths.ts'

const conditions = ['issuanceAccount', 'notDirectLocked', 'notMobile'] as const

/** Loaded with the first search: no page waits for it. */
const findDesigns: PaletteSource['find'] = async (typed, signal) =>
  (await import('./find-designs.ts')).findDesigns(typed, signal)

export const designsFeature: Feature = {
  order: 260,
  screens: screensOf(
    {
      conditions,
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
  palette: [
    {
      heading: 'common:pages.credentialDesigns',
      // Who may only view them has no page of a design.
      needs: ['CREDENTIALDESIGNS', 'EDIT'],
      conditions,
      find: findDesigns,
    },
  ],
}
