import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ExceptionsSection } from './ExceptionsSection.tsx'
import { ExpectedSection } from './ExpectedSection.tsx'
import { type SeenPlace, seenQuery, useRiskDeeds } from './user-risk.queries.ts'
import type { UserDetail } from './user-types.ts'

const SeenItem = ({ place }: { readonly place: SeenPlace }) => {
  const text = useText('members')
  const countryName = useCountryName()
  const { date } = useFormats()
  const { country, city, signIns, lastSeen, address } = place
  const parts = [city, country === null ? null : countryName(country)]
  return (
    <Item
      title={parts.filter((part) => part !== null).join(', ')}
      detail={text('members:risk.seenDetail', { signIns, date: date(lastSeen), address })}
    />
  )
}

const SeenPlaces = ({ places }: { readonly places: readonly SeenPlace[] }) => {
  const text = useText('members')
  return (
    <ItemList empty={text('members:risk.seenNone')}>
      {places.map((place) => (
        <SeenItem key={`${place.country} ${place.city}`} place={place} />
      ))}
    </ItemList>
  )
}

interface TabProps {
  readonly user: UserDetail
}

const ForgetDialog = ({ user, onClose }: TabProps & { readonly onClose: () => void }) => {
  const text = useText('members')
  const { forget } = useRiskDeeds(user.id)
  const run = async (): Promise<void> => {
    await forget.mutateAsync()
    showMessage(text('members:risk.forgotten'))
  }
  const title = text('members:risk.forget')
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text('members:risk.forgetText', { name: user.displayName })}
    </ConfirmAction>
  )
}

/** Where somebody has signed in from. */
const SeenSection = ({ user }: TabProps) => {
  const text = useText('members')
  const query = useQuery(seenQuery(user.id))
  const [isForgetting, setIsForgetting] = useState(false)
  const mayForget = useMay()(['USERS', 'EDIT']) && (query.data?.length ?? 0) > 0
  return (
    <Section
      title={text('members:risk.seen')}
      description={text('members:risk.seenText')}
      actions={
        mayForget && (
          <Button onClick={() => setIsForgetting(true)}>{text('members:risk.forget')}</Button>
        )
      }
    >
      <QueryView query={query}>{(places) => <SeenPlaces places={places} />}</QueryView>
      {isForgetting && <ForgetDialog user={user} onClose={() => setIsForgetting(false)} />}
    </Section>
  )
}

/** What risk rules know of somebody, and what they leave out for them. */
export const RiskTab = ({ user }: TabProps) => (
  <>
    <ExceptionsSection userid={user.id} />
    <ExpectedSection userid={user.id} />
    <SeenSection user={user} />
  </>
)
