import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { ConfirmMail } from '../../../pickers/mail-state/ConfirmMail.tsx'
import { useMay } from '../../../session/session-context.tsx'
import type { Question, SectionProps } from './authenticator-deeds.ts'
import { PasskeySection, PasswordSection, RecoverySection } from './authenticator-sections.tsx'
import { DeviceSections } from './DeviceSections.tsx'
import { GridSection } from './GridSection.tsx'
import { HardwareSection } from './HardwareSection.tsx'
import { HelpDeskCall } from './HelpDeskCall.tsx'
import { LinkedAccountsSection } from './LinkedAccountsSection.tsx'
import { LockoutSection } from './LockoutSection.tsx'
import { MagicLinkSection } from './MagicLinkSection.tsx'
import { QuestionsSection } from './QuestionsSection.tsx'
import { SendCodeSection } from './SendCodeSection.tsx'
import { SentCodesSection } from './SentCodesSection.tsx'
import { SetPasswordDialog } from './SetPasswordDialog.tsx'
import { TemporaryCodeSection } from './TemporaryCodeSection.tsx'
import { TokenSection } from './TokenSection.tsx'
import { useAuthenticatorDeeds, userAuthenticatorsQuery } from './user-authenticators.queries.ts'
import type { UserDetail } from './user-types.ts'

/** Asks before a deed, and says once it is done. */
export const Asked = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const { title, text, confirmLabel, done, recipient, isDestructive, run } = question
  const asked = { title, confirmLabel, isDestructive, onClose, children: text }
  if (recipient !== undefined) return <ConfirmMail {...{ ...asked, recipient }} onConfirm={run} />
  const confirm = async (): Promise<void> => {
    await run()
    if (done !== undefined) showMessage(done)
  }
  return <ConfirmAction {...asked} onConfirm={confirm} />
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

/** The user's apps, and the call in which one of them shows who speaks. */
const AppSections = (props: SectionProps & { readonly userid: string }) => (
  <>
    <TokenSection {...props} />
    <HelpDeskCall {...props} />
  </>
)

/** By a link, and by accounts elsewhere. */
const OtherWaysIn = (props: Parameters<typeof LinkedAccountsSection>[0]) => (
  <>
    <MagicLinkSection {...props} />
    <LinkedAccountsSection {...props} />
  </>
)

/** Codes that are sent: one for the next sign-in, and those of late. */
const CodeSections = ({ user, mayEdit }: { user: UserDetail; mayEdit: boolean }) => (
  <>
    {mayEdit && <SendCodeSection userid={user.id} name={user.displayName} />}
    <SentCodesSection user={user} />
  </>
)

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
          <LockoutSection {...found} onUnlock={mayEdit ? () => ask(unlock) : undefined} />
          <PasswordSection
            {...{ found, name, deeds, ask, mayEdit }}
            onSet={() => setIsSetting(true)}
          />
          <AppSections {...{ found, name, deeds, ask, mayEdit }} userid={user.id} />
          <PasskeySection {...{ found, name, deeds, ask, mayEdit }} />
          <HardwareSection {...{ found, name }} userid={user.id} />
          <GridSection {...{ found, name, ask }} userid={user.id} />
          <OtherWaysIn {...{ name, ask, mayEdit }} userid={user.id} />
          <DeviceSections userid={user.id} {...{ name, ask, mayEdit }} />
          <RecoverySection {...{ found, name, deeds, ask, mayEdit }} />
          <TemporaryCodeSection {...{ found, name, deeds, ask, mayEdit }} />
          <QuestionsSection {...{ found, name, deeds, ask, mayEdit }} />
          <CodeSections {...{ user, mayEdit }} />
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
