import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Section } from '../../ui/Page.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type AddressDialogProps, FaceAddressDialog, FaceDialog } from './FaceDialog.tsx'
import { type FaceDoors, type FaceState, useHowItEnded } from './face-doors.ts'
import { type Removal, useAskedDeed } from './use-deed.ts'

interface FaceSectionProps {
  readonly doors: FaceDoors
  readonly mayEdit: boolean
  readonly onRemove: Removal
}

const severities = { REGISTERING: 'WARNING', ACTIVE: 'OK', DECLINED: 'ERROR' } as const

const useDetail = () => {
  const text = useText('authenticators', 'userPortal')
  const { date } = useFormats()
  return ({ state, createDate, registrationExpiry, lastUsedDate }: FaceState): string => {
    const values = { created: date(createDate), used: date(lastUsedDate) }
    if (state === 'ACTIVE') {
      return text(`userPortal:authenticators.${lastUsedDate === null ? 'unused' : 'used'}`, values)
    }
    return text('authenticators:devices.face.begun', {
      created: values.created,
      until: date(registrationExpiry),
    })
  }
}

interface FaceItemProps extends FaceSectionProps {
  readonly face: FaceState
}

const FaceItem = ({ face, doors, mayEdit, onRemove }: FaceItemProps) => {
  const text = useText('authenticators', 'userPortal')
  const detailOf = useDetail()
  const ask = useHowItEnded(doors)
  const asked = useAskedDeed(doors.queryKey)
  const title = text('authenticators:devices.face.title')
  const actions: readonly MenuAction[] = [
    ...(face.state === 'REGISTERING'
      ? [{ label: text('authenticators:devices.face.ask'), onSelect: () => void ask(face.id) }]
      : []),
    {
      label: text('userPortal:authenticators.remove.action'),
      isDestructive: true,
      onSelect: () =>
        onRemove(
          title,
          asked(() => doors.remove(face.id)),
        ),
    },
  ]
  return (
    <Item
      title={title}
      detail={detailOf(face)}
      tag={
        <Tag
          label={text(`authenticators:devices.face.state.${face.state}`)}
          severity={severities[face.state]}
        />
      }
      actions={
        mayEdit && (
          <ActionMenu label={text('common:list.rowActions', { name: title })} actions={actions} />
        )
      }
    />
  )
}

const useFaces = ({ queryKey, list, settings }: FaceDoors) =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [faces, { enabled }] = await Promise.all([list(signal), settings(signal)])
      return { faces, isEnabled: enabled }
    },
  }).data

/** The face that a provider compares; nothing shows where there is neither provider nor face. */
export const FaceSection = (props: FaceSectionProps) => {
  const { doors, mayEdit } = props
  const text = useText('authenticators')
  const [isOpen, setIsOpen] = useState(false)
  const [address, setAddress] = useState<Pick<AddressDialogProps, 'url' | 'title'> | null>(null)
  const found = useFaces(doors)
  if (found === undefined || (found.faces.length === 0 && !found.isEnabled)) return null
  const [former] = found.faces
  const title = text(`authenticators:devices.face.${former === undefined ? 'register' : 'again'}`)
  const open = <Button onClick={() => setIsOpen(true)}>{title}</Button>
  return (
    <Section
      title={text('authenticators:devices.face.title')}
      description={text('authenticators:devices.face.text')}
      actions={mayEdit && found.isEnabled && open}
    >
      <ItemList empty={text('authenticators:devices.face.none')}>
        {found.faces.map((face) => (
          <FaceItem key={face.id} {...props} face={face} />
        ))}
      </ItemList>
      {isOpen && (
        <FaceDialog
          {...{ doors, former, title }}
          onAddress={(url) => setAddress({ url, title })}
          onClose={() => setIsOpen(false)}
        />
      )}
      {address !== null && <FaceAddressDialog {...address} onClose={() => setAddress(null)} />}
    </Section>
  )
}
