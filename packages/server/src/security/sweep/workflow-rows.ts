import { blankField, generateWorkflow } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import type { Context } from '../../kit/context.ts'
import { createWorkflowDesign } from '../../modules/issuance/workflow-designs/index.ts'
import { buildCredentialDesign } from './issuance-rows.ts'

export const workflowNamed = (name: string, credentialDesignId: string) => ({
  name,
  description: null,
  credentialDesignId,
  allGroups: true,
  groupIds: [],
})

export const workflowInFull = (name: string, credentialDesignId: string) => ({
  ...workflowNamed(name, credentialDesignId),
  definition: generateWorkflow(templates.student()),
})

export const flatWorkflow = (name: string, credentialDesignId: string) => ({
  ...workflowNamed(name, credentialDesignId),
  fields: [blankField('TEXT', { id: 'a', name: 'A' })],
})

/** A saved enrolment design, with a card of its own. */
export const buildWorkflowDesign = async (ctx: Context): Promise<string> => {
  const name = `Enrolment ${ctx.platform.ids.random(6).toString('hex')}`
  const { value } = await createWorkflowDesign(
    ctx,
    workflowNamed(name, await buildCredentialDesign(ctx)),
  )
  return value.id
}
