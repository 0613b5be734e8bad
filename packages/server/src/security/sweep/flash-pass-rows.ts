import { setUpWallets } from '../../../testing/issuance/flash-passes.ts'
import type { PassSigner } from '../../../testing/issuance/pass-signer.ts'
import { buildWorkflow } from '../../../testing/issuance/workflows.ts'
import type { Context } from '../../kit/context.ts'
import { createFlashPassDesign } from '../../modules/issuance/flash-pass-designs/index.ts'
import { issueAll } from '../../modules/issuance/flash-passes/issuing.service.ts'
import { buildEnrollment } from './enrollment-rows.ts'

/** A design of passes; the id of its enrollment design is to be added. */
export const passDesignNamed = (name: string) => ({
  name,
  description: null,
  wallets: ['APPLE' as const, 'GOOGLE' as const],
  title: 'Campus',
  backgroundColour: '#123456',
  textColour: '#ffffff',
  labelColour: '#ddeeff',
  logo: null,
  fields: [{ position: 'PRIMARY' as const, label: 'Name', value: '{First name} {Last name}' }],
  barcodeFormat: 'QR Code' as const,
  barcodeValue: '{Number}',
  photoField: null,
  validDays: null,
})

/** A saved design of passes, with an enrollment design of its own where none is named. */
export const buildFlashPassDesign = async (ctx: Context, of?: string): Promise<string> => {
  const workflowId = of ?? (await buildWorkflow(ctx)).workflowId
  const name = `Pass ${ctx.platform.ids.random(6).toString('hex')}`
  return (await createFlashPassDesign(ctx, { ...passDesignNamed(name), workflowId })).value.id
}

/** Somebody who may have a pass and has an address, with its design; the wallets are set up. */
export const buildPassHolder = async (ctx: Context, signer?: PassSigner) => {
  await setUpWallets(ctx, signer)
  const { enrollmentId, workflowId } = await buildEnrollment(ctx, { Mail: 'ada@acme.example' })
  return { enrollmentId, workflowId, designId: await buildFlashPassDesign(ctx, workflowId) }
}

/** A pass that waits to be claimed. */
export const buildFlashPass = async (ctx: Context, signer?: PassSigner) => {
  const { enrollmentId, workflowId, designId } = await buildPassHolder(ctx, signer)
  const { id } = await issueAll(ctx, { designId, enrollmentIds: [enrollmentId] })
  return { batchId: id, enrollmentId, workflowId, designId }
}
