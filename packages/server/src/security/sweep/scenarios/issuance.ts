import { blankDesign } from '@signet/card/document'
import {
  alertNamed,
  buildAccountBelow,
  buildCredentialDesign,
  buildPrinter,
  buildPrinterAlert,
  buildRibbonBundle,
  bundleNamed,
  designNamed,
  pictureToTransform,
  preferencesOfPrinter,
  printerNamed,
  ribbonBundle,
  settingsOfPrinter,
} from '../issuance-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const fresh = ({ ctx }: World): string => `Card ${ctx.platform.ids.random(6).toString('hex')}`

const onDesign =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { credentialDesignId: await buildCredentialDesign(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onPrinter =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { printerId: await buildPrinter(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onAlert =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildPrinterAlert(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

/** Designs of cards, and what is drawn of them. */
export const issuanceScenarios: Scenarios = {
  createCredentialDesign: (world) => ({ body: designNamed(fresh(world)) }),
  readCredentialDesign: onDesign(),
  updateCredentialDesign: onDesign((world) => designNamed(fresh(world))),
  deleteCredentialDesign: onDesign(),
  exportCredentialDesign: onDesign(),
  importCredentialDesign: (world) => ({ body: { bundle: bundleNamed(fresh(world)) } }),
  readCredentialDesignTemplate: () => ({ params: { CredentialDesignTemplateId: 'student' } }),
  transformImage: () => ({ params: { transformType: 'grayscale' }, body: pictureToTransform }),
  previewPrint: () => ({ body: { design: blankDesign() } }),
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
  createPrinterAlert: (world) => ({ body: alertNamed(fresh(world)) }),
  readPrinterAlert: onAlert(),
  updatePrinterAlert: onAlert((world) => alertNamed(fresh(world))),
  deletePrinterAlert: onAlert(),
  deletePrinterAlerts: async ({ ctx }) => ({ body: { ids: [await buildPrinterAlert(ctx)] } }),
  changeFleetOptIn: () => ({ body: { optedIn: true } }),
  readFleetAccount: ({ ctx }) => ({ params: { accountId: ctx.tenant.id } }),
  changeAccountBundle: async ({ ctx }) => ({
    params: { accountId: await buildAccountBelow(ctx), bundle: 'hasFleetManagement' },
    body: { enabled: true },
  }),
  readRibbonBundle: async ({ ctx }) => ({ params: { ribbonId: await buildRibbonBundle(ctx) } }),
  saveRibbonBundle: () => ({ params: { ribbonId: '525100-004' }, body: ribbonBundle }),
}
