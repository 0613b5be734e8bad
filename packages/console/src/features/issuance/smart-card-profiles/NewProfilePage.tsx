import { type CardType, cardTypes } from '@signet/card/chip/card-types'
import { useParams } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ProfileFields, useProfileLabels } from './ProfileFields.tsx'
import { emptyProfile, ProfileForm } from './profile-form.ts'
import { profilePath, profilesPath } from './profile-paths.ts'
import { profilesOf } from './profiles.queries.ts'

const NewProfile = ({ cardType }: { readonly cardType: CardType }) => {
  const text = useText('issuancePortal')
  const labels = useProfileLabels()
  return (
    <FormPage title={text('common:pages.addSmartCardProfile')}>
      <Section
        title={text(`issuancePortal:smartCards.types.${cardType}`)}
        description={text(`issuancePortal:smartCards.typeTexts.${cardType}`)}
      >
        <NewForm
          entity={profilesOf(cardType)}
          schema={ProfileForm}
          initial={emptyProfile(cardType)}
          labels={labels}
          saveLabel={text('issuancePortal:smartCards.add')}
          made={({ name }) => text('issuancePortal:smartCards.added', { name })}
          pathOf={({ id }) => profilePath(id, cardType)}
          listPath={profilesPath}
        >
          <ProfileFields cardType={cardType} kept={null} />
        </NewForm>
      </Section>
    </FormPage>
  )
}

/** Adds a profile of the type in the address. */
const NewProfilePage = () => {
  const params = useParams()
  const cardType = cardTypes.find((one) => one === params.cardType)
  return cardType === undefined ? <NoSuchPage /> : <NewProfile key={cardType} cardType={cardType} />
}

export default NewProfilePage
