import type { TextMessage } from '@signet/contract/authenticators/otps'
import { oneOf } from '@signet/rules/membership'
import type { z } from 'zod'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'

type Message = z.output<typeof TextMessage>

const isFailure = oneOf([
  'NO_PROVIDER',
  'ADDRESS_REFUSED',
  'NO_ANSWER_IN_TIME',
  'TEMPLATE',
  'UNREACHABLE',
])

/** Whether the provider took a code. */
export const SentTag = ({ state }: Pick<Message, 'state'>) => {
  const text = useText('settings')
  return (
    <Tag
      label={text(`settings:codes.sent.states.${state}`)}
      severity={state === 'SENT' ? 'OK' : 'ERROR'}
    />
  )
}

/** Words for what a provider said of a code. */
export const useSentWords = () => {
  const text = useText('settings')
  const failureOf = (failure: string): string =>
    isFailure(failure) ? text(`settings:codes.sent.failures.${failure}`) : failure
  return {
    /** What was read of the answer, else its status, else why there was none. */
    replyOf: ({ failure, status, items }: Message): string => {
      if (failure !== null) return failureOf(failure)
      const read = items.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`]))
      const answer =
        status === null ? [] : [text('settings:codes.sent.answered', { status: String(status) })]
      return [...answer, ...read].join(' · ') || '–'
    },
  }
}
