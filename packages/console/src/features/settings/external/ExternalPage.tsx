import {
  ExternalCredentialType,
  readExternalCredentialSettings,
} from '@signet/contract/settings/externalcredentials'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'

type Kind = z.output<typeof ExternalCredentialType>

const readKinds = (signal: AbortSignal) =>
  Promise.all(
    ExternalCredentialType.options.map(async (type) => {
      const { connector } = await call(readExternalCredentialSettings, { params: { type }, signal })
      return { type, url: connector?.url ?? null }
    }),
  )

const KindItem = ({ type, url }: { readonly type: Kind; readonly url: string | null }) => {
  const text = useText('settings')
  const isSet = url !== null
  return (
    <Item
      title={text(`settings:connectors.external.kinds.${type}`)}
      detail={url}
      tag={
        <Tag
          label={text(`settings:connectors.external.${isSet ? 'set' : 'unset'}`)}
          severity={isSet ? 'OK' : 'UNKNOWN'}
        />
      }
      actions={
        <Button to={`/settings/external/${type}`}>
          {text('settings:connectors.external.change')}
        </Button>
      }
    />
  )
}

/** The kinds of authenticators that other services judge. */
const ExternalPage = () => {
  const text = useText('settings')
  const query = useQuery({
    queryKey: ['settings', 'external', 'kinds'],
    queryFn: ({ signal }) => readKinds(signal),
  })
  return (
    <DetailsPage
      title={text('common:pages.externalAuthenticators')}
      detail={text('settings:connectors.external.kindsText')}
    >
      <QueryView query={query}>
        {(kinds) => (
          <Section title={text('settings:connectors.external.list')}>
            <ItemList empty="">
              {kinds.map((kind) => (
                <KindItem key={kind.type} {...kind} />
              ))}
            </ItemList>
          </Section>
        )}
      </QueryView>
    </DetailsPage>
  )
}

export default ExternalPage
