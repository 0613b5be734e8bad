import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { KbaForm } from './KbaForm.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'
import { SynonymsTab } from './SynonymsTab.tsx'

/** The tabs, each with its form. */
const content = {
  policy: () => <KbaForm />,
  questions: () => <QuestionsTab />,
  synonyms: () => <SynonymsTab />,
}

const KbaPage = () => {
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
      tab={useParams().tab}
      tabs={tabs}
    />
  )
}

export default KbaPage
