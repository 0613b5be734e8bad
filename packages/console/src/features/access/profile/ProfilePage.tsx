import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ContactSection } from './ContactSection.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { type Profile, profileQuery } from './profile.queries.ts'

/** Own attributes that others fill in. */
const shownOf = ({ userAttributes, userAttributeValues }: Profile) =>
  userAttributes
    .filter(({ userEditable }) => !userEditable)
    .map(({ id, name }) => ({
      label: name,
      value: userAttributeValues.find((each) => each.userAttributeId === id)?.value ?? null,
    }))

const AboutYou = ({ profile }: { readonly profile: Profile }) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  return (
    <Section title={text('userPortal:profile.about')}>
      <Facts
        facts={[
          { label: text('userPortal:profile.userId'), value: profile.userId },
          { label: text('userPortal:profile.mobile'), value: profile.mobile },
          { label: text('userPortal:profile.phone'), value: profile.phone },
          ...shownOf(profile),
          { label: text('userPortal:profile.aliases'), value: profile.userAliases.join(', ') },
          {
            label: text('userPortal:profile.lastSignIn'),
            value: date(profile.lastAuthenticatedAt),
          },
          { label: text('userPortal:profile.since'), value: date(profile.createdAt) },
        ]}
      />
    </Section>
  )
}

/** My profile: who I am here, and what I may change of it. */
const ProfilePage = () => {
  const text = useText('userPortal')
  const query = useQuery(profileQuery)
  return (
    <QueryView query={query} isPage>
      {({ value: profile, etag }) => (
        <DetailsPage
          title={profile.displayName}
          tag={
            <Tag
              label={text(`userPortal:profile.status.${profile.status}`)}
              severity={severityOf(profile.status)}
            />
          }
          detail={<CopyText text={profile.id} label={text('userPortal:profile.copyId')} />}
        >
          <AboutYou profile={profile} />
          <ContactSection profile={profile} />
          <ProfileEditor key={etag} profile={profile} etag={etag} />
        </DetailsPage>
      )}
    </QueryView>
  )
}

export default ProfilePage
