import { deleteOwnMachine, listOwnMachines } from '@signet/contract/access/self-machines'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { deviceOf } from './user-agent.ts'

const machinesQuery = queryOptions({
  queryKey: ['self', 'machines'],
  queryFn: ({ signal }) => call(listOwnMachines, { signal }),
})

type Machine = Awaited<ReturnType<typeof call<typeof listOwnMachines>>>[number]

const MachineItem = ({ machine }: { readonly machine: Machine }) => {
  const { id, label, userAgent, createDate, lastUsedDate } = machine
  const text = useText('userPortal')
  const { date } = useFormats()
  const client = useQueryClient()
  const forget = async (): Promise<void> => {
    await call(deleteOwnMachine, { params: { id } })
    await client.invalidateQueries({ queryKey: machinesQuery.queryKey })
    showMessage(text('common:form.saved'))
  }
  const { browser, system } = deviceOf(userAgent)
  const device = [browser, system].filter((part) => part !== undefined).join(' · ')
  return (
    <Item
      title={label ?? (device === '' ? text('userPortal:sessions.unknown') : device)}
      detail={text('userPortal:authenticators.used', {
        created: date(createDate),
        used: date(lastUsedDate),
      })}
      actions={
        <Button onClick={() => void forget()}>
          {text('userPortal:authenticators.remove.action')}
        </Button>
      }
    />
  )
}

/** The browsers that I had remembered; forgetting one takes nothing but a click. */
export const MachinesSection = () => {
  const text = useText('userPortal')
  const query = useQuery(machinesQuery)
  return (
    <QueryView query={query}>
      {(machines) => (
        <Section
          title={text('userPortal:sessions.machines.title')}
          description={text('userPortal:sessions.machines.text')}
        >
          <ItemList empty={text('userPortal:sessions.machines.none')}>
            {machines.map((machine) => (
              <MachineItem key={machine.id} machine={machine} />
            ))}
          </ItemList>
        </Section>
      )}
    </QueryView>
  )
}
