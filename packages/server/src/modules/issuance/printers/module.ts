import { day, type Module } from '../../../kit/module.ts'
import { printerDashboardRoutes, printerRoutes } from './index.ts'

export const printersModule: Module = {
  routes: [printerDashboardRoutes, printerRoutes],
  retention: [
    { table: 'printer_days', column: 'day', graceMillis: 90 * day },
    { table: 'simulated_cards', column: 'taken_at', graceMillis: 30 * day },
  ],
  kept: {
    'printer_lanes.leased_until': 'the end of a lease, not of the printer',
  },
}
