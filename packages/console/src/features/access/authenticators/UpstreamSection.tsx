import Stack from '@mui/material/Stack'
import {
  listOwnIdentities,
  unlinkOwnIdentity,
  verifyUpstreamAccount,
} from '@signet/contract/access/upstream-sign-in'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import { storedUpstreamKey } from '@signet/contract/tenancy/stored-keys'
import type { StoredUpstream } from '@signet/contract/tenancy/stored-upstream'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useDeed } from '../../../pickers/devices/use-deed.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { Deed } from './deeds.ts'

const identitiesQuery = queryOptions({
  queryKey: ['self', 'identities'],
  queryFn: ({ signal }) => call(listOwnIdentities, { signal }),
})

type Identity = ReceivedOf<typeof listOwnIdentities>['linked'][number]

/** Leaves for the provider; the sign-in pages take what it sends back, and lead here again. */
const leaveFor = async (idpId: string): Promise<void> => {
  const { redirect, state } = await call(verifyUpstreamAccount, { query: { idpId } })
  const waiting: StoredUpstream = {
    authToken: null,
    state,
    left: '/#/myprofile/authenticators',
    redirect: '/myprofile/authenticators',
  }
  sessionStorage.setItem(storedUpstreamKey, JSON.stringify(waiting))
  location.assign(redirect)
}

interface LinkedItemProps {
  readonly identity: Identity
  readonly onRemove: () => void
}

const LinkedItem = ({ identity, onRemove }: LinkedItemProps) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  const { identityProviderName: name, label, linkedAt } = identity
  const linked = text('userPortal:authenticators.upstream.linked', { date: date(linkedAt) })
  const action = {
    label: text('userPortal:authenticators.remove.action'),
    isDestructive: true,
    onSelect: onRemove,
  }
  return (
    <Item
      title={name}
      detail={[label, linked].filter(Boolean).join(' · ')}
      actions={<ActionMenu label={text('common:list.rowActions', { name })} actions={[action]} />}
    />
  )
}

interface LinksProps {
  readonly providers: ReceivedOf<typeof listOwnIdentities>['available']
  readonly onLink: (id: string) => void
}

const Links = ({ providers, onLink }: LinksProps) => {
  const text = useText('userPortal')
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {providers.map(({ id, name }) => (
        <Button key={id} onClick={() => onLink(id)}>
          {text('userPortal:authenticators.upstream.link', { provider: name })}
        </Button>
      ))}
    </Stack>
  )
}

/** Accounts at other services that I sign in with; nothing where there is neither one nor a way to one. */
export const UpstreamSection = ({ onDeed }: { readonly onDeed: (deed: Deed) => void }) => {
  const text = useText('userPortal')
  const client = useQueryClient()
  const deed = useDeed(identitiesQuery.queryKey)
  const { data } = useQuery(identitiesQuery)
  if (data === undefined || data.linked.length + data.available.length === 0) return null
  const unlink = async (id: string): Promise<void> => {
    await call(unlinkOwnIdentity, { params: { id } })
    await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
  }
  return (
    <Section
      title={text('userPortal:authenticators.upstream.title')}
      description={text('userPortal:authenticators.upstream.text')}
      actions={<Links providers={data.available} onLink={(id) => void deed(() => leaveFor(id))} />}
    >
      <ItemList empty={text('userPortal:authenticators.upstream.none')}>
        {data.linked.map((identity) => (
          <LinkedItem
            key={identity.id}
            identity={identity}
            onRemove={() =>
              onDeed({
                kind: 'remove',
                name: identity.identityProviderName,
                run: () => unlink(identity.id),
              })
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}
