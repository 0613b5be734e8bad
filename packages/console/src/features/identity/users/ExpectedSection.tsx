import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ExpectedDialog } from './ExpectedDialog.tsx'
import { type ExpectedPlace, expectedQuery, useRiskDeeds } from './user-risk.queries.ts'

interface PlacesProps {
  readonly places: readonly ExpectedPlace[]
  readonly onRemove: ((place: ExpectedPlace) => void) | undefined
}

const Places = ({ places, onRemove }: PlacesProps) => {
  const text = useText('members')
  const countryName = useCountryName()
  return (
    <ItemList empty={text('members:risk.expectedNone')}>
      {places.map((place) => (
        <Item
          key={JSON.stringify(place)}
          title={place.name}
          detail={[
            countryName(place.country),
            place.radiusKm === null
              ? null
              : text('members:risk.within', { radius: place.radiusKm }),
          ]
            .filter((part) => part !== null)
            .join(', ')}
          actions={
            onRemove !== undefined && (
              <Button onClick={() => onRemove(place)}>
                {text('members:risk.remove', { name: place.name })}
              </Button>
            )
          }
        />
      ))}
    </ItemList>
  )
}

interface LoadedProps {
  readonly userid: string
  readonly read: Tagged<{ readonly locations: readonly ExpectedPlace[] }>
}

const Loaded = ({ userid, read }: LoadedProps) => {
  const text = useText('members')
  const { expect } = useRiskDeeds(userid)
  const mayEdit = useMay()(['USERS', 'EDIT'])
  const [isAdding, setIsAdding] = useState(false)
  const { locations } = read.value
  const save = async (value: readonly ExpectedPlace[]): Promise<void> => {
    await expect.mutateAsync({ value, etag: read.etag })
    showMessage(text('members:risk.expectedSaved'))
  }
  const remove = (place: ExpectedPlace): void => {
    save(locations.filter((one) => one !== place)).catch(showFailure)
  }
  return (
    <>
      <Places places={locations} onRemove={mayEdit ? remove : undefined} />
      {mayEdit && <Button onClick={() => setIsAdding(true)}>{text('members:risk.add')}</Button>}
      {isAdding && (
        <ExpectedDialog
          onAdd={(place) => save([...locations, place])}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

/** Where somebody is expected to sign in from. */
export const ExpectedSection = ({ userid }: { readonly userid: string }) => {
  const text = useText('members')
  return (
    <Section title={text('members:risk.expected')} description={text('members:risk.expectedText')}>
      <QueryView query={useQuery(expectedQuery(userid))}>
        {(read) => <Loaded {...{ userid, read }} />}
      </QueryView>
    </Section>
  )
}
