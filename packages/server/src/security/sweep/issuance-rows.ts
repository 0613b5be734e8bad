import { writeBundle } from '@signet/card/bundle'
import { blankDesign } from '@signet/card/document'
import { sampleValues } from '@signet/card/samples'
import { templates } from '@signet/card/templates'
import type { Context } from '../../kit/context.ts'
import { createPrinterAlert } from '../../modules/issuance/alerts/index.ts'
import { createCredentialDesign } from '../../modules/issuance/credential-designs/index.ts'
import { printEnrollment } from '../../modules/issuance/print-jobs/index.ts'
import { saveRibbonBundle } from '../../modules/issuance/printer-search/index.ts'
import { createPrinter } from '../../modules/issuance/printers/index.ts'
import { createTenant } from '../../modules/provider/subscribers/index.ts'
import { buildEnrollment } from './enrollment-rows.ts'

export const designNamed = (name: string) => ({
  name,
  description: null,
  design: templates.student(),
})

/** A saved design of a card. */
export const buildCredentialDesign = async (ctx: Context): Promise<string> => {
  const name = `Design ${ctx.platform.ids.random(6).toString('hex')}`
  return (await createCredentialDesign(ctx, designNamed(name))).value.id
}

export const bundleNamed = (name: string): string => writeBundle(name, blankDesign())

/** Something that is a picture. */
export const pictureToTransform = {
  image: sampleValues(templates.student(), 'USUAL').Photo ?? '',
  widthPx: 4,
  heightPx: 4,
}

/** A picture of one pixel. */
export const otherPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const printerNamed = (name: string) => ({ name, kind: 'SIMULATED' as const })

/** A simulated printer. */
export const buildPrinter = async (ctx: Context): Promise<string> => {
  const name = `Printer ${ctx.platform.ids.random(6).toString('hex')}`
  const head = { location: '', description: '', uri: null }
  return (await createPrinter(ctx, { ...printerNamed(name), ...head })).value.id
}

export const preferencesOfPrinter = {
  hopper: null,
  sides: 'ALL',
  splitBlack: true,
  upsideDown: false,
  simulation: { fault: 'NONE', secondsPerCard: 1 },
}

export const settingsOfPrinter = {
  settings: {
    hopper: null,
    sides: 'ALL',
    splitBlack: true,
    upsideDown: true,
    cleaningAfter: 500,
    lowLevel: 20,
  },
}

export const ribbonBundle = {
  name: 'Colour, 6 ribbons',
  ribbons: 6,
  cardsPerRibbon: 250,
  cleaningCards: 6,
}

/** What a ribbon is ordered in; the number of the ribbon. */
export const buildRibbonBundle = async (ctx: Context): Promise<string> => {
  const ribbonId = `R-${ctx.platform.ids.random(6).toString('hex')}`
  await saveRibbonBundle(ctx, ribbonId, ribbonBundle)
  return ribbonId
}

export const alertNamed = (name: string) => ({ name, condition: 'OFFLINE' as const })

/** An alert on every printer. */
export const buildPrinterAlert = async (ctx: Context): Promise<string> => {
  const name = `Alert ${ctx.platform.ids.random(6).toString('hex')}`
  const whole = { enabled: true, level: null, settleMinutes: 5, printerIds: null }
  return (await createPrinterAlert(ctx, { ...alertNamed(name), ...whole })).value.id
}

/** An account of this provider. */
export const buildAccountBelow = async ({ platform, tenant }: Context): Promise<string> => {
  const name = `below-${platform.ids.random(6).toString('hex')}`
  const made = await createTenant(platform, {
    companyName: name,
    publicUrl: tenant.publicUrl.replace('//', `//${name}.`),
    authenticationAccount: false,
    issuanceAccount: true,
    isProvider: false,
    parentTenantId: tenant.id,
  })
  return made.tenant_id
}

/** A card that waits for its printer. */
export const buildPrint = async (ctx: Context) => {
  const [printerId, { enrollmentId }] = [await buildPrinter(ctx), await buildEnrollment(ctx)]
  const { id, batchId } = await printEnrollment(ctx, { printerId, enrollmentId })
  return { printerId, enrollmentId, jobId: id, batchId }
}

/** A card that was called off; it can be printed again. */
export const buildEndedPrint = async (ctx: Context): Promise<string> => {
  const { jobId } = await buildPrint(ctx)
  await ctx.db
    .updateTable('print_jobs')
    .set({ queue_state: 'CANCELLED', print_status: 'CANCELLED' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', jobId)
    .execute()
  return jobId
}

/** Somebody whose card has come out, with an address. */
export const buildMailable = async (ctx: Context): Promise<string> => {
  const mail = `${ctx.platform.ids.random(6).toString('hex')}@acme.example`
  const [printerId, { enrollmentId }] = [
    await buildPrinter(ctx),
    await buildEnrollment(ctx, { Mail: mail }),
  ]
  await printEnrollment(ctx, { printerId, enrollmentId })
  await ctx.db
    .updateTable('print_jobs')
    .set({ queue_state: 'COMPLETED', print_status: 'COMPLETED' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('issuance_id', '=', enrollmentId)
    .execute()
  return enrollmentId
}

export const printRequest = (printerId: string, enrollmentId: string) => ({
  printerIds: [printerId],
  cards: [{ enrollmentId }],
})
