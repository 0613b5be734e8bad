import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Question } from './authenticator-deeds.ts'
import {
  PasskeySection,
  PasswordSection,
  RecoverySection,
  TokenSection,
} from './authenticator-sections.tsx'
import { SetPasswordDialog } from './SetPasswordDialog.tsx'
import {
  type UserAuthenticators,
  useAuthenticatorDeeds,
  userAuthenticatorsQuery,
} from './user-authenticators.queries.ts'
import type { UserDetail } from './user-types.ts'

interface LockoutsProps {
  readonly found: UserAuthenticators
  readonly onUnlock: (() => void) | undefined
}

/** What wrong answers have locked, and the way to open it. */
const Lockouts = ({ found, onUnlock }: LockoutsProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const locked = found.lockouts.filter(({ remainingAttempts }) => remainingAttempts <= 0)
  if (locked.length === 0) return null
  const unlock = onUnlock && (
    <Button onClick={onUnlock}>{text('members:users.authenticators.unlock')}</Button>
  )
  return (
    <Notice severity="warning" title={text('members:users.authenticators.locked')} action={unlock}>
      {locked.map(({ type, device, lockoutExpiry }) => (
        <div key={`${type} ${device}`}>
          {lockoutExpiry === null
            ? text(`members:users.authenticators.lockedFor.${device}`)
            : text(`members:users.authenticators.lockedUntil.${device}`, {
                date: date(lockoutExpiry),
              })}
        </div>
      ))}
    </Notice>
  )
}

const Asked = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const { title, text, confirmLabel, done, isDestructive, run } = question
  const confirm = async (): Promise<void> => {
    await run()
    showMessage(done)
  }
  return (
    <ConfirmAction {...{ title, confirmLabel, isDestructive, onClose }} onConfirm={confirm}>
      {text}
    </ConfirmAction>
  )
}

/** Asks before the wrong answers are forgotten. */
const useUnlock = (name: string, run: Question['run']): Question => {
  const text = useText('members')
  return {
    title: text('members:users.authenticators.unlockTitle', { name }),
    text: text('members:users.authenticators.unlockText', { name }),
    confirmLabel: text('members:users.authenticators.unlock'),
    done: text('members:users.authenticators.unlocked', { name }),
    isDestructive: false,
    run,
  }
}

/** How the user signs in. An administrator takes away and unlocks; enrolling is the user's own. */
export const AuthenticatorsTab = ({ user }: { readonly user: UserDetail }) => {
  const query = useQuery(userAuthenticatorsQuery(user.id))
  const deeds = useAuthenticatorDeeds(user.id)
  const [question, ask] = useState<Question | null>(null)
  const [isSetting, setIsSetting] = useState(false)
  const name = user.displayName
  const unlock = useUnlock(name, deeds.unlock)
  const mayEdit = useMay()(['USERS', 'EDIT'])
  return (
    <QueryView query={query}>
      {(found) => (
        <>
          <Lockouts found={found} onUnlock={mayEdit ? () => ask(unlock) : undefined} />
          <PasswordSection
            {...{ found, name, deeds, ask, mayEdit }}
            onSet={() => setIsSetting(true)}
          />
          <TokenSection {...{ found, name, deeds, ask }} />
          <PasskeySection {...{ found, name, deeds, ask, mayEdit }} />
          <RecoverySection {...{ found, name, deeds, ask, mayEdit }} />
          {question !== null && <Asked question={question} onClose={() => ask(null)} />}
          {isSetting && (
            <SetPasswordDialog
              {...{ user }}
              onSet={deeds.setPassword}
              onClose={() => setIsSetting(false)}
            />
          )}
        </>
      )}
    </QueryView>
  )
}
