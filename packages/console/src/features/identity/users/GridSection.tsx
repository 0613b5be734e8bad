import { changeGridState, createUserGrid, deleteGrid } from '@signet/contract/authenticators/grids'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { GridTag } from '../../../pickers/grids/GridTag.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval, useSwitch } from './authenticator-questions.ts'
import { type UserAuthenticators, userAuthenticatorsQuery } from './user-authenticators.queries.ts'

type Card = UserAuthenticators['grids'][number]
type GridSectionProps = Pick<SectionProps, 'found' | 'name' | 'ask'> & { readonly userid: string }

const useDeeds = (userid: string) => {
  const client = useQueryClient()
  const then = async (deed: Promise<unknown>): Promise<void> => {
    await deed
    await client.invalidateQueries({ queryKey: userAuthenticatorsQuery(userid).queryKey })
  }
  return {
    make: () => then(call(createUserGrid, { params: { userid }, body: {} })),
    change: (gridid: string, state: 'ACTIVE' | 'INACTIVE') =>
      then(call(changeGridState, { params: { gridid }, body: { state } })),
    remove: (gridid: string) => then(call(deleteGrid, { params: { gridid } })),
  }
}

const useActions = ({ userid, name, ask }: Omit<GridSectionProps, 'found'>) => {
  const text = useText('members')
  const may = useMay()
  const deeds = useDeeds(userid)
  const removal = useRemoval(name)
  const turn = useSwitch({ name, ask })
  return ({ id, state, retired, serialNumber }: Card): readonly MenuAction[] => {
    const isOn = state === 'ACTIVE' || state === 'PENDING'
    const shown = isOn ? 'ACTIVE' : state
    const change = turn({ what: serialNumber, state: shown, to: (to) => deeds.change(id, to) })
    const remove: MenuAction = {
      label: text('members:users.authenticators.remove'),
      isDestructive: true,
      onSelect: () => ask(removal(serialNumber, () => deeds.remove(id))),
    }
    const isSwitchable = isOn || (state === 'INACTIVE' && retired === null)
    return [
      ...(isSwitchable && may(['GRIDS', 'EDIT']) ? [change] : []),
      ...(may(['GRIDS', 'REMOVE']) ? [remove] : []),
    ]
  }
}

const MakeButton = ({ userid, ask }: Pick<GridSectionProps, 'userid' | 'ask'>) => {
  const say = useText('authenticators')
  const { make } = useDeeds(userid)
  const open = (): void =>
    ask({
      title: say('authenticators:cards.make'),
      text: say('authenticators:cards.about'),
      confirmLabel: say('authenticators:cards.make'),
      done: say('authenticators:cards.made'),
      isDestructive: false,
      run: make,
    })
  return <Button onClick={open}>{say('authenticators:cards.make')}</Button>
}

/** The cards of a user: their printing and mailing stand in the list of cards. */
export const GridSection = (props: GridSectionProps) => {
  const say = useText('authenticators')
  const may = useMay()
  const actionsOf = useActions(props)
  return (
    <Section
      title={say('authenticators:cards.list')}
      actions={may(['GRIDS', 'ADD']) && <MakeButton {...props} />}
    >
      <ItemList empty={say('authenticators:cards.none')}>
        {props.found.grids.map((grid) => (
          <Item
            key={grid.id}
            title={say('authenticators:cards.serial', { serial: grid.serialNumber })}
            detail={say('authenticators:cards.shown', {
              shown: grid.exposure.shownCells,
              cells: grid.exposure.cells,
            })}
            tag={<GridTag grid={grid} />}
            actions={
              <ActionMenu
                label={say('common:list.rowActions', { name: grid.serialNumber })}
                actions={actionsOf(grid)}
              />
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}
