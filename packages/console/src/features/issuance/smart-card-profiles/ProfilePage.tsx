import { type CardType, cardTypes } from '@signet/card/chip/card-types'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useDeletion } from '../../../kit/deletion.tsx'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { CardSection } from './CardSection.tsx'
import { ProfileFields, useProfileLabels } from './ProfileFields.tsx'
import { ProfileForm, typedProfile } from './profile-form.ts'
import { profilesPath } from './profile-paths.ts'
import {
  type Named,
  type Profile,
  type ProfileBody,
  profileQuery,
  readOne,
  useProfileChanges,
} from './profiles.queries.ts'

const Actions = ({ profile: { cardType, id, name } }: { readonly profile: Profile }) => {
  const text = useText('issuancePortal')
  const { remove } = useProfileChanges()
  const may = useMay()
  const { action, dialog } = useDeletion({
    name,
    listPath: profilesPath,
    onDelete: () => remove.mutateAsync({ cardType, id }),
    texts: {
      title: text('issuancePortal:smartCards.deletes.title'),
      action: text('issuancePortal:smartCards.deletes.action'),
      text: text('issuancePortal:smartCards.deletes.text'),
      done: text('issuancePortal:smartCards.deletes.done', { name }),
    },
  })
  if (!may(['SMARTCARDS', 'REMOVE'])) return null
  return (
    <>
      <ActionMenu actions={[action]} label={text('common:list.rowActions', { name })} />
      {dialog}
    </>
  )
}

const versionOf = ({ value, etag }: Tagged<Profile>) => ({ value: typedProfile(value), etag })

const Loaded = ({ read }: { readonly read: Tagged<Profile> }) => {
  const text = useText('issuancePortal')
  const labels = useProfileLabels()
  const { save } = useProfileChanges()
  const { id, cardType, name, keys } = read.value
  const saveIt = async (body: ProfileBody, etag: string | null): Promise<void> => {
    const saved = await save.mutateAsync({ params: { cardType, id }, body, etag })
    showMessage(text('issuancePortal:smartCards.saved', { name: saved.name }))
  }
  return (
    <>
      <PageHeader
        title={name}
        detail={text(`issuancePortal:smartCards.types.${cardType}`)}
        actions={<Actions profile={read.value} />}
      />
      <Section title={text('issuancePortal:smartCards.profile')}>
        <EntityForm
          key={read.etag}
          schema={ProfileForm}
          initial={versionOf(read)}
          labels={labels}
          reload={async () => versionOf(await readOne({ cardType, id }))}
          save={saveIt}
          onSaved={() => undefined}
        >
          <ProfileFields cardType={cardType} kept={keys} />
        </EntityForm>
      </Section>
      <CardSection profile={read.value} />
    </>
  )
}

const Page = (params: Named) => {
  const query = useQuery(profileQuery(params))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

const typeOf = (value: string | undefined): CardType | undefined =>
  cardTypes.find((one) => one === value)

/** One profile, and a card to try it on. */
const ProfilePage = () => {
  const { id = '', cardType } = useParams()
  const type = typeOf(cardType)
  return type === undefined ? (
    <Navigate replace to={profilesPath} />
  ) : (
    <Page id={id} cardType={type} />
  )
}

export default ProfilePage
