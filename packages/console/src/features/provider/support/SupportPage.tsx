import Link from '@mui/material/Link'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { readSupportAndResources } from '@signet/contract/provider/support'
import type { HelpPage } from '@signet/rules/console'
import { useQuery } from '@tanstack/react-query'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { developerLink, helpLink } from '../../../lib/help.ts'
import { type TextKey, useLocale, useText } from '../../../lib/i18n.ts'
import { useMay, useSession } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { OwnContact } from './OwnContact.tsx'
import { supportQuery } from './support.queries.ts'

type Support = ReceivedOf<typeof readSupportAndResources>

const Contact = ({ contact }: Pick<Support, 'contact'>) => {
  const text = useText('serviceProvider')
  if (contact === null) return text('serviceProvider:support.none')
  const { companyName, name, email, telephone, hours } = contact
  return (
    <Facts
      facts={[
        { label: text('serviceProvider:support.provider'), value: companyName },
        { label: text('serviceProvider:support.fields.name'), value: name },
        {
          label: text('serviceProvider:support.fields.email'),
          value: email === null ? null : <Link href={`mailto:${email}`}>{email}</Link>,
        },
        {
          label: text('serviceProvider:support.fields.telephone'),
          value:
            telephone === null ? null : (
              <Link href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</Link>
            ),
        },
        { label: text('serviceProvider:support.fields.hours'), value: hours },
      ]}
    />
  )
}

const Service = ({ version, acceptsChanges }: Omit<Support, 'contact'>) => {
  const text = useText('serviceProvider')
  const state = acceptsChanges ? 'ready' : 'readOnly'
  return (
    <Facts
      facts={[
        { label: text('serviceProvider:support.version'), value: version },
        {
          label: text('serviceProvider:support.state'),
          value: (
            <Tag
              label={text(`serviceProvider:support.states.${state}`)}
              severity={acceptsChanges ? 'OK' : 'ERROR'}
            />
          ),
        },
      ]}
    />
  )
}

const guides: readonly { readonly page: HelpPage; readonly title: TextKey<'common'> }[] = [
  { page: 'admin', title: 'common:help.admin' },
  { page: 'integrations', title: 'common:help.integrations' },
  { page: 'release-notes', title: 'common:help.releaseNotes' },
  { page: 'white-papers', title: 'common:help.whitePapers' },
]

/** What the service itself serves to read. */
const Resources = () => {
  const text = useText('serviceProvider')
  const locale = useLocale()
  const links = [
    ...guides.map(({ page, title }) => ({ title: text(title), href: helpLink(page, locale) })),
    { title: text('common:help.developer'), href: developerLink },
  ]
  return (
    <Section title={text('serviceProvider:support.resources')}>
      <ItemList empty="">
        {links.map(({ title, href }) => (
          <Item
            key={href}
            title={
              <Link href={href} target="_blank">
                {title}
              </Link>
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}

const SupportSections = () => {
  const text = useText('serviceProvider')
  const query = useQuery(supportQuery)
  return (
    <>
      <Section title={text('serviceProvider:support.contact')}>
        <QueryView query={query} skeleton={<FactsSkeleton />}>
          {({ contact }) => <Contact contact={contact} />}
        </QueryView>
      </Section>
      <Section title={text('serviceProvider:support.service')}>
        <QueryView query={query} skeleton={<FactsSkeleton />}>
          {(support) => <Service {...support} />}
        </QueryView>
      </Section>
    </>
  )
}

/** Whom to ask, what runs here, and what there is to read; a provider names its own contact here. */
const SupportPage = () => {
  const text = useText('serviceProvider')
  const { isSp } = useSession().theme
  const may = useMay()
  return (
    <ToolPage
      title={text('common:pages.supportAndResources')}
      detail={text('serviceProvider:support.detail')}
    >
      {may(['SETTINGS', 'VIEW']) && <SupportSections />}
      {isSp && may(['TENANTS', 'VIEW']) && <OwnContact />}
      <Resources />
    </ToolPage>
  )
}

export default SupportPage
