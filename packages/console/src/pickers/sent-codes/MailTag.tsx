import type { EmailMessage } from '@signet/contract/settings/email-messages'
import type { Severity } from '@signet/rules/severity'
import type { z } from 'zod'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'

type State = z.output<typeof EmailMessage>['state']

const severities: Readonly<Record<State, Severity>> = {
  SENT: 'OK',
  DELAYED: 'WARNING',
  BOUNCED: 'ERROR',
  FAILED: 'ERROR',
}

/** What became of a mail. */
export const MailTag = ({ state }: { readonly state: State }) => {
  const text = useText('settings')
  return <Tag label={text(`settings:email.log.states.${state}`)} severity={severities[state]} />
}
