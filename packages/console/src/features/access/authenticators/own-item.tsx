import { severityOf } from '@signet/rules/severity'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Item } from '../../../ui/ItemList.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { OwnToken } from './authenticators.queries.ts'
import type { Deed } from './deeds.ts'

type State = OwnToken['state']

interface OwnItemProps {
  readonly name: string
  readonly state: State
  readonly createDate: string
  readonly lastUsedDate: string | null
  /** What the authenticator's maker calls it. */
  readonly maker?: string | null
  readonly onDeed: (deed: Deed) => void
  readonly rename: (name: string) => Promise<unknown>
  readonly change: (state: 'ACTIVE' | 'INACTIVE') => Promise<unknown>
  readonly remove: () => Promise<unknown>
  /** What only this kind can, before it can be removed. */
  readonly further?: readonly MenuAction[]
}

const useActions = (props: OwnItemProps): readonly MenuAction[] => {
  const text = useText('userPortal')
  const { name, state, onDeed, rename, change, remove, further = [] } = props
  const action = (kind: Deed['kind'], run: Deed['run']): MenuAction => ({
    label: text(`userPortal:authenticators.${kind}.action`),
    isDestructive: kind === 'remove',
    onSelect: () => onDeed({ kind, name, run }),
  })
  return [
    action('rename', rename),
    ...(state === 'ACTIVE' ? [action('switchOff', () => change('INACTIVE'))] : []),
    ...(state === 'INACTIVE' ? [action('switchOn', () => change('ACTIVE'))] : []),
    ...further,
    action('remove', remove),
  ]
}

/** An app or a passkey with its standing and its menu. */
export const OwnItem = (props: OwnItemProps) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  const { name, state, createDate, lastUsedDate } = props
  const values = { created: date(createDate), used: date(lastUsedDate) }
  return (
    <Item
      title={name}
      detail={[
        props.maker,
        text(`userPortal:authenticators.${lastUsedDate === null ? 'unused' : 'used'}`, values),
      ]
        .filter(Boolean)
        .join(' · ')}
      tag={
        <Tag
          label={text(`userPortal:authenticators.state.${state}`)}
          severity={severityOf(state)}
        />
      }
      actions={
        <ActionMenu actions={useActions(props)} label={text('common:list.rowActions', { name })} />
      }
    />
  )
}
