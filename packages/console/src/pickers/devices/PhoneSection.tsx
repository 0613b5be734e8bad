import type {
  ActiveSyncDevice,
  UserActiveSyncSettings,
} from '@signet/contract/authenticators/activesync-devices'
import type { Severity } from '@signet/rules/severity'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Section } from '../../ui/Page.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Removal, useAskedDeed, useDeed } from './use-deed.ts'

type Phone = z.output<typeof ActiveSyncDevice>
type Settings = z.output<typeof UserActiveSyncSettings>

export interface PhoneDoors {
  readonly queryKey: QueryKey
  readonly list: (signal: AbortSignal) => Promise<readonly Phone[]>
  readonly settings: (signal: AbortSignal) => Promise<Settings>
  readonly refresh: () => Promise<unknown>
  readonly change: (deviceId: string, access: 'ALLOWED' | 'BLOCKED') => Promise<unknown>
  readonly remove: (deviceId: string) => Promise<unknown>
}

interface PhoneSectionProps {
  readonly doors: PhoneDoors
  readonly mayEdit: boolean
  /** Whether phones may be let in, too: block them may whoever edits. */
  readonly mayLetIn: (settings: Settings) => boolean
  readonly onRemove: Removal
}

interface Turning {
  /** What whoever looks may make of a phone. */
  readonly turns: readonly ('ALLOWED' | 'BLOCKED')[]
}

const severities: Readonly<Record<Phone['access'], Severity>> = {
  ALLOWED: 'OK',
  BLOCKED: 'ERROR',
  QUARANTINED: 'WARNING',
}

const nameOf = ({ name, model, deviceId }: Phone): string => name ?? model ?? deviceId

/** Without a gateway nobody could let a phone in or keep it out. */
const useActions = ({ doors, onRemove, turns }: PhoneSectionProps & Turning) => {
  const text = useText('authenticators', 'userPortal')
  const deed = useDeed(doors.queryKey)
  const asked = useAskedDeed(doors.queryKey)
  return (phone: Phone): readonly MenuAction[] => {
    const { deviceId, access } = phone
    const change = (to: 'ALLOWED' | 'BLOCKED'): MenuAction => ({
      label: text(`authenticators:devices.phone.turn.${to}`),
      onSelect: () => void deed(() => doors.change(deviceId, to)),
    })
    return [
      ...turns.filter((to) => to !== access).map(change),
      {
        label: text('userPortal:authenticators.remove.action'),
        isDestructive: true,
        onSelect: () =>
          onRemove(
            nameOf(phone),
            asked(() => doors.remove(deviceId)),
          ),
      },
    ]
  }
}

const useDetail = () => {
  const text = useText('authenticators')
  const { date } = useFormats()
  return ({ name, model, operatingSystem, lastSyncDate }: Phone): string =>
    [
      name === null ? null : model,
      operatingSystem,
      lastSyncDate === null
        ? null
        : text('authenticators:devices.phone.synced', { date: date(lastSyncDate) }),
    ]
      .filter((part) => part !== null)
      .join(' · ')
}

interface Found {
  readonly phones: readonly Phone[]
  readonly settings: Settings
}

interface PhoneItemProps extends PhoneSectionProps, Turning {
  readonly phone: Phone
}

const PhoneItem = ({ phone, ...props }: PhoneItemProps) => {
  const text = useText('authenticators')
  const actionsOf = useActions(props)
  const detailOf = useDetail()
  const actions = (
    <ActionMenu
      label={text('common:list.rowActions', { name: nameOf(phone) })}
      actions={actionsOf(phone)}
    />
  )
  return (
    <Item
      title={nameOf(phone)}
      detail={detailOf(phone)}
      tag={
        <Tag
          label={text(`authenticators:devices.phone.access.${phone.access}`)}
          severity={severities[phone.access]}
        />
      }
      actions={props.mayEdit && actions}
    />
  )
}

const Phones = ({ phones, settings, ...props }: PhoneSectionProps & Found) => {
  const { doors, mayEdit, mayLetIn } = props
  const text = useText('authenticators')
  const deed = useDeed(doors.queryKey)
  const ways = mayLetIn(settings) ? (['ALLOWED', 'BLOCKED'] as const) : (['BLOCKED'] as const)
  const turns = settings.enabled ? ways : []
  const refresh = (
    <Button onClick={() => void deed(doors.refresh)}>
      {text('authenticators:devices.phone.refresh')}
    </Button>
  )
  return (
    <Section
      title={text('authenticators:devices.phone.title')}
      description={text('authenticators:devices.phone.text')}
      actions={mayEdit && settings.enabled && refresh}
    >
      <ItemList empty={text('authenticators:devices.phone.none')}>
        {phones.map((phone) => (
          <PhoneItem key={phone.deviceId} {...props} {...{ phone, turns }} />
        ))}
      </ItemList>
    </Section>
  )
}

/** Phones behind the mail gateway; nothing shows where there is neither gateway nor phone. */
export const PhoneSection = (props: PhoneSectionProps) => {
  const { queryKey, list, settings } = props.doors
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [phones, found] = await Promise.all([list(signal), settings(signal)])
      return { phones, settings: found }
    },
  })
  if (data === undefined || (data.phones.length === 0 && !data.settings.enabled)) return null
  return <Phones {...props} {...data} />
}
