import LinearProgress from '@mui/material/LinearProgress'
import { type WhatIfEffect, whatIfEffects } from '@signet/rules/risk/effects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { whatIfPath } from '../../../pickers/what-ifs/create-what-if.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { StateTag } from './StateTag.tsx'
import { countOf, isOver, type WhatIf, whatIfQuery } from './what-ifs.queries.ts'

/** A check at work: how far it is. */
const Working = ({ whatIf }: { readonly whatIf: WhatIf }) => {
  const text = useText('resource')
  const { number } = useFormats()
  const label = text('resource:whatIfs.working', { decisions: number(whatIf.decisions) })
  return (
    <DetailsPage title={whatIf.name} tag={<StateTag whatIf={whatIf} />} detail={label}>
      <LinearProgress variant="determinate" value={whatIf.progress} aria-label={label} />
    </DetailsPage>
  )
}

/** The list of one effect. */
const peopleOf = (id: string, effect: WhatIfEffect) => () => (
  <PeopleTab key={effect} {...{ id, effect }} />
)

/** What came of a check, an effect a tab. */
const Result = ({ whatIf, actions }: { whatIf: WhatIf; actions: React.ReactNode }) => {
  const text = useText('resource')
  const { number } = useFormats()
  const { id, name, people } = whatIf
  const tabs = whatIfEffects.map((effect) => ({
    key: effect.toLowerCase().replace('_', '-'),
    label: text('resource:whatIfs.tab', {
      effect: text(`resource:whatIfs.effects.${effect}`),
      count: number(people?.[countOf[effect]] ?? 0),
    }),
    needs: ['USERS', 'VIEW'] as const,
    content: peopleOf(id, effect),
  }))
  return (
    <TabbedPage
      title={name}
      tag={<StateTag whatIf={whatIf} />}
      actions={actions}
      base={whatIfPath(id)}
      tab={useParams().tab}
      tabs={tabs}
    />
  )
}

const Loaded = ({ whatIf }: { readonly whatIf: WhatIf }) => {
  const text = useText('resource')
  const mayPublish = useMay()(['CONTEXTRULES', 'EDIT'])
  const [asked, setAsked] = useState<'seen' | 'unseen' | null>(null)
  const isOpen = mayPublish && whatIf.publishedAt === null
  const actions = isOpen && (
    <>
      <Button kind="primary" onClick={() => setAsked('seen')} isDisabled={whatIf.state !== 'DONE'}>
        {text('resource:whatIfs.publish')}
      </Button>
      <Button onClick={() => setAsked('unseen')}>{text('resource:whatIfs.publishUnseen')}</Button>
    </>
  )
  return (
    <>
      {isOver(whatIf) ? <Result {...{ whatIf, actions }} /> : <Working whatIf={whatIf} />}
      {whatIf.unknown > 0 && (
        <Notice severity="info">
          {text('resource:whatIfs.unknown', { unknown: whatIf.unknown })}
        </Notice>
      )}
      {whatIf.state === 'FAILED' && (
        <Notice severity="error">{text('resource:whatIfs.failedText')}</Notice>
      )}
      {asked !== null && (
        <PublishDialog
          {...{ whatIf }}
          isUnseen={asked === 'unseen'}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** A change that was tried, and whom it concerns. */
const WhatIfPage = () => {
  const query = useQuery(whatIfQuery(useParams().id ?? ''))
  return (
    <QueryView query={query} isPage>
      {(whatIf) => <Loaded whatIf={whatIf} />}
    </QueryView>
  )
}

export default WhatIfPage
