import { webhookStates } from '@signet/contract/operations/webhooks'
import type { Severity } from '@signet/rules/severity'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Webhook } from './webhooks.queries.ts'

export { webhookStates }

const severities: Readonly<Record<Webhook['state'], Severity>> = {
  ACTIVE: 'OK',
  FAILING: 'WARNING',
  OFF: 'INFO',
  SWITCHED_OFF: 'ERROR',
}

/** How a webhook is doing. */
export const StateTag = ({ state }: Pick<Webhook, 'state'>) => {
  const text = useText('resource')
  return <Tag label={text(`resource:webhooks.states.${state}`)} severity={severities[state]} />
}
