import type { ReactNode } from 'react'
import { ToolPage } from '../../kit/frames.tsx'
import { useText } from '../../lib/i18n.ts'
import { Tabs } from '../../ui/Tabs.tsx'

const tabs = [
  { key: 'activity', to: '/reports' },
  { key: 'savedReports', to: '/reports/saved' },
] as const

interface ReportTabsProps {
  readonly current: (typeof tabs)[number]['key']
  readonly children: ReactNode
}

/** The reports: what happened, and what was made of it. */
export const ReportTabs = ({ current, children }: ReportTabsProps) => {
  const text = useText()
  const title = text('common:pages.reports')
  return (
    <ToolPage title={title}>
      <Tabs
        label={title}
        current={current}
        tabs={tabs.map(({ key, to }) => ({ key, to, label: text(`common:pages.${key}`) }))}
      >
        {children}
      </Tabs>
    </ToolPage>
  )
}
