import type { Need } from '@signet/rules/permissions'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useMay } from '../session/session-context.tsx'
import { CopyText } from '../ui/CopyText.tsx'
import { SideNav } from '../ui/SideNav.tsx'
import { type TabItem, Tabs } from '../ui/Tabs.tsx'
import { DetailsPage } from './frames.tsx'

export interface PageTab {
  /** The last part of the address. */
  readonly key: string
  readonly label: string
  readonly needs?: Need
  readonly content: () => ReactNode
}

interface TabbedPageProps {
  readonly title: string
  readonly id?: { readonly value: string; readonly copyLabel: string }
  readonly tag?: ReactNode
  readonly actions?: ReactNode
  /** The address of the page without its tab. */
  readonly base: string
  /** From the address; undefined opens the first tab. */
  readonly tab: string | undefined
  readonly tabs: readonly PageTab[]
}

/** More than this many do not fit in a row: they are listed beside the page. */
const mostTabs = 7

/** One thing in detail: name, id, status, actions, and tabs that stand in the address. */
export const TabbedPage = ({ title, id, tag, actions, base, tab, tabs }: TabbedPageProps) => {
  const may = useMay()
  const allowed = tabs.filter(({ needs }) => needs === undefined || may(needs))
  const [first] = allowed
  const current = tab === undefined ? first : allowed.find(({ key }) => key === tab)
  if (current === undefined) return <Navigate replace to={base} />
  const items: readonly TabItem[] = allowed.map(({ key, label }) => ({
    key,
    label,
    to: key === first?.key ? base : `${base}/${key}`,
  }))
  const Parts = tabs.length > mostTabs ? SideNav : Tabs
  return (
    <DetailsPage
      title={title}
      tag={tag}
      actions={actions}
      detail={id && <CopyText text={id.value} label={id.copyLabel} />}
    >
      <Parts label={title} tabs={items} current={current.key}>
        {current.content()}
      </Parts>
    </DetailsPage>
  )
}
