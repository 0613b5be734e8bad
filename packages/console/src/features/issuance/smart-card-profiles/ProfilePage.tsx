import { type CardType, cardTypes } from '@signet/card/chip/card-types'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { CardSection } from './CardSection.tsx'
import { ProfileFields, useProfileLabels } from './ProfileFields.tsx'
import { ProfileForm, typedProfile } from './profile-form.ts'
import { profilesPath } from './profile-paths.ts'
import { type Profile, profilesOf } from './profiles.queries.ts'

const Actions = ({ profile: { cardType, id, name } }: { readonly profile: Profile }) => {
  const text = useText('issuancePortal')
  return (
    <DeletionMenu
      entity={profilesOf(cardType)}
      id={id}
      name={name}
      typed={name}
      needs={['SMARTCARDS', 'REMOVE']}
      texts={{
        title: text('issuancePortal:smartCards.deletes.title'),
        action: text('issuancePortal:smartCards.deletes.action'),
        text: text('issuancePortal:smartCards.deletes.text'),
        done: text('issuancePortal:smartCards.deletes.done', { name }),
      }}
      listPath={profilesPath}
    />
  )
}

const Loaded = ({ read }: { readonly read: Tagged<Profile> }) => {
  const text = useText('issuancePortal')
  const labels = useProfileLabels()
  const { cardType, name, keys } = read.value
  return (
    <DetailsPage
      title={name}
      detail={text(`issuancePortal:smartCards.types.${cardType}`)}
      actions={<Actions profile={read.value} />}
    >
      <Section title={text('issuancePortal:smartCards.profile')}>
        <EditForm
          entity={profilesOf(cardType)}
          read={read}
          formOf={typedProfile}
          schema={ProfileForm}
          labels={labels}
          saved={(saved) => text('issuancePortal:smartCards.saved', { name: saved.name })}
        >
          <ProfileFields cardType={cardType} kept={keys} />
        </EditForm>
      </Section>
      <CardSection profile={read.value} />
    </DetailsPage>
  )
}

const Page = ({ cardType, id }: Pick<Profile, 'cardType' | 'id'>) => (
  <QueryView query={useQuery(oneQuery(profilesOf(cardType), id))} isPage>
    {(read) => <Loaded read={read} />}
  </QueryView>
)

const typeOf = (value: string | undefined): CardType | undefined =>
  cardTypes.find((one) => one === value)

/** One profile, and a card to try it on. */
const ProfilePage = () => {
  const { id = '', cardType } = useParams()
  const type = typeOf(cardType)
  return type === undefined ? <NoSuchPage /> : <Page id={id} cardType={type} />
}

export default ProfilePage
