import Print from '@mui/icons-material/PrintOutlined'
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined'
import type { Feature, PaletteSource } from '../../../kit/screen.ts'
import { printersPath } from './printer-paths.ts'

const common = { conditions: ['issuanceAccount'], help: 'printers' } as const

/** Loaded with the first search: no page waits for it. */
const findPrinters: PaletteSource['find'] = async (typed, signal) =>
  (await import('./printers.queries.ts')).findPrinters(typed, signal)

export const printersFeature: Feature = {
  order: 300,
  screens: [
    {
      ...common,
      path: printersPath,
      title: 'common:pages.printers',
      needs: ['PRINTERS', 'VIEW'],
      menu: { group: 'cards', icon: Print },
      page: () => import('./PrintersPage.tsx'),
    },
    {
      ...common,
      path: '/printerdashboard',
      title: 'common:pages.printerDashboard',
      needs: ['PRINTERS', 'VIEW'],
      menu: { group: 'cards', icon: Dashboard },
      page: () => import('./PrinterDashboardPage.tsx'),
    },
    {
      ...common,
      path: '/printers/add',
      conditions: ['issuanceAccount', 'groupManagementAll', 'notMobile'],
      title: 'common:pages.addPrinter',
      parent: printersPath,
      needs: ['PRINTERS', 'ADD'],
      page: () => import('./NewPrinterPage.tsx'),
    },
    {
      ...common,
      path: '/printers/:printerId/:tab?',
      title: 'common:pages.printer',
      parent: printersPath,
      needs: ['PRINTERS', 'VIEW'],
      page: () => import('./PrinterPage.tsx'),
    },
  ],
  palette: [
    {
      heading: 'common:pages.printers',
      needs: ['PRINTERS', 'VIEW'],
      conditions: common.conditions,
      find: findPrinters,
    },
  ],
}
