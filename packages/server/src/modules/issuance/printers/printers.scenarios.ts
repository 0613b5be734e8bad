import { deletePrinter } from '@signet/contract/issuance/printers'
import { anyPrinter } from '../../../security/sweep/id-rows.ts'
import {
  buildPrinter,
  preferencesOfPrinter,
  printerNamed,
  settingsOfPrinter,
} from '../../../security/sweep/issuance-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Card ${ctx.platform.ids.random(6).toString('hex')}`

const onPrinter =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { printerId: await buildPrinter(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

export const scenarios: SubjectScenarios = {
  calls: {
    createPrinter: (world) => ({ body: printerNamed(fresh(world)) }),
    readPrinter: onPrinter(),
    readPrinterByDevice: async ({ ctx }) => ({ params: { deviceId: await buildPrinter(ctx) } }),
    updatePrinter: onPrinter((world) => ({ name: fresh(world) })),
    deletePrinter: onPrinter(),
    removePrinterFromTenant: async ({ ctx }) => ({
      params: { printerId: await buildPrinter(ctx), tenantId: ctx.tenant.id },
    }),
    readPrinterPreferences: onPrinter(),
    updatePrinterPreferences: onPrinter(() => preferencesOfPrinter),
    readPrinterInfo: onPrinter(),
    cleanPrinter: onPrinter(),
    checkPrinterFirmware: onPrinter(),
    updatePrinterFirmware: onPrinter(),
    readPrinterSettings: onPrinter(),
    changePrinterSettings: onPrinter(() => settingsOfPrinter),
  },
  ids: [
    {
      under: '/api/web/v1/printers/',
      build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
    },
    {
      under: '/api/web/issuance/printerdashboard/',
      build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
    },
    {
      under: '/api/web/v1/printers/:printerId/:tenantId',
      build: async ({ ctx, tenant }) => ({
        printerId: await buildPrinter(ctx),
        tenantId: tenant.id,
      }),
    },
    {
      under: '/api/web/v2/printers/',
      build: async ({ ctx }) => ({ deviceId: await buildPrinter(ctx) }),
    },
  ],
  bodyIds: {
    changePrinterSettings: {
      build: anyPrinter,
      body: (id) => ({ ...settingsOfPrinter, copyTo: [id] }),
      params: async (tenant) => ({ printerId: await anyPrinter(tenant) }),
    },
  },
  bodies: {
    createPrinter: printerNamed('x'),
    updatePrinter: { name: 'x' },
    updatePrinterPreferences: preferencesOfPrinter,
    changePrinterSettings: settingsOfPrinter,
  },
  alteredBy: {
    checkPrinterFirmware: ['deletePrinter'],
    readPrinterInfo: ['deletePrinter'],
    readPrinterByDevice: ({ test, admin }, { given: { params } }) =>
      test.call(deletePrinter, { as: admin.token, params: { printerId: params?.['deviceId'] } }),
    readPrinterDashboard: ['createPrinter'],
    listPrintersInFull: ['createPrinter'],
    readPrinterSummary: ['createPrinter'],
  },
  effects: {
    updatePrinterFirmware: rowsOf('simulated_printers'),
  },
  shownIn: {
    cleanPrinter: 'modules/issuance/printers/dashboard.test.ts',
  },
}
