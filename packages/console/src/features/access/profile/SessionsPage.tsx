import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useSignOut } from '../../../session/use-sign-out.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { MachinesSection } from './MachinesSection.tsx'
import { OwnDevices } from './OwnDevices.tsx'
import { type OwnSession, sessionsQuery, useSessionDeeds } from './sessions.queries.ts'
import { deviceOf } from './user-agent.ts'

const useDeviceName = () => {
  const text = useText('userPortal')
  return ({ userAgent }: OwnSession): string => {
    const { browser, system } = deviceOf(userAgent)
    if (browser === undefined) return system ?? text('userPortal:sessions.unknown')
    return system === undefined ? browser : text('userPortal:sessions.device', { browser, system })
  }
}

interface SessionItemProps {
  readonly session: OwnSession
  readonly onEnd: () => void
}

const SessionItem = ({ session, onEnd }: SessionItemProps) => {
  const text = useText('userPortal')
  const { date, ago } = useFormats()
  const nameOf = useDeviceName()
  const detail = text('userPortal:sessions.detail', {
    address: session.address ?? '–',
    created: date(session.createdAt),
    seen: ago(session.lastSeenAt),
  })
  return (
    <Item
      title={nameOf(session)}
      detail={detail}
      {...(session.current
        ? { tag: <Tag label={text('userPortal:sessions.current')} severity="OK" /> }
        : { actions: <Button onClick={onEnd}>{text('userPortal:sessions.end')}</Button> })}
    />
  )
}

interface EndDialogProps {
  /** Null: every session. */
  readonly session: OwnSession | null
  readonly onClose: () => void
}

const EndDialog = ({ session, onClose }: EndDialogProps) => {
  const text = useText('userPortal')
  const signOut = useSignOut()
  const { end, endAll } = useSessionDeeds()
  const which = session === null ? 'all' : 'one'
  const run = async (): Promise<void> => {
    if (session === null) {
      await endAll()
      signOut()
      return
    }
    await end(session.id)
    showMessage(text('userPortal:sessions.ended'))
  }
  return (
    <ConfirmAction
      title={text(`userPortal:sessions.${which}.title`)}
      confirmLabel={text(`userPortal:sessions.${which}.action`)}
      isDestructive={session === null}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`userPortal:sessions.${which}.text`)}
    </ConfirmAction>
  )
}

/** Where I am signed in, this session first. */
const SessionsPage = () => {
  const text = useText('userPortal')
  const query = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<OwnSession | 'all' | null>(null)
  const title = text('common:pages.myDevices')
  const everywhere = (
    <Button onClick={() => setEnding('all')}>{text('userPortal:sessions.all.action')}</Button>
  )
  return (
    <DetailsPage title={title} actions={everywhere}>
      <QueryView query={query}>
        {(sessions) => (
          <Section
            title={text('userPortal:sessions.title')}
            description={text('userPortal:sessions.text')}
          >
            <ItemList empty={text('userPortal:sessions.none')}>
              {sessions
                .toSorted((a, b) => Number(b.current) - Number(a.current))
                .map((session) => (
                  <SessionItem
                    key={session.id}
                    session={session}
                    onEnd={() => setEnding(session)}
                  />
                ))}
            </ItemList>
          </Section>
        )}
      </QueryView>
      <MachinesSection />
      <OwnDevices />
      {ending !== null && (
        <EndDialog session={ending === 'all' ? null : ending} onClose={() => setEnding(null)} />
      )}
    </DetailsPage>
  )
}

export default SessionsPage
