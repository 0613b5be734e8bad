import { textsOf } from '@signet/phrases/node'
import { groupOf } from '@signet/rules/webhooks'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'

const Texts = z.object({ actions: z.record(z.string(), z.string()) })

/** Every action that the audit log knows a text for, in the caller's language. */
export const listEvents = ({ locale }: Context) => {
  const { actions } = Texts.parse(textsOf(locale, 'userPortal'))
  return Object.entries(actions).map(([action, text]) => ({ action, group: groupOf(action), text }))
}
