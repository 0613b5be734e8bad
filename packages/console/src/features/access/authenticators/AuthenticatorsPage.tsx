import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { StepUpDialog } from '../../../pickers/step-up/StepUpDialog.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { AppSection } from './AppSection.tsx'
import { ownAuthenticatorsQuery } from './authenticators.queries.ts'
import { CodesSection } from './CodesSection.tsx'
import { DeedDialog } from './DeedDialog.tsx'
import type { Deed } from './deeds.ts'
import { PasskeySection } from './PasskeySection.tsx'
import { PasswordSection } from './PasswordSection.tsx'

/** How I sign in: password, apps, passkeys, recovery codes. */
const AuthenticatorsPage = () => {
  const text = useText('userPortal')
  const query = useQuery(ownAuthenticatorsQuery)
  const [deed, setDeed] = useState<Deed | null>(null)
  return (
    <>
      <PageHeader
        title={text('common:pages.myAuthenticators')}
        detail={text('userPortal:authenticators.text')}
      />
      <QueryView query={query}>
        {({ password, tokens, fidoTokens, recoveryCodes }) => (
          <>
            <PasswordSection password={password} />
            <AppSection tokens={tokens} onDeed={setDeed} />
            <PasskeySection passkeys={fidoTokens} onDeed={setDeed} />
            <CodesSection status={recoveryCodes} />
          </>
        )}
      </QueryView>
      <StepUpDialog />
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </>
  )
}

export default AuthenticatorsPage
