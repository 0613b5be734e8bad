import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FaceSection } from '../../../pickers/devices/FaceSection.tsx'
import { AppSection } from './AppSection.tsx'
import { type OwnToken, ownAuthenticatorsQuery } from './authenticators.queries.ts'
import { CodesSection } from './CodesSection.tsx'
import { DeedDialog } from './DeedDialog.tsx'
import type { Deed } from './deeds.ts'
import { GridSection } from './GridSection.tsx'
import { HardwareSection } from './HardwareSection.tsx'
import { ownFaceDoors } from './own-face-doors.ts'
import { PasskeySection } from './PasskeySection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { QuestionsSection } from './QuestionsSection.tsx'

const isHardware = ({ type }: OwnToken): boolean => type === 'OATH_PHYSICAL_TOKEN'

import { UpstreamSection } from './UpstreamSection.tsx'
import { WeChatSection } from './WeChatSection.tsx'

/** How I sign in: password, apps, tokens, passkeys, recovery codes. */
const AuthenticatorsPage = () => {
  const text = useText('userPortal')
  const query = useQuery(ownAuthenticatorsQuery)
  const [deed, setDeed] = useState<Deed | null>(null)
  return (
    <DetailsPage
      title={text('common:pages.myAuthenticators')}
      detail={text('userPortal:authenticators.text')}
    >
      <QueryView query={query}>
        {({ password, tokens, fidoTokens, grids, recoveryCodes, kba }) => (
          <>
            <PasswordSection password={password} />
            <AppSection tokens={tokens.filter((token) => !isHardware(token))} onDeed={setDeed} />
            <PasskeySection passkeys={fidoTokens} onDeed={setDeed} />
            <HardwareSection tokens={tokens.filter(isHardware)} onDeed={setDeed} />
            <GridSection grids={grids} onDeed={setDeed} />
            <FaceSection
              mayEdit
              doors={ownFaceDoors}
              onRemove={(name, run) => setDeed({ kind: 'remove', name, run })}
            />
            <WeChatSection onDeed={setDeed} />
            <UpstreamSection onDeed={setDeed} />
            <CodesSection status={recoveryCodes} />
            <QuestionsSection status={kba} onDeed={setDeed} />
          </>
        )}
      </QueryView>
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </DetailsPage>
  )
}

export default AuthenticatorsPage
