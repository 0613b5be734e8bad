import type { Platform } from '../../../../platform/platform.ts'
import { type Dispatcher, dispatchLeased } from '../../../tenancy/leased-turns/index.ts'
import { claimLanes } from './lanes.repository.ts'
import { takeTurn } from './turn.ts'

/** Printers that one node works for at a time. */
const places = 50

/** Works for the printers of all tenants on this node; some node asks a printer what came of a turn that failed. */
export const createPrintDispatcher = (platform: Platform): Dispatcher =>
  dispatchLeased(platform, {
    name: 'printing',
    places,
    queues: [{ places, claim: (lease) => claimLanes(platform, lease) }],
    failed: 'printing failed',
    takeTurn: (ctx, { printer_id: printerId }, turn) => takeTurn(ctx, { ...turn, printerId }),
  })
