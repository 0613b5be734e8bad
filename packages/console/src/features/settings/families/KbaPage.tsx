import { isUuid } from '@signet/rules/identifiers'
import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'
import { KbaForm } from './KbaForm.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'
import { SynonymsTab } from './SynonymsTab.tsx'

/** The tabs, each with its form. */
const content = {
  policy: () => <KbaForm />,
  questions: () => <QuestionsTab />,
  synonyms: () => <SynonymsTab />,
}

const Tabs = ({ current }: { readonly current: string | undefined }) => {
  const text = useText('settings')
  const tabs = (['policy', 'questions', 'synonyms'] as const).map((key) => ({
    key,
    label: text(`settings:kba.tabs.${key}`),
    content: content[key],
  }))
  return (
    <TabbedPage
      title={text('common:pages.kbaSettings')}
      base="/settings/kba"
      tab={current}
      tabs={tabs}
    />
  )
}

/** What follows in the address is a tab, or the group policy whose own values are shown. */
const KbaPage = () => {
  const { tab } = useParams()
  return tab !== undefined && isUuid(tab) ? (
    <PolicySubjectPage subject="kba" id={tab} />
  ) : (
    <Tabs current={tab} />
  )
}

export default KbaPage
