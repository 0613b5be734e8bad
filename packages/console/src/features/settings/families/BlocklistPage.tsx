import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { BlocklistForm } from './BlocklistForm.tsx'
import { WordsForm } from './WordsForm.tsx'

/** The tabs, each with its form. */
const content = {
  blocklistForm: () => <BlocklistForm />,
  wordsForm: () => <WordsForm />,
}

const BlocklistPage = () => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.blocklist')}
      base="/settings/blocklist"
      tab={useParams().tab}
      tabs={[
        { key: 'who', label: text('settings:blocklist.title'), content: content.blocklistForm },
        { key: 'passwords', label: text('settings:words.title'), content: content.wordsForm },
      ]}
    />
  )
}

export default BlocklistPage
