import { templates } from '@signet/card/templates'
import type { Context } from '../../kit/context.ts'
import { createCredentialDesign } from '../../modules/issuance/credential-designs/index.ts'
import {
  createFlashPassDesign,
  defaultPassFields,
} from '../../modules/issuance/flash-pass-designs/index.ts'
import { createPrinter } from '../../modules/issuance/printers/index.ts'
import { createWorkflowDesign } from '../../modules/issuance/workflow-designs/index.ts'
import { insertDatabases } from './databases.ts'
import { insertEnrolled } from './enrolled.ts'
import { insertPasses } from './passes.ts'
import { insertPrints } from './prints.ts'
import { insertProfiles, insertStock } from './smart-cards.ts'
import { insertWear } from './wear.ts'

const designs = [
  {
    name: 'Student card',
    description: 'Campus, from autumn 2026',
    template: 'student',
    people: 'Students',
  },
  { name: 'Visitor badge', description: null, template: 'visitor', people: 'Visitors' },
] as const

const printers = [
  { name: 'Front desk', location: 'Main hall', description: 'Simulated: prints no card' },
  { name: 'Card office', location: 'Second floor', description: 'Simulated: prints no card' },
] as const

/** The same people in the wallets of their phones. */
const insertPass = async (ctx: Context, workflowId: string): Promise<void> => {
  const begun = await defaultPassFields(ctx, workflowId)
  await createFlashPassDesign(ctx, {
    ...begun,
    name: 'Student pass',
    description: 'The student card on a phone',
    workflowId,
    wallets: ['APPLE', 'GOOGLE'],
    title: 'Acme University',
    backgroundColour: '#1f3a5f',
    textColour: '#ffffff',
    labelColour: '#c8d6e5',
    logo: null,
    barcodeFormat: 'QR Code',
    barcodeValue: '{Student number}',
    validDays: 365,
  })
}

/** The account issues cards, too: two are designed with what their holders are asked, two printers are simulated, and a field comes from a database. */
export const insertCards = async (ctx: Context): Promise<void> => {
  await ctx.db
    .updateTable('tenants')
    .set({ issuance_account: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
  for (const { template, people, ...head } of designs) {
    const card = await createCredentialDesign(ctx, { ...head, design: templates[template]() })
    const { value: workflow } = await createWorkflowDesign(ctx, {
      name: people,
      description: null,
      credentialDesignId: card.value.id,
      allGroups: true,
      groupIds: [],
    })
    if (template === 'student') await insertPass(ctx, workflow.id)
  }
  await insertEnrolled(ctx)
  await insertPasses(ctx)
  await insertDatabases(ctx)
  for (const head of printers) {
    const { id } = (await createPrinter(ctx, { ...head, kind: 'SIMULATED', uri: null })).value
    await insertWear(ctx, id)
    if (head.name === 'Front desk') await insertPrints(ctx, id)
  }
  await insertProfiles(ctx)
  await insertStock(ctx)
}
