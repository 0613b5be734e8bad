import { abort } from '@signet/rules/abort'
import { alertConditions } from '@signet/rules/printer-alerts'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

export const mostAlerts = 50

const head = {
  name: Line(100),
  enabled: z.boolean(),
  condition: z.enum(alertConditions),
  /** Per cent below which a supply is low; null takes the level that each printer has. */
  level: z.int().min(1).max(90).nullable(),
  /** What is seen must hold for so many minutes before it is told, and be over for as long. */
  settleMinutes: z.int().min(0).max(1440),
  /** Null for every printer, also one that is added later. */
  printerIds: z.array(Uuid).max(200, abort).nullable(),
}

const StandingAlert = z
  .object({
    printerId: Uuid,
    printerName: z.string(),
    /** What was seen when it was told: supplies with their level, or keywords of IPP. */
    detail: z.string(),
    since: Instant,
  })
  .meta({ id: 'StandingAlert' })

export const PrinterAlert = z
  .object({
    id: Uuid,
    ...head,
    /** Printers for which it was told, and is not yet over. */
    standing: z.array(StandingAlert),
    createdAt: Instant,
    modifiedAt: Instant,
  })
  .meta({ id: 'PrinterAlert' })

export const PrinterAlertChange = z
  .object({
    ...head,
    enabled: head.enabled.default(true),
    level: head.level.default(null),
    settleMinutes: head.settleMinutes.default(5),
    printerIds: head.printerIds.default(null),
  })
  .meta({ id: 'PrinterAlertChange' })

const path = '/api/web/issuance/alerts'
const one = `${path}/:id`
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['SETTINGS', 'VIEW'], limit: 'read', audit: null } as const
const change = { ...api, needs: ['SETTINGS', 'EDIT'], limit: 'change' } as const
const refused = ['ISSUANCE_ALERT_EXISTS', 'ISSUANCE_PRINTER_NOT_FOUND'] as const
const told =
  'An alert is told once for a printer while its state stands, and once more when that is over; it is neither while the printer does not answer, but for OFFLINE. A low supply counts as filled up 5 per cent above the limit. Printers are judged once a minute, those of which there is something to tell in one mail together.'

export const listPrinterAlerts = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(PrinterAlert),
  errors: [],
  catalogueId: 'get:web.issuance.alerts',
  summary: 'The alerts on printers, by name',
  description: `At most ${mostAlerts}. ${told}`,
})

export const readPrinterAlert = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: IdParams,
  answer: PrinterAlert,
  errors: ['ISSUANCE_ALERT_NOT_FOUND'],
  catalogueId: 'get:web.issuance.alerts.id',
  summary: 'One alert on printers',
})

export const createPrinterAlert = endpoint({
  ...change,
  method: 'POST',
  path,
  body: PrinterAlertChange,
  answer: PrinterAlert,
  ordinary: 'issuanceWork',
  errors: [...refused, 'ISSUANCE_ALERT_LIMIT_REACHED'],
  audit: 'PRINTER_ALERT_CREATED',
  catalogueId: 'post:web.issuance.alerts',
  location: '/api/web/issuance/alerts/:id',
  summary: 'Add an alert on printers',
  description: `Mail goes to the recipients of \`settings/fmaasalerts\`, where that is switched on. ${told}`,
})

export const updatePrinterAlert = endpoint({
  ...change,
  method: 'PUT',
  path: one,
  params: IdParams,
  body: PrinterAlertChange,
  answer: PrinterAlert,
  ordinary: 'issuanceWork',
  errors: [...refused, 'ISSUANCE_ALERT_NOT_FOUND', 'precondition_failed'],
  audit: 'PRINTER_ALERT_UPDATED',
  catalogueId: 'put:web.issuance.alerts.id',
  summary: 'Change an alert on printers',
  description: 'It begins anew: what stands is judged as if it were seen for the first time.',
})

export const deletePrinterAlert = endpoint({
  ...change,
  method: 'DELETE',
  path: one,
  params: IdParams,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_ALERT_NOT_FOUND', 'precondition_failed'],
  audit: 'PRINTER_ALERT_DELETED',
  catalogueId: 'delete:web.issuance.alerts.id',
  summary: 'Delete an alert on printers',
})

export const deletePrinterAlerts = endpoint({
  ...change,
  method: 'DELETE',
  path,
  body: z
    .object({ ids: z.array(Uuid).min(1).max(mostAlerts, abort) })
    .meta({ id: 'PrinterAlertIds' }),
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_ALERT_NOT_FOUND'],
  audit: 'PRINTER_ALERT_DELETED',
  catalogueId: 'delete:web.issuance.alerts',
  summary: 'Delete alerts on printers, all of them or none',
})
