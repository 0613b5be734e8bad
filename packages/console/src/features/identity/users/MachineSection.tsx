import { deleteUserMachine, listUserMachines } from '@signet/contract/authenticators/machines'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'

interface MachineSectionProps extends Pick<SectionProps, 'name' | 'ask' | 'mayEdit'> {
  readonly userid: string
}

type Machine = Awaited<ReturnType<typeof call<typeof listUserMachines>>>[number]

interface MachineItemProps extends Pick<MachineSectionProps, 'mayEdit'> {
  readonly machine: Machine
  readonly forget: (what: string) => void
}

const MachineItem = ({ machine, mayEdit, forget }: MachineItemProps) => {
  const { id, label, userAgent, createDate, lastUsedDate } = machine
  const text = useText('members')
  const { date } = useFormats()
  const what = label ?? userAgent ?? id
  return (
    <Item
      title={what}
      detail={text('members:users.authenticators.used', {
        created: date(createDate),
        used: date(lastUsedDate),
      })}
      actions={
        mayEdit && (
          <Button onClick={() => forget(what)}>
            {text('members:users.authenticators.remove')}
          </Button>
        )
      }
    />
  )
}

/** The browsers that a user had remembered. */
export const MachineSection = ({ userid, name, ask, mayEdit }: MachineSectionProps) => {
  const text = useText('members')
  const client = useQueryClient()
  const removal = useRemoval(name)
  const queryKey = ['users', 'part', userid, 'machines']
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserMachines, { params: { userid }, signal }),
  })
  const remove = async (id: string): Promise<void> => {
    await call(deleteUserMachine, { params: { userid, id } })
    await client.invalidateQueries({ queryKey })
  }
  return (
    <QueryView query={query}>
      {(machines) => (
        <Section title={text('members:users.authenticators.machines')}>
          <ItemList empty={text('members:users.authenticators.noMachines')}>
            {machines.map((machine) => (
              <MachineItem
                key={machine.id}
                machine={machine}
                mayEdit={mayEdit}
                forget={(what) => ask(removal(what, () => remove(machine.id)))}
              />
            ))}
          </ItemList>
        </Section>
      )}
    </QueryView>
  )
}
