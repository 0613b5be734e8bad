import { lockableAuthenticators } from '@signet/rules/guess-budget'
import { oneOf } from '@signet/rules/membership'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { UserAuthenticators } from './user-authenticators.queries.ts'

type Lockout = UserAuthenticators['lockouts'][number]

const isKind = oneOf(['PASSWORD', ...lockableAuthenticators] as const)

/** Where it is counted, and until when it is locked. */
const useDetail = () => {
  const text = useText('members')
  const { date } = useFormats()
  return ({ device, remainingAttempts, lockoutDate, lockoutExpiry }: Lockout): string => {
    if (remainingAttempts > 0) {
      return text(`members:users.authenticators.counted.${device}`, { date: date(lockoutDate) })
    }
    return lockoutExpiry === null
      ? text(`members:users.authenticators.lockedFor.${device}`)
      : text(`members:users.authenticators.lockedUntil.${device}`, { date: date(lockoutExpiry) })
  }
}

interface LockoutSectionProps {
  readonly lockouts: readonly Lockout[]
  readonly onUnlock: (() => void) | undefined
}

/** What wrong answers have used up of each authenticator, and the way to open what they locked. */
export const LockoutSection = ({ lockouts, onUnlock }: LockoutSectionProps) => {
  const text = useText('members', 'authenticators')
  const detail = useDetail()
  const nameOf = (type: string): string =>
    isKind(type) ? text(`authenticators:proof.kinds.${type}`) : type
  const unlock = onUnlock !== undefined && lockouts.length > 0 && (
    <Button onClick={onUnlock}>{text('members:users.authenticators.unlock')}</Button>
  )
  return (
    <Section title={text('members:users.authenticators.wrongAnswers')} actions={unlock}>
      <ItemList empty={text('members:users.authenticators.noWrongAnswers')}>
        {lockouts.map((lockout) => (
          <Item
            key={`${lockout.type} ${lockout.device}`}
            title={nameOf(lockout.type)}
            detail={detail(lockout)}
            tag={
              <Tag
                severity={lockout.remainingAttempts > 0 ? 'WARNING' : 'ERROR'}
                label={text('members:users.authenticators.attemptsLeft', {
                  left: lockout.remainingAttempts,
                  attempts: lockout.attempts,
                })}
              />
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}
