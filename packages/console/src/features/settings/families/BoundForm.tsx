import {
  guessBudgetFamily,
  readGuessBudget,
  updateGuessBudget,
} from '@signet/contract/settings/guessbudget'
import { z } from 'zod'
import { FormNumber } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { minValue, maxValue } = guessBudgetFamily.fields.shape.bound
const fewest = Math.round(1 / (maxValue ?? 1))
const most = Math.round(1 / (minValue ?? 1))

/** The bound as people say it: one in so many. */
const schema = z
  .object({ oneIn: z.int().min(fewest).max(most) })
  .transform(({ oneIn }) => ({ bound: 1 / oneIn }))
const typed = ({ bound }: { readonly bound: number }) => ({ oneIn: Math.round(1 / bound) })

type Fields = Record<'oneIn', unknown>

/** How likely guessing may be to get in. */
export const BoundForm = () => {
  const text = useText('settings')
  const label = text('settings:guessing.fields.oneIn')
  return (
    <SettingsForm
      queryKey={['settings', 'guessbudget']}
      schema={schema}
      defaults={typed(guessBudgetFamily.defaults)}
      read={async (signal) => {
        const { value, etag } = await callWithEtag(readGuessBudget, { signal })
        return { value: typed(value), etag }
      }}
      save={(body, etag) => callWithEtag(updateGuessBudget, { body, ifMatch: etag ?? undefined })}
      labels={{ oneIn: label }}
    >
      <FormNumber<Fields> name="oneIn" label={label} hint={text('settings:guessing.hints.oneIn')} />
    </SettingsForm>
  )
}
