import { type CardType, cardTypes } from '@signet/card/chip/card-types'
import { Navigate, useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ProfileFields, useProfileLabels } from './ProfileFields.tsx'
import { emptyProfile, ProfileForm } from './profile-form.ts'
import { profilePath, profilesPath } from './profile-paths.ts'
import { type ProfileBody, useProfileChanges } from './profiles.queries.ts'

const NewProfile = ({ cardType }: { readonly cardType: CardType }) => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const labels = useProfileLabels()
  const { create } = useProfileChanges()
  const save = async (body: ProfileBody): Promise<void> => {
    const { id, name } = await create.mutateAsync({ cardType, body })
    showMessage(text('issuancePortal:smartCards.added', { name }))
    void navigate(profilePath(id, cardType))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addSmartCardProfile')} />
      <Section
        title={text(`issuancePortal:smartCards.types.${cardType}`)}
        description={text(`issuancePortal:smartCards.typeTexts.${cardType}`)}
      >
        <EntityForm
          schema={ProfileForm}
          initial={{ value: emptyProfile(cardType), etag: null }}
          labels={labels}
          save={save}
          saveLabel={text('issuancePortal:smartCards.add')}
          onCancel={() => void navigate(profilesPath)}
          onSaved={() => undefined}
        >
          <ProfileFields cardType={cardType} kept={null} />
        </EntityForm>
      </Section>
    </>
  )
}

/** Adds a profile of the type in the address. */
const NewProfilePage = () => {
  const params = useParams()
  const cardType = cardTypes.find((one) => one === params.cardType)
  return cardType === undefined ? (
    <Navigate replace to={profilesPath} />
  ) : (
    <NewProfile key={cardType} cardType={cardType} />
  )
}

export default NewProfilePage
