import { anyPrinter } from '../../../security/sweep/id-rows.ts'
import { alertNamed, buildPrinterAlert } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const fresh = ({ ctx }: World): string => `Card ${ctx.platform.ids.random(6).toString('hex')}`

const onAlert =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildPrinterAlert(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

export const scenarios: SubjectScenarios = {
  calls: {
    createPrinterAlert: (world) => ({ body: alertNamed(fresh(world)) }),
    readPrinterAlert: onAlert(),
    updatePrinterAlert: onAlert((world) => alertNamed(fresh(world))),
    deletePrinterAlert: onAlert(),
    deletePrinterAlerts: async ({ ctx }) => ({ body: { ids: [await buildPrinterAlert(ctx)] } }),
  },
  ids: [
    {
      under: '/api/web/issuance/alerts/',
      build: async ({ ctx }) => ({ id: await buildPrinterAlert(ctx) }),
    },
  ],
  bodyIds: {
    createPrinterAlert: {
      build: anyPrinter,
      body: (id) => ({ ...alertNamed('x'), printerIds: [id] }),
    },
    updatePrinterAlert: {
      build: anyPrinter,
      body: (id) => ({ ...alertNamed('x'), printerIds: [id] }),
      params: async ({ ctx }) => ({ id: await buildPrinterAlert(ctx) }),
    },
    deletePrinterAlerts: {
      build: ({ ctx }) => buildPrinterAlert(ctx),
      body: (id) => ({ ids: [id] }),
    },
  },
  bodies: {
    createPrinterAlert: alertNamed('x'),
    updatePrinterAlert: alertNamed('x'),
  },
}
