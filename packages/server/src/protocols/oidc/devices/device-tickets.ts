import { z } from 'zod'
import { ticketsOf } from '../tickets.ts'

/** Of a confirmed device. */
const Held = z.object({
  /** In which it was confirmed. */
  session: z.string(),
  /** The row of the device code. */
  deviceCode: z.string(),
  /** Of the device's request. */
  params: z.record(z.string(), z.unknown()),
})

export const deviceTickets = ticketsOf('oidc-device-ticket', Held)
