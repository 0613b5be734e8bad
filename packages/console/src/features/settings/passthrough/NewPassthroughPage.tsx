import Paper from '@mui/material/Paper'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { passthroughs } from './passthrough.queries.ts'
import {
  emptyPassthrough,
  PassthroughFields,
  PassthroughForm,
  usePassthroughLabels,
} from './passthrough-form.tsx'

const list = '/settings/passthrough'

const NewPassthroughPage = () => {
  const text = useText('settings')
  return (
    <FormPage title={text('common:pages.addPassthrough')}>
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <NewForm
          entity={passthroughs}
          schema={PassthroughForm}
          initial={emptyPassthrough}
          labels={usePassthroughLabels()}
          made={() => text('settings:connectors.passthrough.saved')}
          listPath={list}
        >
          <PassthroughFields saved="" />
        </NewForm>
      </Paper>
    </FormPage>
  )
}

export default NewPassthroughPage
