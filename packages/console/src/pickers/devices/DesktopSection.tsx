import type { Desktop } from '@signet/contract/authenticators/desktops'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Section } from '../../ui/Page.tsx'
import { type Removal, useAskedDeed } from './use-deed.ts'

type Computer = z.output<typeof Desktop>

export interface DesktopDoors {
  readonly queryKey: QueryKey
  readonly list: (signal: AbortSignal) => Promise<readonly Computer[]>
  readonly remove: (id: string) => Promise<unknown>
}

interface DesktopSectionProps {
  readonly doors: DesktopDoors
  readonly mayEdit: boolean
  readonly onRemove: Removal
}

interface DesktopItemProps extends DesktopSectionProps {
  readonly desktop: Computer
}

const DesktopItem = ({ desktop, doors, mayEdit, onRemove }: DesktopItemProps) => {
  const text = useText('authenticators', 'userPortal')
  const { date } = useFormats()
  const asked = useAskedDeed(doors.queryKey)
  const { id, name, operatingSystem, createDate, offlineUntil } = desktop
  const offline = text('authenticators:devices.desktop.offline', {
    created: date(createDate),
    until: date(offlineUntil),
  })
  const remove = (
    <Button
      onClick={() =>
        onRemove(
          name,
          asked(() => doors.remove(id)),
        )
      }
    >
      {text('userPortal:authenticators.remove.action')}
    </Button>
  )
  return (
    <Item
      title={name}
      detail={[operatingSystem, offline].filter((part) => part !== null).join(' · ')}
      actions={mayEdit && remove}
    />
  )
}

/** Computers that unlock without a network. They register themselves: without one nothing shows. */
export const DesktopSection = (props: DesktopSectionProps) => {
  const text = useText('authenticators')
  const { queryKey, list } = props.doors
  const { data: desktops = [] } = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) })
  if (desktops.length === 0) return null
  return (
    <Section
      title={text('authenticators:devices.desktop.title')}
      description={text('authenticators:devices.desktop.text')}
    >
      <ItemList empty="">
        {desktops.map((desktop) => (
          <DesktopItem key={desktop.id} {...props} desktop={desktop} />
        ))}
      </ItemList>
    </Section>
  )
}
