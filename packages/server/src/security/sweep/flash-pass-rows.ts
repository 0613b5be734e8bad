import type { Context } from '../../kit/context.ts'
import { buildWorkflow } from '../../modules/issuance/enrollments/testing.ts'
import { createFlashPassDesign } from '../../modules/issuance/flash-pass-designs/index.ts'

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
