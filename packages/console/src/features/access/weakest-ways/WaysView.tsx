import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { WayItem } from './WayItem.tsx'
import {
  applicationWaysQuery,
  groupWaysQuery,
  type OfPeople,
  userWaysQuery,
} from './weakest-ways.queries.ts'

interface CountedProps {
  readonly counted: OfPeople['counted']
}

/** What was looked at, and that it was not everything. */
const Incomplete = ({ counted }: CountedProps) => {
  const text = useText('resource')
  if (counted.complete) return null
  return <Notice severity="warning">{text('resource:weakestWays.incomplete')}</Notice>
}

const useCounted = () => {
  const text = useText('resource')
  return ({ users, kinds, administrators }: OfPeople['counted']): string =>
    text('resource:weakestWays.counted', { users, kinds, administrators })
}

interface PeopleProps {
  readonly people: OfPeople['people']
  readonly empty: string
}

/** Users who are alike, each kind with the cheapest way to them. */
export const PeopleList = ({ people, empty }: PeopleProps) => {
  const text = useText('resource')
  return (
    <ItemList empty={empty}>
      {people.map(({ users, example, way }) => {
        const title = text('resource:weakestWays.people', { name: example.name, others: users - 1 })
        return way === null ? (
          <Item key={example.id} title={title} detail={text('resource:weakestWays.none')} />
        ) : (
          <WayItem key={example.id} way={way} title={title} />
        )
      })}
    </ItemList>
  )
}

interface SectionProps {
  readonly of: 'group' | 'application'
  readonly seen: OfPeople
}

const PeopleSection = ({ of, seen: { people, counted } }: SectionProps) => {
  const text = useText('resource')
  const countedOf = useCounted()
  return (
    <Section title={text(`resource:weakestWays.of.${of}`)} description={countedOf(counted)}>
      <Incomplete counted={counted} />
      <PeopleList people={people} empty={text('resource:weakestWays.nobody')} />
    </Section>
  )
}

interface OfProps {
  readonly id: string
}

const UserWaysView = ({ id }: OfProps) => {
  const text = useText('resource')
  const countedOf = useCounted()
  return (
    <QueryView query={useQuery(userWaysQuery(id))}>
      {({ user, ways, counted }) => (
        <Section title={user.name} description={countedOf(counted)}>
          <Incomplete counted={counted} />
          <ItemList empty={text('resource:weakestWays.none')}>
            {ways.map((way) => (
              <WayItem key={JSON.stringify(way.steps)} way={way} />
            ))}
          </ItemList>
        </Section>
      )}
    </QueryView>
  )
}

const GroupWays = ({ id }: OfProps) => (
  <QueryView query={useQuery(groupWaysQuery(id))}>
    {(seen) => <PeopleSection of="group" seen={seen} />}
  </QueryView>
)

/** Who may open it, and what it may do by itself: most have one of the two. */
const ApplicationWays = ({ id }: OfProps) => {
  const text = useText('resource')
  return (
    <QueryView query={useQuery(applicationWaysQuery(id))}>
      {({ rights, ...seen }) => (
        <>
          {(rights === null || seen.people.length > 0) && (
            <PeopleSection of="application" seen={seen} />
          )}
          {rights !== null && (
            <Section title={text('resource:weakestWays.of.program')}>
              <ItemList empty={text('resource:weakestWays.none')}>
                {[<WayItem key="rights" way={rights} />]}
              </ItemList>
            </Section>
          )}
        </>
      )}
    </QueryView>
  )
}

export const waysViews = {
  user: UserWaysView,
  group: GroupWays,
  application: ApplicationWays,
} as const
