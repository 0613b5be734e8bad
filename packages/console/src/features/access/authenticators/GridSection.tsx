import Add from '@mui/icons-material/Add'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type GridCard, GridTag } from '../../../pickers/grids/GridTag.tsx'
import { PrintGridDialog } from '../../../pickers/grids/PrintGridDialog.tsx'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ClaimGridDialog } from './ClaimGridDialog.tsx'
import type { Deed } from './deeds.ts'
import { printOwnGrid, useOwnGridDeeds } from './grid-deeds.ts'

interface GridSectionProps {
  readonly grids: readonly GridCard[]
  readonly onDeed: (deed: Deed) => void
}

interface Asked {
  readonly grid: GridCard
  readonly what: 'print' | 'mail' | 'cancel'
}

const QuestionDialog = ({ grid, what, onClose }: Asked & { readonly onClose: () => void }) => {
  const text = useText('authenticators')
  const { mail, cancel } = useOwnGridDeeds()
  if (what === 'print') {
    const load = (format: Parameters<typeof printOwnGrid>[1]) => printOwnGrid(grid.id, format)
    return <PrintGridDialog serial={grid.serialNumber} load={load} onClose={onClose} />
  }
  const run = async (): Promise<void> => {
    await (what === 'mail' ? mail(grid.id) : cancel(grid.id))
    showMessage(text(what === 'mail' ? 'authenticators:cards.mailed' : 'common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('authenticators:cards.serial', { serial: grid.serialNumber })}
      confirmLabel={text(`authenticators:cards.${what}`)}
      isDestructive={what === 'cancel'}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text(`authenticators:cards.${what}Text`)}</div>
        {what === 'mail' && <MailHint />}
      </Stack>
    </ConfirmAction>
  )
}

const useActions = (onDeed: GridSectionProps['onDeed'], ask: (asked: Asked) => void) => {
  const text = useText('userPortal')
  const say = useText('authenticators')
  const { change, remove } = useOwnGridDeeds()
  return (grid: GridCard): readonly MenuAction[] => {
    const { id, state, retired } = grid
    const name = say('authenticators:cards.serial', { serial: grid.serialNumber })
    const item = (what: Asked['what']): MenuAction => ({
      label: say(`authenticators:cards.${what}`),
      onSelect: () => ask({ grid, what }),
    })
    const deed = (kind: Exclude<Deed['kind'], 'rename'>, run: Deed['run']): MenuAction => ({
      label: text(`userPortal:authenticators.${kind}.action`),
      isDestructive: kind === 'remove',
      onSelect: () => onDeed({ kind, name, run }),
    })
    const isUsable = state === 'PENDING' || state === 'ACTIVE'
    return [
      ...(isUsable ? [item('print'), item('mail')] : []),
      ...(isUsable ? [deed('switchOff', () => change(id, 'INACTIVE'))] : []),
      ...(state === 'INACTIVE' && retired === null
        ? [deed('switchOn', () => change(id, 'ACTIVE'))]
        : []),
      ...(state === 'CANCELED' ? [] : [item('cancel')]),
      deed('remove', () => remove(id)),
    ]
  }
}

interface OwnGridProps {
  readonly grid: GridCard
  readonly actions: readonly MenuAction[]
}

const OwnGrid = ({ grid, actions }: OwnGridProps) => {
  const text = useText('userPortal')
  const say = useText('authenticators')
  const { date } = useFormats()
  const { createDate, lastUsedDate, exposure, serialNumber } = grid
  const used = text(`userPortal:authenticators.${lastUsedDate === null ? 'unused' : 'used'}`, {
    created: date(createDate),
    used: date(lastUsedDate),
  })
  const { shownCells: shown, cells } = exposure
  return (
    <Item
      title={say('authenticators:cards.serial', { serial: serialNumber })}
      detail={`${used} · ${say('authenticators:cards.shown', { shown, cells })}`}
      tag={<GridTag grid={grid} />}
      actions={
        <ActionMenu
          actions={actions}
          label={text('common:list.rowActions', { name: serialNumber })}
        />
      }
    />
  )
}

interface AddButtonsProps {
  readonly onClaim: () => void
  readonly onMake: () => void
}

const AddButtons = ({ onClaim, onMake }: AddButtonsProps) => {
  const say = useText('authenticators')
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={1}
      sx={{ flexWrap: 'wrap', justifyContent: { sm: 'end' } }}
    >
      <Button onClick={onClaim}>{say('authenticators:cards.claim')}</Button>
      <Button icon={<Add />} onClick={onMake}>
        {say('authenticators:cards.make')}
      </Button>
    </Stack>
  )
}

/** My grid cards. */
export const GridSection = ({ grids, onDeed }: GridSectionProps) => {
  const say = useText('authenticators')
  const { make } = useOwnGridDeeds()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { authenticators } = useSession().portal
  const [isClaiming, setIsClaiming] = useState(false)
  const actionsOf = useActions(onDeed, setAsked)
  const makeOne = async (): Promise<void> => {
    const grid = await make()
    if (grid !== null) setAsked({ grid, what: 'print' })
  }
  return (
    <Section
      title={say('authenticators:cards.list')}
      description={say('authenticators:cards.about')}
      actions={
        authenticators.includes('GRID') && (
          <AddButtons onClaim={() => setIsClaiming(true)} onMake={() => void makeOne()} />
        )
      }
    >
      <ItemList empty={say('authenticators:cards.none')}>
        {grids.map((grid) => (
          <OwnGrid key={grid.id} grid={grid} actions={actionsOf(grid)} />
        ))}
      </ItemList>
      {asked !== null && <QuestionDialog {...asked} onClose={() => setAsked(null)} />}
      {isClaiming && <ClaimGridDialog onClose={() => setIsClaiming(false)} />}
    </Section>
  )
}
